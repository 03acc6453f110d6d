// Timeout.swift: either an outcome in time, or an error at the limit.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("timeout", .inScope, .timeLimit(.minutes(10)))
struct TimeoutTests {
  private let clock = ManualClock()
  private let limit = Duration.seconds(5)
  private let instant = Duration.nanoseconds(1)

  // MARK: In time

  @Test(
    "G2: an outcome that arrives in time is passed on, and frees the timer immediately",
    arguments: Settlement.allCases)
  func inTime(settlement: Settlement) async {
    let (source, resolver) = Promise<Int>.pending()
    let derived = source.timeout(after: limit, clock: clock)
    await clock.sleepers(1)
    await clock.advance(by: limit - instant)
    #expect(clock.offsets == [limit])
    #expect(derived.resultIfSettled == nil)
    resolver.resolve(with: settlement.result)
    #expect(clock.sleeperCount == 0)
    #expect(await derived.settledOutcome == settlement.outcome)
    await clock.advance(by: limit)
    #expect(derived.outcome == settlement.outcome)
  }

  @Test("G2: an outcome before the timer's task starts leaves no timer")
  func beforeStart() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let derived = (0..<100).map { _ in source.timeout(after: limit, clock: clock) }
    resolver.fulfill(1)
    for promise in derived { #expect(try await promise.value == 1) }
    let last = Promise.delay(for: .seconds(7), clock: clock)
    await clock.sleepers(1)
    #expect(clock.offsets == [.seconds(7)])
    last.cancel()
  }

  @Test(
    "G2: a settled promise's outcome is passed on, whatever the limit, without a timer",
    arguments: Settlement.allCases, [Duration.seconds(5), .zero, .seconds(-1), .seconds(Int64.max)])
  func settledAlready(settlement: Settlement, limit: Duration) {
    let derived = Promise(settlement.result).timeout(after: limit, clock: clock)
    #expect(derived.outcome == settlement.outcome)
    #expect(clock.sleeperCount == 0)
  }

  @Test(
    "G2: a huge limit doesn't overflow",
    arguments: [Duration.seconds(Int64.max), .seconds(1 << 40)])
  func hugeLimit(limit: Duration) async {
    let (source, resolver) = Promise<Int>.pending()
    let derived = source.timeout(after: limit, clock: clock)
    let ofSystem = source.timeout(after: limit)
    await clock.sleepers(1)
    #expect(clock.offsets == [.seconds(100 * 365 * 86_400)])
    await clock.advance(by: .seconds(50 * 365 * 86_400))
    #expect(derived.resultIfSettled == nil)
    #expect(ofSystem.resultIfSettled == nil)
    resolver.fulfill(1)
    #expect(await derived.settledOutcome == .fulfilled(1))
    #expect(await ofSystem.settledOutcome == .fulfilled(1))
    #expect(clock.sleeperCount == 0)
  }

  // MARK: Too late

  @Test("G2 E2: at the limit, work without other consumers stops; the error contains the limit")
  func timeUp() async {
    let (source, resolver) = Promise<Int>.pending()
    let (stopped, stop) = Promise<Void>.pending()
    resolver.onCancel { stop.fulfill() }
    let derived = source.timeout(after: limit, clock: clock)
    await clock.advance(by: limit)
    #expect(await derived.timeLimit == limit)
    _ = await stopped.result
    #expect(source.isAbandoned)
    #expect(!resolver.fulfill(1))
    #expect(await derived.timeLimit == limit)
    await clock.noSleepers()
  }

  @Test("G2: the limit counts from the call, even if the timer's task starts late")
  func deadlineOnce() async {
    await clock.advance(by: .seconds(10))
    let (source, resolver) = Promise<Int>.pending()
    let (gate, open) = Promise<Void>.pending()
    let derived = source.timeout(after: limit, clock: LateClock(base: clock, gate: gate))
    await clock.advance(by: .seconds(1))
    open.fulfill()
    await clock.sleepers(1)
    #expect(clock.offsets == [.seconds(15)])
    await clock.advance(by: .seconds(4))
    #expect(await derived.timeLimit == limit)
    withExtendedLifetime(resolver) {}
  }

