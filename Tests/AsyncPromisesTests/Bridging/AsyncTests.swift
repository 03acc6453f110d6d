// Async.swift: a promise backed by a task.

import TestSupport
import Testing

@testable import AsyncPromises

@Suite("Promise { async }", .timeLimit(.minutes(10)))
struct AsyncTests {
  @TaskLocal static var marker = "none"

  @Test("D1: a promise lets go of its task when the work has ended")
  func endedTask() async throws {
    #expect(try await letsGo(Promise { 1 }))
    #expect(try await letsGo(Promise.immediate { 1 }))
    #expect(try await letsGo(Promise(onLateValue: { _ in }) { 1 }))
    #expect(try await letsGo(Promise.fulfilled(1).map(.async) { $0 }))
    #expect(try await letsGo(Promise.retry(maxAttempts: 1) { $0 }))
    #expect(try await letsGo(Promise.map(0..<3) { $0 }))
    #expect(try await letsGo(Promise.mapSettled(0..<3) { $0 }))
  }

  private func letsGo(_ promise: Promise<some Sendable>) async throws -> Bool {
    _ = try await promise.value
    try await promise.waitForOperation()
    return promise.cell.task == nil
  }

  @Test("D1: is fulfilled with the result of the operation, or rejected with its error")
  func outcome() async throws {
    #expect(try await Promise { 1 }.get() == 1)
    #expect(try await Promise { () async throws -> Int in 1 }.get() == 1)
    try await Promise { () async in }.get()
    let failing = Promise<Int> { () async throws -> Int in throw TestError.first }
    await #expect(throws: TestError.first) { try await failing.value }
  }

  @Test("D1: the operation starts even without consumers")
  func startsAtOnce() async throws {
    let (started, start) = Promise<Void>.pending()
    _ = Promise { () async in _ = start.fulfill() }
    try await started.value
  }

  @Test("D1: the operation runs where it was written: on the main actor")
  @MainActor
  func onMain() async throws {
    #expect(try await Promise { () async in MainQueue.isCurrent }.get())
  }

  @Test("D1: the operation runs where it was written: on another global actor")
  @TestActor
  func onGlobalActor() async throws {
    try await Promise { () async in TestActor.preconditionIsolated() }.get()
  }

  @Test("D1: the operation runs where it was written: on an actor")
  func onActor() async throws {
    try await Desk().enterInPromise().get()
  }

  @Test("D1: a nonisolated operation doesn't run on an actor")
  nonisolated func nowhere() async throws {
    #expect(try await !Promise { () async in MainQueue.isCurrent }.value)
  }

  @Test("D1: the operation inherits the priority and the task-locals of its context")
  func inherited() async throws {
    let inherited = try await Task(priority: .low) {
      try await AsyncTests.$marker.withValue("set") {
        // The result arrives through another promise: awaiting this one might raise its priority.
        let (seen, see) = Promise<(TaskPriority, String)>.pending()
        _ = Promise { () async in
          _ = see.fulfill((Task.basePriority ?? .high, AsyncTests.marker))
        }
        return try await seen.value
      }
    }.value
    #expect(inherited.0 == .low)
    #expect(inherited.1 == "set")
  }

  @Test("D1: the operation has the requested priority")
  func ownPriority() async throws {
    let (seen, see) = Promise<TaskPriority?>.pending()
    _ = Promise(priority: .background) { () async in _ = see.fulfill(Task.basePriority) }
    #expect(try await seen.value == .background)
  }

  @Test("D1: the task has the requested name")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func name() async throws {
    #expect(try await Promise(name: "work") { () async in Task.name }.get() == "work")
  }

  @Test("D1: cancelling the task that creates the promise doesn't cancel the operation")
  func notAChild() async throws {
    let (gate, open) = Promise<Int>.pending()
    let promise = try await inCancelledTask { Promise { try await gate.value } }
    open.fulfill(1)
    #expect(try await promise.value == 1)
  }

  @Test("D1: values that aren't Sendable can be sent into the operation")
  func sent() async throws {
    final class Counter { var count = 0 }
    let counter = Counter()
    let promise = Promise { () async -> Int in
      counter.count += 1
      return counter.count
    }
    #expect(try await promise.value == 1)
  }

  // MARK: Cancellation

  @Test("E1: cancelling rejects immediately and cancels the task")
  func cancelled() async throws {
    let (ended, end) = Promise<Bool>.pending()
    let (started, start) = Promise<Void>.pending()
    let (never, keep) = Promise<Void>.pending()
    let promise = Promise {
      start.fulfill()
      defer { end.fulfill(Task.isCancelled) }
      try await never.value
    }
    try await started.value
    #expect(promise.cancel())
    #expect(promise.isRejectedByCancellation)
    #expect(try await ended.value)
    withExtendedLifetime(keep) {}
  }

  @Test("E1: cancelling a promise before its task has started cancels the task")
  @MainActor
  func cancelledBeforeStart() async throws {
    let (ended, end) = Promise<Bool>.pending()
    // The task can't start before this code suspends.
    let promise = Promise { () async in _ = end.fulfill(Task.isCancelled) }
    #expect(promise.cancel())
    #expect(try await ended.value)
    #expect(promise.isRejectedByCancellation)
  }

  @Test("E2: the task is cancelled when the last consumer leaves")
  func withdrawn() async throws {
    let (ended, end) = Promise<Bool>.pending()
    let (never, keep) = Promise<Void>.pending()
    let promise = Promise {
      defer { end.fulfill(Task.isCancelled) }
      try await never.value
    }
    #expect(promise.map { $0 }.tap { _ in }.cancel())
    #expect(promise.isAbandoned)
    #expect(try await ended.value)
    withExtendedLifetime(keep) {}
  }

  @Test("E1: the outcome of the operation after a cancellation is ignored")
  func lateResult() async throws {
    let (gate, open) = Promise<Void>.pending()
    let (promise, freed) = tracking { object in
      Promise { () async -> Int in
        await Task { _ = await gate.result }.value
        object.use()
        return 1
      }
    }
    promise.cancel()
    open.fulfill()
    try await freed.value
    #expect(promise.isRejectedByCancellation)
  }

  @Test("B6: the operation is released when it has ended, even if the promise lives on")
  func released() async throws {
    let (promise, freed) = tracking { object in
      Promise { () async -> Int in
        object.use()
        return 1
      }
    }
    try await freed.value
    #expect(try await promise.value == 1)
  }

  @Test("B6: a main-actor operation is released on the main actor")
  func releasedOnMain() async throws {
    let freedOnMain = await MainActor.run {
      let (object, freedOnMain) = Located.make()
      _ = Promise { @MainActor () async in object.use() }
      return freedOnMain
    }
    #expect(try await freedOnMain.value)
  }
}

extension Desk {
  fileprivate func enterInPromise() -> Promise<Void> {
    Promise { () async in self.enter() }
  }
}
