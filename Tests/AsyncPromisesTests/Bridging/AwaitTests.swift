// Await.swift: awaiting the outcome in a task.

import TestSupport
import Testing

@testable import AsyncPromises

@Suite("Await", .timeLimit(.minutes(10)))
struct AwaitTests {
  @Test(
    "C1: `value` and `result` return the outcome, whenever the promise settles",
    arguments: SettleTime.allCases)
  func outcome(time: SettleTime) async throws {
    let good = Subject(.success(1), time)
    let bad = Subject<Int>(.failure(TestError.first), time)
    async let value = good.promise.value
    async let success = good.promise.result
    async let failure = bad.promise.result
    await good.settle()
    await bad.settle()
    #expect(try await value == 1)
    #expect(try await success.get() == 1)
    await #expect(throws: TestError.first) { try await bad.promise.value }
    let result = await failure
    #expect(throws: TestError.first) { try result.get() }
  }

  @Test("C1: the value may be Void or nil")
  func empty() async throws {
    try await Promise.fulfilled.value
    #expect(try await Promise<Int?>.fulfilled(nil).value == nil)
  }

  @Test("C1: a settled promise returns its outcome even in a cancelled task")
  func settledInCancelledTask() async throws {
    #expect(try await inCancelledTask { try await Promise.fulfilled(1).value } == 1)
    await #expect(throws: TestError.first) {
      try await inCancelledTask { try await Promise<Int>.rejected(TestError.first).value }
    }
  }

  @Test("C1: a settled promise returns its outcome without suspending, on the caller's actor")
  @MainActor
  func settledWithoutSuspension() async throws {
    let journal = Journal<String>()
    let other = Task { @MainActor in journal.write("other") }
    #expect(try await Promise.fulfilled(1).value == 1)
    _ = await Promise<Int>.rejected(TestError.first).result
    #expect(MainQueue.isCurrent)
    journal.write("mine")
    await other.value
    #expect(journal.entries == ["mine", "other"])
  }

  @Test("C1: a wait on an actor resumes on that actor", arguments: [SettleTime.atOnce, .later])
  func actorAfterSuspension(time: SettleTime) async throws {
    let subject = Subject(.success(1), time)
    async let onMain = valueOnMain(subject.promise)
    async let onDesk = Desk().value(of: subject.promise)
    await subject.settle()
    #expect(try await onMain == 1)
    #expect(try await onDesk == 1)
  }

  @Test(
    "C1: a task is already waiting when its actor runs the next job", arguments: [false, true])
  @MainActor
  func begunOnActor(isBackedByTask: Bool) async throws {
    for _ in 0..<20 {
      let (gate, resolver) = Promise<Int>.pending()
      let promise = isBackedByTask ? Promise { try await gate.value } : gate
      let waiting = Task { @MainActor in try await promise.value }
      let next = Task { @MainActor in promise.cell.consumerCount }
      #expect(await next.value == 1)
      resolver.fulfill(1)
      #expect(try await waiting.value == 1)
    }
  }

  @MainActor
  private func valueOnMain(_ promise: Promise<Int>) async throws -> Int {
    let value = try await promise.value
    #expect(MainQueue.isCurrent)
    return value
  }

  // MARK: Cancelled waiters

  @Test("C2: a cancelled wait ends immediately, and the promise stays pending")
  func cancelled() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let waiting = await startWaiting(for: promise)
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(promise.resultIfSettled == nil)
    #expect(resolver.fulfill(1))
    #expect(try await promise.value == 1)
  }

  @Test("C2: other waiting tasks and consumers aren't affected")
  func othersContinue() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let derived = promise.map { $0 + 1 }
    var waiting: [Task<Int, any Error>] = []
    for _ in 0..<5 { waiting.append(await startWaiting(for: promise)) }
    for index in [0, 2, 4] { waiting[index].cancel() }
    for index in [0, 2, 4] {
      await #expect(throws: CancellationError.self) { try await waiting[index].value }
    }
    #expect(promise.resultIfSettled == nil)
    #expect(resolver.fulfill(1))
    #expect(try await waiting[1].value == 1)
    #expect(try await waiting[3].value == 1)
    #expect(try await derived.value == 2)
  }

  @Test("C2: the `result` of a cancelled wait is a failure with CancellationError")
  func cancelledResult() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let result = try await inCancelledTask { await promise.result }
    #expect(throws: CancellationError.self) { try result.get() }
    withExtendedLifetime(resolver) {}
  }

  @Test("E3: cancelling the last waiting task cancels neither the promise nor its producer")
  func lastWaiter() async throws {
    let (gate, open) = Promise<Int>.pending()
    let promise = Promise { try await gate.value }
    let waiting = await startWaiting(for: promise)
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(promise.resultIfSettled == nil)
    open.fulfill(1)
    #expect(try await promise.value == 1)
  }

  @Test("C3: a task that has already been cancelled doesn't wait")
  func cancelledBefore() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    await #expect(throws: CancellationError.self) {
      try await inCancelledTask { try await promise.value }
    }
    #expect(promise.resultIfSettled == nil)
    #expect(resolver.fulfill(1))
  }

  @Test("C3: settling and cancelling at the same time produce exactly one of the two outcomes")
  func settleAgainstCancel() async {
    for _ in 0..<200 {
      let (promise, resolver) = Promise<Int>.pending()
      let waiting = Task { await promise.result }
      async let settled = resolver.fulfill(1)
      async let cancelled: Void = waiting.cancel()
      #expect(await settled)
      await cancelled
      switch await waiting.value {
      case .success(let value): #expect(value == 1)
      case .failure(let error): #expect(error is CancellationError)
      }
    }
  }

  @Test("C3: a waiting task that is cancelled after it has been resumed gets the value")
  @MainActor
  func cancelledTooLate() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let waiting = await startWaiting(for: promise)
    // The waiting task is resumed on this actor, so it runs after this code.
    resolver.fulfill(1)
    waiting.cancel()
    #expect(try await waiting.value == 1)
  }

  @Test("C3: when a waiting task resumes, the promise is already settled")
  func readAfterWakeUp() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let waiting = await startWaiting(for: promise) { _ in #expect(promise.resultIfSettled != nil) }
    resolver.fulfill(1)
    #expect(try await waiting.value == 1)
  }
}

extension Desk {
  /// Waits on the desk, and checks that the wait resumes there.
  fileprivate func value(of promise: Promise<Int>) async throws -> Int {
    let value = try await promise.value
    enter()
    return value
  }
}
