// Eventually.swift: when it checks its condition, in which isolation, and how it ends.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("eventually", .needsTracking, .oneAtATime, .timeLimit(.minutes(10)))
struct EventuallyTests {
  // MARK: When it checks

  @Test(
    "T2: a condition that already holds is evaluated once",
    arguments: [long, .zero, .seconds(-1), .seconds(Int64.max)])
  func holds(limit: Duration) async throws {
    var looks = 0
    try await eventually(within: limit) {
      looks += 1
      return true
    }
    #expect(looks == 1)
  }

  @Test("T2: it notices the end of this work:", arguments: Work.all)
  func work(_ work: Work) async throws {
    let log = Journal<String>()
    try await withPromiseScope(reports: work.reports) { scope in
      let gate = Gate()
      await work.start(gate, log)
      let seen = await startWaiting { log.count == work.ends }
      gate.open()
      try await seen.value
      try await scope.settle(within: long)
    }
  }

  @Test(
    "T2: while work is running in the scope, it checks after each event and doesn't poll",
    .needsTaskExecutors)
  func noPolling() async throws {
    try await withPromiseScope { _ in
      let block = DispatchSemaphore(value: 0)
      // A job that blocks its thread, so the scope isn't idle.
      let busy = Promise { @concurrent in block.wait() }
      let (first, resolver) = Promise<Int>.pending()
      var (sum, looks) = (0, 0)
      first.done { sum += $0 }
      let seen = Task {
        try await eventually(within: long) {
          looks += 1
          return sum == 1
        }
      }
      try await Task.sleep(for: .milliseconds(200))
      resolver.fulfill(1)
      try await seen.value
      #expect(looks <= 1 + eventCount)
      #expect(looks < 15)
      block.signal()
      try await busy.value
    }
  }

  @Test("T2: it also notices changes by a task without a promise, and by a plain thread")
  func invisible() async throws {
    try await withPromiseScope { _ in
      let log = Journal<Int>()
      Task.detached { log.write(1) }
      try await eventually(within: long) { log.count == 1 }
      Thread.detachNewThread { log.write(2) }
      try await eventually(within: long) { log.count == 2 }
    }
  }

  @Test("T2: work in a scope nested in the caller's scope counts too")
  func nestedScope() async throws {
    try await withPromiseScope { _ in
      var sum = 0
      let inner = Task {
        try await withPromiseScope { scope in
          Promise { 1 }.done { sum += $0 }
          try await scope.settle(within: long)
        }
      }
      try await eventually(within: long) { sum == 1 }
      try await inner.value
    }
  }

  @Test("T2: outside scopes, it notices promises created outside scopes")
  func noScope() async throws {
    var sum = 0
    Promise { 1 }.done { sum += $0 }
    try await eventually(within: long) { sum == 1 }
  }

  @Test("T2: an event at each check doesn't keep the caller's actor from other work")
  func fairness() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      scope.install { _ in }
      var isOver = false
      var resolvers = (0..<1_000).map { _ in Promise<Void>.pending().resolver }
      Task { isOver = true }
      try await eventually(within: long) {
        resolvers.popLast()?.fulfill()
        return isOver
      }
      #expect(!resolvers.isEmpty)
    }
  }

  // MARK: The condition

  @Test("T2: promises that the condition creates aren't counted and trigger no check")
  func ownPromises() async throws {
    try await withPromiseScope { _ in
      let before = eventCount
      let error = await failure(within: .milliseconds(50)) { try await Promise { 1 }.get() == 2 }
      #expect(error?.report == "Nothing is pending.")
      #expect(eventCount == before)
    }
  }

  @Test("T2 B2: the condition is evaluated on the caller's actor")
  func isolation() async throws {
    try await withPromiseScope { _ in
      #expect(try await Counter().countsTo(3) == 3)
      try await eventually(within: long) {
        MainActor.assertIsolated()
        return true
      }
      MainActor.assertIsolated()
    }
  }

  @Test("T2: an operation that waits doesn't trigger its own checks")
  func inOperation() async throws {
    try await withPromiseScope { _ in
      let looks = Journal<Int>()
      let wait = Promise {
        try await eventually(within: .milliseconds(200)) {
          looks.write(1)
          return false
        }
      }
      let outcome = await wait.result
      guard case .failure(is UnsettledPromises) = outcome else {
        Issue.record("The wait should have failed: its condition never holds.")
        return
      }
      // One check at the start, one every ten milliseconds, and a few more.
      #expect(looks.count < 50)
    }
  }

  @Test("T2: an error thrown by the condition ends the wait, unwrapped")
  func throwing() async throws {
    try await withPromiseScope { scope in
      await #expect(throws: CancellationError.self) {
        try await eventually(within: long) { throw CancellationError() }
      }
      try await scope.settle(within: .zero)
    }
  }

  // MARK: How it ends

  @Test("T2 T3: when the time is up, the error names the line and the pending promises")
  func timeIsUp() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { _ in
      let (answer, resolver) = Promise<Int>.pending(name: "answer")
      let error = await failure(within: .milliseconds(20), line: 42) {
        answer.resultIfSettled != nil
      }
      #expect(error?.reason == "The condition was not met within 0.02 seconds.")
      #expect(error?.description.hasPrefix("\(#fileID):42: The condition was not met ") == true)
      #expect(error?.report.contains("pending “answer” at ") == true)
      withExtendedLifetime(resolver) {}
    }
  }

  @Test("T2: with no time to wait, it checks once", arguments: [Duration.zero, .seconds(-1)])
  func noTime(limit: Duration) async throws {
    try await withPromiseScope { _ in
      var looks = 0
      let error = await failure(within: limit) {
        looks += 1
        return false
      }
      #expect(error?.report == "Nothing is pending.")
      #expect(looks == 1)
    }
  }

  @Test("T2: a cancelled wait ends with CancellationError and leaves nothing behind")
  func cancelled() async throws {
    try await withPromiseScope { scope in
      let wait = await startWaiting { false }
      wait.cancel()
      await #expect(throws: CancellationError.self) { try await wait.value }
      try await scope.settle(within: .zero)
      #expect(scope.events.isEmpty)
    }
  }

  /// The number of events in the caller's scope so far.
  private var eventCount: Int { Int(TrackingContext.current?.scope.activity.generation ?? 0) }

  /// Starts a task that waits for the condition, and returns after its first check.
  private func startWaiting(
    for condition: @escaping @MainActor () -> Bool
  ) async -> Task<Void, any Error> {
    let waiting = Task { try await eventually(within: long) { condition() } }
    await Task {}.value
    return waiting
  }

  /// The error that is thrown because the condition doesn't hold in time.
  private func failure(
    within limit: Duration, line: UInt = #line, _ condition: () async throws -> Bool
  ) async -> UnsettledPromises? {
    await #expect(throws: UnsettledPromises.self) {
      try await eventually(within: limit, line: line, condition)
    }
  }

  @Test("T7: a condition that hangs is abandoned when the time is up")
  func hanging() async throws {
    let (gate, resolver) = Promise<Bool>.pending()
    await #expect(throws: UnsettledPromises.self) {
      try await eventually(within: .milliseconds(50)) { try await gate.value }
    }
    resolver.fulfill(true)
  }
}

private actor Counter {
  private var count = 0

  func countsTo(_ end: Int) async throws -> Int {
    for _ in 0..<end { Promise { 1 }.done { self.count += $0 } }
    try await eventually(within: long) { count == end }
    return count
  }
}
