// Timeout.swift: a value when the time is up, and limits by instant.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("timeout: fallbacks and deadlines", .inScope, .timeLimit(.minutes(10)))
struct TimeoutFormsTests {
  private let clock = ManualClock()
  private let limit = Duration.seconds(5)

  // MARK: timeout(after:or:)

  @Test("G2: what settles in time passes, and frees the timer", arguments: Settlement.allCases)
  func inTime(settlement: Settlement) async {
    let (source, resolver) = Promise<Int>.pending()
    let derived = source.timeout(after: limit, or: -1, clock: clock)
    await clock.sleepers(1)
    resolver.resolve(with: settlement.result)
    #expect(clock.sleeperCount == 0)
    #expect(await derived.settledOutcome == settlement.outcome)
  }

  @Test("G2 E2: time up: the fallback, and work that nobody else wants is cancelled")
  func timeUp() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let (stopped, stop) = Promise<Void>.pending()
    resolver.onCancel { stop.fulfill() }
    let derived = source.timeout(after: limit, or: -1, clock: clock)
    await clock.advance(by: limit)
    #expect(try await derived.value == -1)
    try await stopped.value
    #expect(source.isAbandoned)
    #expect(!resolver.fulfill(1))
    await clock.noSleepers()
  }

  @Test("G2: a limit of nothing, or less, gives the fallback at once", arguments: [0, -1, -5])
  func noLimit(seconds: Int) {
    let (source, resolver) = Promise<Int>.pending()
    let derived = source.timeout(after: .seconds(seconds), or: -1, clock: clock)
    #expect(derived.outcome == .fulfilled(-1))
    #expect(Promise.fulfilled(1).timeout(after: .zero, or: -1).outcome == .fulfilled(1))
    #expect(clock.sleeperCount == 0)
    withExtendedLifetime(resolver) {}
  }

  @Test("G2 E2: cancelled, it frees the timer at once, and withdraws")
  func cancelled() async {
    let (source, resolver) = pendingWork()
    let derived = source.timeout(after: limit, or: -1, clock: clock)
    await clock.sleepers(1)
    #expect(derived.cancel())
    #expect(clock.sleeperCount == 0)
    #expect(source.isAbandoned)
    withExtendedLifetime(resolver) {}
  }

  @Test("G2 B6: the fallback is let go as soon as the source settles")
  func lifetime() async throws {
    let (source, resolver) = Promise<Guest>.pending()
    let (freed, free) = Promise<Void>.pending()
    let derived = source.timeout(after: limit, or: Guest { free.fulfill() }, clock: clock)
    await clock.sleepers(1)
    #expect(freed.resultIfSettled == nil)
    resolver.fulfill(Guest {})
    _ = try await derived.value
    try await freed.value
  }

  // MARK: timeout(at:)

  @Test("G2: promises that share a deadline are rejected at that instant, whenever they came")
  func deadline() async {
    let deadline = clock.now.advanced(by: limit)
    let (source, resolver) = Promise<Int>.pending()
    let first = source.timeout(at: deadline, clock: clock)
    await clock.advance(by: .seconds(2))
    let second = source.timeout(at: deadline, clock: clock)
    await clock.sleepers(2)
    #expect(clock.offsets == [limit, limit])
    await clock.advance(by: .seconds(3))
    #expect(await first.timeLimit == limit)
    #expect(await second.timeLimit == .seconds(3))
    withExtendedLifetime(resolver) {}
  }

  @Test("G2: a deadline that has passed is up at once")
  func passed() async {
    await clock.advance(by: limit)
    let (source, resolver) = Promise<Int>.pending()
    let late = source.timeout(at: clock.now.advanced(by: .seconds(-1)), clock: clock)
    #expect(await late.timeLimit == .seconds(-1))
    #expect(clock.sleeperCount == 0)
    withExtendedLifetime(resolver) {}
  }

  @Test("G2: what settles before the deadline passes, on the clock of the system too")
  func beforeDeadline() async throws {
    let deadline = ContinuousClock.now + .seconds(3_600)
    #expect(try await Promise { 1 }.timeout(at: deadline).get() == 1)
    await #expect(throws: TestError.first) {
      try await Promise<Int> { throw TestError.first }.timeout(at: deadline).get()
    }
  }

  // MARK: tolerance

  @Test("G: a clock of the caller's is told by how much a timer may be late")
  func tolerance() async throws {
    let tolerant = TolerantClock(base: clock)
    let (source, resolver) = Promise<Int>.pending()
    let promises = [
      Promise.delay(for: limit, tolerance: .seconds(1), clock: tolerant),
      Promise.fulfilled(()).delay(by: limit, tolerance: .seconds(2), clock: tolerant),
      source.timeout(after: limit, tolerance: .seconds(3), clock: tolerant).map { _ in },
      source.timeout(after: limit, or: 1, tolerance: .seconds(4), clock: tolerant).map { _ in },
      source.timeout(at: clock.now.advanced(by: limit), tolerance: .seconds(5), clock: tolerant).map
      { _ in },
    ]
    await clock.sleepers(5)
    #expect(Set(tolerant.tolerances.entries) == Set((1...5).map { .seconds($0) }))
    for promise in promises { promise.cancel() }
    withExtendedLifetime(resolver) {}
  }
}

private final class Guest: Sendable {
  private let leave: @Sendable () -> Void

  init(_ leave: @escaping @Sendable () -> Void) { self.leave = leave }

  deinit { leave() }
}

/// Writes down by how much its sleepers may be late.
private struct TolerantClock: Clock {
  let base: ManualClock
  let tolerances = Journal<Duration?>()

  var now: ManualClock.Instant { base.now }

  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    tolerances.write(tolerance)
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}
