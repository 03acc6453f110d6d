// Async.swift: tasks that wait for promises and guarantees.

import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

@Suite("async()", .timeLimit(.minutes(10)))
struct AsyncTests {
  @Test("returns the outcome", arguments: Settlement.allCases, SettleTime.allCases)
  func promise(settlement: Settlement, time: SettleTime) async throws {
    let waiting = try await time.observe(settlement) { promise in
      Task { await promise.settled() }
    }
    #expect(await waiting.value == settlement.outcome)
  }

  @Test("returns the value of a guarantee", arguments: SettleTime.allCases)
  func guarantee(time: SettleTime) async throws {
    let (guarantee, resolve) = Guarantee<Int>.pending()
    let boxed = Unchecked(resolve)
    let waiting = try await time.observe {
      Task { await guarantee.async() }
    } settle: {
      boxed.value(1)
    }
    #expect(await waiting.value == 1)
  }

  @Test("works while the main queue is blocked")
  func blockedMainQueue() async throws {
    let (blocked, goOn) = (Gate(), Gate())
    DispatchQueue.main.async {
      blocked.open()
      goOn.block()
    }
    defer { goOn.open() }
    try await blocked.pass()
    let (promise, resolver) = Promise<Int>.pending()
    let (guarantee, resolve) = Guarantee<Int>.pending()
    async let outcome = promise.settled()
    async let value = guarantee.async()
    resolver.fulfill(1)
    resolve(2)
    #expect(await outcome == .fulfilled(1))
    #expect(await value == 2)
  }

  // MARK: Cancelled tasks

  @Test("a cancelled task stops waiting immediately; the promise continues")
  func cancelledWaiter() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let waiting = Task { try await promise.async() }
    let other = Task { try await promise.async() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(promise.isPending)
    resolver.fulfill(1)
    #expect(await promise.settled() == .fulfilled(1))
    #expect(try await other.value == 1)
  }

  @Test("a cancelled task gets an outcome that is already settled")
  func settledAlready() async throws {
    let (value, error) = (Promise.value(1), Promise<Int>(error: TestError.first))
    let outcomes = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await [value.settled(), error.settled()]
    }
    #expect(await outcomes.value == [.fulfilled(1), .rejected(.first)])
  }

  @Test("a cancelled task that waits for a guarantee continues to wait")
  func guaranteeInCancelledTask() async {
    let (guarantee, resolve) = Guarantee<Int>.pending()
    let waiting = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await guarantee.async()
    }
    resolve(1)
    #expect(await waiting.value == 1)
  }

  // MARK: Order

  @MainActor
  @Test("B3: on the main actor, it returns after the handlers that were added earlier")
  func order() async throws {
    let order = Journal<Int>()
    Promise.value(1).done { order.write($0) }.cauterize()
    let (value, failure) = (Promise.value(2), Promise<Int>(error: TestError.first))
    value.done { order.write($0) }.cauterize()
    #expect(try await value.async() == 2)
    #expect(order.entries == [1, 2])
    failure.catch { _ in order.write(3) }
    #expect(await failure.settled() == .rejected(.first))
    #expect(order.entries == [1, 2, 3])
    let guarantee = Guarantee.value(4)
    guarantee.done { order.write($0) }
    #expect(await guarantee.async() == 4)
    #expect(order.entries == [1, 2, 3, 4])
  }
}
