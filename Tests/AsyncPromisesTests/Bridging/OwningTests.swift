// E5: a promise owns the work that its closure starts, in every call whose closure returns a
// promise.

import AsyncPromisesSharing
import AsyncPromisesTesting
import TestSupport
import Testing

@testable import AsyncPromises

@Suite("Owning", .inScope, .timeLimit(.minutes(10)))
struct OwningTests {
  @Test("E5: settles like the promise that the closure returns", arguments: Starter.allCases)
  func settles(_ starter: Starter) async throws {
    #expect(try await starter.start(.fulfilled(7)).get() == 7)
    #expect(await starter.start(.rejected(TestError.second)).settledOutcome == .rejected(.second))
    let late = WantedWork()
    let outer = starter.start(late.promise)
    #expect(late.resolver.fulfill(8))
    #expect(try await outer.value == 8)
  }

  @Test(
    "E5: is rejected with the error that the closure throws",
    arguments: Starter.allCases.filter(\.isAsynchronous))
  func closureThrows(_ starter: Starter) async {
    let outer = starter.start { throw TestError.second }
    #expect(await outer.settledOutcome == .rejected(.second))
  }

  @Test("E5 E2: a cancelled promise withdraws from the work", arguments: Starter.allCases)
  func cancelled(_ starter: Starter) async throws {
    let work = WantedWork()
    let (begun, begin) = Promise<Void>.pending()
    let outer = starter.start(work.promise) { begin.fulfill() }
    try await begun.value
    try await expectCancellation(of: work, by: outer)
  }

  @Test(
    "E5 E2: a task cancelled before it starts still starts the work, and withdraws from it",
    arguments: Starter.allCases.filter { $0.startsTask })
  func cancelledTask(_ starter: Starter) async throws {
    let work = WantedWork()
    try await expectCancellation(of: work, by: starter.start(work.promise))
  }

  /// Cancels `outer`, and waits until it has withdrawn from the work.
  private func expectCancellation(of work: WantedWork, by outer: Promise<Int>) async throws {
    #expect(outer.cancel())
    #expect(outer.isRejectedByCancellation)
    try await work.cancelled.value
    #expect(work.promise.isAbandoned)
    withExtendedLifetime(work) {}
  }

  @Test(
    "E5 E2: a handler whose promise is cancelled before its turn is skipped and starts no work",
    arguments: Starter.allCases.filter { $0.isHandler })
  func cancelledHandler(_ starter: Starter) async throws {
    let work = WantedWork()
    let steps = Journal<Int>()
    let (turn, begin) = Promise<Void>.pending()
    let outer = starter.start(work.promise, inTurnOf: turn) { steps.write(1) }
    // This chain is at least as long as the handler's and registered later, so it ends last.
    let younger = turn.map {}.map { steps.write(2) }
    #expect(outer.cancel())
    #expect(outer.isRejectedByCancellation)
    begin.fulfill()
    try await younger.value
    #expect(steps.entries == [2])
    #expect(work.resolver.fulfill(1))
  }

  @Test("E5 E2: an operation whose caller leaves before it starts isn't started")
  @MainActor func cancelledFlight() async throws {
    let flight = SingleFlight<Int, Int>()
    let outer = flight.run(for: 0) { @MainActor in
      Issue.record("The operation was started.")
      return 0
    }
    #expect(outer.cancel())
    // Callers join in the order of their calls.
    #expect(try await flight.run(for: 1) { 1 }.get() == 1)
  }

  @Test("E5 E2: work with other consumers continues", arguments: Starter.allCases)
  func othersContinue(_ starter: Starter) async throws {
    let work = WantedWork()
    let (begun, begin) = Promise<Void>.pending()
    let other = work.promise.map { $0 + 1 }
    let outer = starter.start(work.promise) { begin.fulfill() }
    try await begun.value
    outer.cancel()
    #expect(work.promise.resultIfSettled == nil)
    #expect(work.resolver.fulfill(1))
    #expect(try await other.value == 2)
  }

  @Test("E5 G2: a timeout withdraws from the work", arguments: Starter.allCases)
  func timedOut(_ starter: Starter) async throws {
    let clock = ManualClock()
    let work = WantedWork()
    let (begun, begin) = Promise<Void>.pending()
    let outer = starter.start(work.promise) { begin.fulfill() }
      .timeout(after: .seconds(1), clock: clock)
    try await begun.value
    await clock.advance(by: .seconds(1))
    #expect(await outer.timeLimit == .seconds(1))
    try await work.cancelled.value
    withExtendedLifetime(work) {}
  }

  @Test("E5 E4: a cancelled loser withdraws from the work", arguments: Starter.allCases)
  func loses(_ starter: Starter) async throws {
    let work = WantedWork()
    let (begun, begin) = Promise<Void>.pending()
    let (winner, win) = Promise<Int>.pending()
    let outer = starter.start(work.promise) { begin.fulfill() }
    let race = Promise.race(outer, winner, remaining: .cancel)
    try await begun.value
    win.fulfill(0)
    #expect(try await race.value == 0)
    try await work.cancelled.value
    withExtendedLifetime(work) {}
  }

  @Test(
    "E5: a cancelled promise withdraws from a promise that the closure returns later",
    arguments: Starter.allCases.filter(\.isAsynchronous))
  func returnsLate(_ starter: Starter) async throws {
    let work = WantedWork()
    let (begun, begin) = Promise<Void>.pending()
    let (gate, open) = Promise<Void>.pending()
    let outer = starter.start {
      begin.fulfill()
      // A separate task doesn't notice the cancellation.
      try await Task { try await gate.value }.value
      return work.promise
    }
    try await begun.value
    outer.cancel()
    open.fulfill()
    try await work.cancelled.value
    withExtendedLifetime(work) {}
  }

