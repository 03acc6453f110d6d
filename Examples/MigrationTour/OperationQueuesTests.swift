// Tests operations with dependencies, and the effects of failures and cancellations on dependents.

import AsyncPromises
import AsyncPromisesTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Migration tour: Operation queues", .timeLimit(.minutes(10)))
struct OperationQueuesTests {
  let printer = Printer()
  let queue = OperationQueue()

  init() {
    queue.maxConcurrentOperationCount = 1
  }

  @Test("Both versions print the same lines")
  func poster() async throws {
    let before = Promise<String>.wrap {
      printer.poster(of: "Ali Baba", on: queue, completion: $0)
    }
    #expect(try await before.value == "*** Wanted: Ali Baba ***")
    #expect(try await printer.poster(of: "Ali Baba", on: queue).get() == "*** Wanted: Ali Baba ***")
  }

  @Test("Both versions fail the same way")
  func failure() async {
    let before = Promise<String>.wrap { printer.poster(of: "nobody", on: queue, completion: $0) }
    await #expect(throws: Printer.Failure.noPaper) { try await before.value }
    await #expect(throws: Printer.Failure.noPaper) {
      try await printer.poster(of: "nobody", on: queue).get()
    }
    #expect(!printer.log.entries.contains("print"))
  }

  @Test("Before: an operation runs even if its dependency was cancelled")
  func cancelledDependency() {
    let ran = Atomic(false)
    let first = BlockOperation {}
    let second = BlockOperation { ran.store(true, ordering: .relaxed) }
    second.addDependency(first)
    first.cancel()
    queue.addOperations([first, second], waitUntilFinished: true)
    let hasRun = ran.load(ordering: .relaxed)
    #expect(hasRun)
  }

  @Test("After: a step doesn't run if its source was cancelled")
  func cancelledSource() async throws {
    try await withPromiseScope { _ in
      queue.isSuspended = true
      let text = queue.run { try printer.text(of: "Ali Baba") }
      let poster = text.then { text in queue.run { printer.print(text, "") } }
      text.cancel()
      queue.isSuspended = false
      await #expect(throws: CancellationError.self) { try await poster.value }
      try await queue.run {}.get()  // waits for the queue's earlier operations
      #expect(printer.log.entries == [])
    }
  }

  @Test("Cancelling the poster cancels operations that haven't started")
  func cancelWhole() async throws {
    try await withPromiseScope { scope in
      queue.isSuspended = true
      let poster = printer.poster(of: "Ali Baba", on: queue)
      poster.cancel()
      queue.isSuspended = false
      try await queue.run {}.get()
      try await scope.settle(within: patience)
      #expect(printer.log.entries == [])
      #expect(scope.events.isEmpty)
    }
  }

  @Test("An operation dropped by its queue breaks its promise")
  func dropped() async {
    queue.isSuspended = true
    let text = queue.run { try printer.text(of: "Ali Baba") }
    queue.cancelAllOperations()
    queue.isSuspended = false
    await #expect(throws: PromiseError.self) { try await text.value }
  }
}
