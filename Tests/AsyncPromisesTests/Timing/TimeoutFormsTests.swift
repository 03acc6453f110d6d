// Timeout.swift: deadlines.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("timeout: deadlines", .inScope, .timeLimit(.minutes(10)))
struct TimeoutFormsTests {
  private let clock = ManualClock()
  private let limit = Duration.seconds(5)

  @Test(
    "G2: promises with the same deadline are rejected at that instant, whenever they were created")
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

  @Test("G2: a deadline in the past expires immediately")
  func passed() async {
    await clock.advance(by: limit)
    let (source, resolver) = Promise<Int>.pending()
    let late = source.timeout(at: clock.now.advanced(by: .seconds(-1)), clock: clock)
    #expect(await late.timeLimit == .seconds(-1))
    #expect(clock.sleeperCount == 0)
    withExtendedLifetime(resolver) {}
  }

  @Test("G2: an outcome before the deadline is passed on, on the system's clock too")
  func beforeDeadline() async throws {
    let deadline = ContinuousClock.now + .seconds(3_600)
    #expect(try await Promise { 1 }.timeout(at: deadline).get() == 1)
    await #expect(throws: TestError.first) {
      try await Promise<Int> { throw TestError.first }.timeout(at: deadline).get()
    }
  }

  // MARK: tolerance

  @Test("G: a clock passed by the caller receives the tolerance of each timer")
  func tolerance() async throws {
    let tolerant = TolerantClock(base: clock)
    let (source, resolver) = Promise<Int>.pending()
    let promises = [
      Promise.delay(for: limit, tolerance: .seconds(1), clock: tolerant),
      Promise.fulfilled(()).delay(by: limit, tolerance: .seconds(2), clock: tolerant),
      source.timeout(after: limit, tolerance: .seconds(3), clock: tolerant).map { _ in },
      source.timeout(at: clock.now.advanced(by: limit), tolerance: .seconds(4), clock: tolerant).map
      { _ in },
    ]
    await clock.sleepers(4)
    #expect(Set(tolerant.tolerances.entries) == Set((1...4).map { .seconds($0) }))
    for promise in promises { promise.cancel() }
    withExtendedLifetime(resolver) {}
  }
}

/// Records the tolerances of its sleepers.
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