  @Test("E5 B6: retains neither the closure nor the work", arguments: Starter.allCases)
  func released(_ starter: Starter) async throws {
    let (outer, freed) = tracking { object in
      starter.start(.fulfilled(1)) { object.use() }
    }
    _ = try await outer.value
    try await freed.value
    withExtendedLifetime(outer) {}
  }

  // MARK: Several pieces of work

  @Test("E5 G3: an attempt lasts until its promise settles, and a rejected one is repeated")
  func attempts() async throws {
    let works = [WantedWork(), WantedWork(), WantedWork()]
    let attempts = Journal<Int>()
    let outer = Promise.retry(maxAttempts: 3) { attempt in
      attempts.write(attempt)
      return works[attempt - 1].promise
    }
    works[0].resolver.reject(TestError.first)
    works[1].resolver.reject(TestError.first)
    works[2].resolver.fulfill(5)
    #expect(try await outer.value == 5)
    #expect(attempts.entries == [1, 2, 3])
  }

  @Test("E5 G3: an attempt that something else cancels isn't repeated")
  func cancelledAttempt() async {
    let attempts = Journal<Int>()
    let outer = Promise.retry(maxAttempts: 3) { attempt -> Promise<Int> in
      attempts.write(attempt)
      return .rejected(CancellationError())
    }
    _ = await outer.result
    #expect(outer.isRejectedByCancellation)
    #expect(attempts.entries == [1])
  }

  @Test("E5 F2: the first failure of a map withdraws from the other work and starts no more")
  func map() async throws {
    let works = [WantedWork(), WantedWork(), WantedWork()]
    let (begun, begin) = Promise<Void>.pending()
    let outer = Promise.map(0..<3, concurrency: 2) { index in
      if index == 1 { begin.fulfill() }
      return works[index].promise
    }
    try await begun.value
    works[0].resolver.reject(TestError.first)
    #expect(await outer.map { $0[0] }.settledOutcome == .rejected(.first))
    try await works[1].cancelled.value
    #expect(works[2].promise.resultIfSettled == nil)
    withExtendedLifetime(works) {}
  }

  @Test("E5 F2: accepts an empty collection, and keeps the order of the items")
  func mapOrder() async throws {
    #expect(try await Promise.map([Int]()) { .fulfilled($0) as Promise<Int> }.get() == [])
    let works = [WantedWork(), WantedWork()]
    let outer = Promise.map(0..<2) { works[$0].promise }
    works[1].resolver.fulfill(1)
    works[0].resolver.fulfill(0)
    #expect(try await outer.value == [0, 1])
  }

  @Test("E5 E2: the last caller to leave a flight withdraws from its work; earlier ones don't")
  func flight() async throws {
    let flight = SingleFlight<Int, Int>()
    let work = WantedWork()
    let (begun, begin) = Promise<Void>.pending()
    let first = flight.run(for: 0) {
      begin.fulfill()
      return work.promise
    }
    try await begun.value
    let second = await flight.joined(for: 0) { 0 }
    first.cancel()
    #expect(work.promise.resultIfSettled == nil)
    second.cancel()
    try await work.cancelled.value
    withExtendedLifetime(work) {}
  }

  @Test("E5: a multi-statement closure without a result is an ordinary operation")
  func nothing() async throws {
    let steps = Journal<Int>()
    let promise: Promise<Void> = Promise {
      steps.write(1)
      await Task.yield()
      steps.write(2)
    }
    try await promise.value
    let retried: Promise<Void> = Promise.retry(maxAttempts: 2) { attempt in
      steps.write(2 + attempt)
      if attempt == 1 { throw TestError.first }
    }
    try await retried.value
    #expect(steps.entries == [1, 2, 3, 4])
  }

  private typealias Get = @Sendable () async throws -> Promise<Int>

  /// The promise of a call whose closure returns that same promise.
  private func returningItself(_ call: (@escaping Get) -> Promise<Int>) -> Promise<Int> {
    let (own, gate) = (Locked<Promise<Int>?>(nil), Gate())
    let promise = call {
      try await gate.pass()
      return own.withLock { $0 } ?? .fulfilled(0)
    }
    own.withLock { $0 = promise }
    gate.open()
    return promise
  }

  @Test("F4: a retry whose own closure returns its promise is rejected as a cycle")
  func itself() async {
    let promise = returningItself { get in
      Promise.retry(maxAttempts: 1) { _ in try await get() }
    }
    #expect(await promise.settledOutcome == .cycle)
  }

  @Test("F4: an operation of a limiter, a flight or a cache that returns its promise ends if left")
  func sharedItself() async throws {
    let (limiter, flight) = (PromiseLimiter(limit: 1), SingleFlight<Int, Int>())
    let cache = PromiseCache<Int, Int>()
    let promises = [
      returningItself { get in limiter.run { try await get() } },
      returningItself { get in flight.run(for: 1) { try await get() } },
      returningItself { get in cache.value(for: 1) { try await get() } },
    ]
    for promise in promises { promise.cancel() }
    #expect(try await limiter.run { 2 }.get() == 2)
    #expect(try await flight.run(for: 1) { 2 }.get() == 2)
    cache.remove(1)
    #expect(try await cache.value(for: 1) { 2 }.get() == 2)
  }
}

extension Starter {
  /// Whether the call creates a task, which runs even if it was cancelled before it started.
  fileprivate var startsTask: Bool {
    switch self {
    case .promise, .retry: true
    default: false
    }
  }
}