  @Test("G2 E2: at the limit, work with other consumers continues")
  func othersContinue() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let other = source.map { $0 + 1 }
    let patient = source.timeout(after: .seconds(6), clock: clock)
    let waiting = await startWaiting(for: source)
    let derived = source.timeout(after: limit, clock: clock)
    await clock.sleepers(2)
    await clock.advance(by: limit)
    #expect(await derived.timeLimit == limit)
    #expect(source.resultIfSettled == nil)
    #expect(patient.resultIfSettled == nil)
    #expect(resolver.fulfill(1))
    #expect(try await other.value == 2)
    #expect(try await patient.value == 1)
    #expect(try await waiting.value == 1)
    #expect(clock.sleeperCount == 0)
  }

  @Test(
    "G2: on the system's clock, a timeout is on time even if the work ignores its cancellation")
  func ofSystem() async throws {
    let desk = WorkGate(1)
    let work = Promise { try await desk.stubbornWork(on: 0) }
    #expect(await work.timeout(after: .milliseconds(50)).timeLimit == .milliseconds(50))
    try await desk.cancelled(0)
    #expect(!desk.hasEnded(0))
    desk.finish(0)
    #expect(try await desk.wasCancelled(0))
    #expect(work.isAbandoned)
  }

  @Test(
    "G2: a zero or negative limit expires immediately, without a timer",
    arguments: [Duration.zero, .nanoseconds(-1), .seconds(-5), .seconds(Int64.min)])
  func noLimit(limit: Duration) async throws {
    let (alone, aloneResolver) = pendingWork()
    let derived = alone.timeout(after: limit, clock: clock)
    #expect(derived.resultIfSettled != nil)
    #expect(await derived.timeLimit == limit)
    #expect(alone.isAbandoned)
    let (shared, sharedResolver) = Promise<Int>.pending()
    let other = shared.map { $0 }
    #expect(await shared.timeout(after: limit, clock: clock).timeLimit == limit)
    #expect(sharedResolver.fulfill(1))
    #expect(try await other.value == 1)
    #expect(clock.sleeperCount == 0)
    withExtendedLifetime(aloneResolver) {}
  }

  // MARK: Cancellation

  @Test("G2 E2: cancelling the promise frees the timer immediately and withdraws from the source")
  func cancelled() async {
    for downstream in [false, true] {
      let (source, resolver) = pendingWork()
      let derived = source.timeout(after: limit, clock: clock)
      await clock.sleepers(1)
      #expect(downstream ? derived.map { $0 }.cancel() : derived.cancel())
      #expect(clock.sleeperCount == 0)
      #expect(derived.isStopped)
      #expect(source.isAbandoned)
      withExtendedLifetime(resolver) {}
    }
  }

  @Test("E2: cancelling the promise doesn't stop a source with other consumers")
  func cancelledShared() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let other = source.map { $0 }
    let derived = source.timeout(after: limit, clock: clock)
    #expect(derived.cancel())
    #expect(source.resultIfSettled == nil)
    resolver.fulfill(1)
    #expect(try await other.value == 1)
    #expect(derived.isRejectedByCancellation)
    #expect(clock.sleeperCount == 0)
  }

  @Test("E1 G2: a cancelled source passes its cancellation on and frees the timer immediately")
  func sourceCancelled() async {
    let (source, resolver) = Promise<Int>.pending()
    let derived = source.timeout(after: limit, clock: clock)
    await clock.sleepers(1)
    #expect(source.cancel())
    #expect(clock.sleeperCount == 0)
    #expect(await derived.settledOutcome == .cancelled)
    withExtendedLifetime(resolver) {}
  }

  // MARK: Combinations

  @Test("G2 A2: if the source settles at the deadline, it or the timeout wins, for all consumers")
  func sameMoment() async throws {
    for round in 0..<(isStressRun ? 500 : 50) {
      let clock = ManualClock()
      let (source, resolver) = Promise<Int>.pending()
      let derived = source.timeout(after: limit, clock: clock)
      let seen = Journal<Outcome>()
      let (told, tell) = Promise<Void>.pending()
      let handled = derived.finally {}.map { $0 }
      derived.whenSettled {
        seen.write(Outcome($0))
        tell.fulfill()
      }
      await clock.sleepers(1)
      async let settled = Task.detached {
        // In every other round, the source settles when the timer wakes up.
        if round.isMultiple(of: 2) { await clock.noSleepers() }
        return resolver.fulfill(1)
      }.value
      await clock.advance(by: limit)
      let outcome = await derived.settledOutcome
      if outcome == .fulfilled(1) {
        #expect(await settled)
      } else {
        #expect(await derived.timeLimit == limit)
        _ = await settled
      }
      #expect(await handled.settledOutcome == outcome)
      try await told.value
      #expect(derived.outcome == outcome)
      #expect(seen.entries == [outcome])
      await clock.noSleepers()
    }
  }

  @Test("G2: the shorter of two nested limits applies, inside or outside, and no timer remains")
  func nested() async {
    for shorterIsInside in [true, false] {
      let (source, resolver) = pendingWork()
      let limits: [Duration] =
        shorterIsInside ? [.seconds(2), .seconds(9)] : [.seconds(9), .seconds(2)]
      let inner = source.timeout(after: limits[0], clock: clock)
      let outer = inner.timeout(after: limits[1], clock: clock)
      await clock.sleepers(2)
      await clock.advance(by: .seconds(2))
      #expect(await outer.timeLimit == .seconds(2))
      await clock.noSleepers()
      #expect(await source.settledOutcome == .abandoned)
      if shorterIsInside {
        #expect(await inner.timeLimit == .seconds(2))
      } else {
        #expect(await inner.settledOutcome == .abandoned)
      }
      withExtendedLifetime(resolver) {}
    }
  }

  @Test("G2: a value passes through nested limits and frees both timers immediately")
  func nestedInTime() async {
    let (source, resolver) = Promise<Int>.pending()
    let inner = source.timeout(after: .seconds(9), clock: clock)
    let outer = inner.timeout(after: .seconds(2), clock: clock)
    await clock.sleepers(2)
    resolver.fulfill(1)
    #expect(clock.sleeperCount == 0)
    #expect(await outer.settledOutcome == .fulfilled(1))
  }

  @Test("A3 G2: the source starts to follow another promise, which settles in time")
  func followingInTime() async {
    let (inner, innerResolver) = Promise<Int>.pending()
    let (source, resolver) = Promise<Int>.pending()
    let derived = source.timeout(after: limit, clock: clock)
    await clock.sleepers(1)
    resolver.follow(inner)
    await clock.advance(by: .seconds(4))
    #expect(derived.resultIfSettled == nil)
    innerResolver.fulfill(1)
    #expect(clock.sleeperCount == 0)
    #expect(await derived.settledOutcome == .fulfilled(1))
  }

  @Test(
    "A3 G2 E2: at the limit, the timeout withdraws from the promise that the source follows",
    arguments: [true, false])
  func followingTooLate(isShared: Bool) async throws {
    let (inner, innerResolver) = pendingWork()
    let other = isShared ? inner.map { $0 } : nil
    let (source, resolver) = Promise<Int>.pending()
    let (stopped, stop) = Promise<Void>.pending()
    resolver.onCancel { stop.fulfill() }
    let derived = source.timeout(after: limit, clock: clock)
    resolver.follow(inner)
    await clock.advance(by: limit)
    #expect(await derived.timeLimit == limit)
    // Until the timeout has withdrawn from the source, awaiting it would add a consumer.
    try await stopped.value
    #expect(await source.settledOutcome == .abandoned)
    if !isShared { #expect(await inner.settledOutcome == .abandoned) }
    #expect(innerResolver.fulfill(1) == isShared)
    if let other { #expect(try await other.value == 1) }
  }
}
