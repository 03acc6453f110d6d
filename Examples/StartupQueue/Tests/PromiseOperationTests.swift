// Tests operations that wait for promises: in a queue, with dependencies, cancelled from either
// side.

import AsyncPromises
import AsyncPromisesTesting
import Foundation
import TestSupport
import Testing

@testable import StartupQueue

@Suite("Promise operation", .timeLimit(.minutes(10)))
struct PromiseOperationTests {
  let queue = OperationQueue()
  let work = PretendWork()

  private func makeOperation(_ name: String) -> PromiseOperation<String> {
    PromiseOperation { [work] in work.begin(name) }
  }

  private func add(_ operations: [Operation]) {
    for operation in operations { queue.addOperation(operation) }
  }

  /// Fulfilled when the queue has finished everything that was added so far.
  private func finished() -> Promise<Void> {
    Promise { resolver in queue.addBarrierBlock { resolver.fulfill() } }
  }

  @Test("Finishes when its promise settles, and then its dependents start")
  func dependencies() async throws {
    try await inScope { _ in
      let before = BlockOperation()
      let operation = makeOperation("work")
      let seen = Handover<String>()
      let after = BlockOperation {
        if let outcome = operation.promise.resultIfSettled { seen.result = outcome }
      }
      operation.addDependency(before)
      after.addDependency(operation)
      add([after, operation])
      await rest()
      #expect(work.transcript.isEmpty, "The operation waits for its dependency.")
      queue.addOperation(before)
      try await work.wait(for: "work", .begins)
      #expect(operation.isExecuting && !operation.isFinished)
      #expect(!after.isFinished)
      try await work.end("work")
      try await finished().value
      #expect(operation.isFinished && !operation.isExecuting && !operation.isCancelled)
      #expect(try seen.result.get() == "done")
    }
  }

  @Test("A serial queue waits for the promise without blocking a thread")
  func oneAtATime() async throws {
    try await inScope { _ in
      queue.maxConcurrentOperationCount = 1
      let names = (0..<100).map { "\($0)" }
      let operations = names.map { makeOperation($0) }
      add(operations)
      for name in names { try await work.end(name, with: name) }
      #expect(try await Promise.all(operations.map(\.promise)).get() == names)
      #expect(work.transcript == names.flatMap { ["\($0) begins", "\($0) ends"] })
    }
  }

  @Test("Also finishes when its promise is rejected")
  func failure() async throws {
    try await inScope { _ in
      let operation = makeOperation("work")
      queue.addOperation(operation)
      try await work.refuse("work")
      await #expect(throws: PretendWork.Refused.self) { try await operation.promise.value }
      try await finished().value
      #expect(operation.isFinished && !operation.isCancelled)
    }
  }

  @Test("An unhandled failure is reported")
  func unhandled() async throws {
    // Created outside the scope, because the scope's hook keeps it.
    let (reported, report) = Promise<Void>.pending()
    try await inScope(reports: 1) { scope in
      // The failure is reported when the queue has released the operation.
      scope.install { _ in report.fulfill() }
      queue.addOperation(makeOperation("work"))
      try await work.refuse("work")
      try await reported.value
    }
  }

  @Test(
    "Cancelling either side of a running operation withdraws the work and finishes it",
    arguments: Side.allCases)
  func cancelledWhileRunning(side: Side) async throws {
    try await inScope { _ in
      let operation = makeOperation("work")
      queue.addOperation(operation)
      try await work.wait(for: "work", .begins)
      side.cancel(operation)
      #expect(operation.isCancelled && operation.promise.isCancelled)
      try await finished().value
      #expect(operation.isFinished && !operation.isExecuting)
      try await work.wait(for: "work", .isTakenBack)
      #expect(work.transcript == ["work begins", "work is withdrawn"])
    }
  }

  @Test("Cancelled on either side, a waiting operation ends in its turn", arguments: Side.allCases)
  func cancelledWhileWaiting(side: Side) async throws {
    try await inScope { _ in
      queue.isSuspended = true
      let operation = makeOperation("work")
      let after = BlockOperation()
      after.addDependency(operation)
      add([operation, after])
      side.cancel(operation)
      #expect(operation.isCancelled && operation.promise.isCancelled)
      #expect(!operation.isFinished, "A queue expects that a finished operation was started.")
      queue.isSuspended = false
      try await finished().value
      #expect(operation.isFinished && after.isFinished)
      #expect(work.transcript.isEmpty)
    }
  }

  @Test("Cancelled at any time, an operation finishes once and its work stops")
  func races() async throws {
    try await inScope { _ in
      let operations = (0..<500).map { makeOperation("\($0)") }
      let cancelled = operations.enumerated().map { index, operation in
        Promise<Void> { resolver in
          Thread.detachNewThread {
            (index.isMultiple(of: 2) ? Side.operation : .promise).cancel(operation)
            resolver.fulfill()
          }
        }
      }
      add(operations)
      _ = try await Promise.all(cancelled).get()
      try await finished().value
      #expect(operations.allSatisfy { $0.isFinished && $0.isCancelled && $0.promise.isCancelled })
      for line in work.transcript where line.hasSuffix(" begins") {
        try await work.wait(for: String(line.dropLast(" begins".count)), .isTakenBack)
      }
    }
  }

  @Test("An operation released before it starts breaks its promise")
  func dropped() async throws {
    try await inScope(reports: 1) { _ in
      let promise = makeOperation("work").promise
      await #expect(throws: PromiseError.self) { try await promise.value }
    }
  }

  @Test("Released when it has finished")
  func freed() async throws {
    try await inScope { _ in
      let (operation, freed) = tracking { object in
        PromiseOperation { [work] in
          object.use()
          return work.begin("work")
        }
      }
      queue.addOperation(consume operation)
      try await work.end("work")
      try await freed.value
    }
  }
}

/// The side from which an operation is cancelled.
enum Side: CaseIterable {
  case operation, promise

  func cancel(_ operation: PromiseOperation<String>) {
    switch self {
    case .operation: operation.cancel()
    case .promise: operation.promise.cancel()
    }
  }
}
