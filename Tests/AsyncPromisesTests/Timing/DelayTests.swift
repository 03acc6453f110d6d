// Delay.swift: promises that are fulfilled after some time, and values that are passed on late.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("delay", .inScope, .timeLimit(.minutes(10)))
struct DelayTests {
  private static let none: [Duration] = [
    .zero, .nanoseconds(-1), .seconds(-5), .seconds(Int64.min),
  ]
  private static let huge: [Duration] = [
    .seconds(Int64.max), Duration(secondsComponent: Int64.max, attosecondsComponent: 1),
    .seconds(200 * 365 * 86_400),
  ]
  private static let hundredYears = Duration.seconds(100 * 365 * 86_400)

  private let clock = ManualClock()
  private let instant = Duration.nanoseconds(1)

  // MARK: delay(for:)

  @Test("G1: is fulfilled when the clock reaches the deadline, and not earlier")
  func onTime() async throws {
    let delay = Promise.delay(for: .seconds(2), clock: clock)
    await clock.sleepers(1)
    await clock.advance(by: .seconds(2) - instant)
    #expect(clock.offsets == [.seconds(2)])
    #expect(delay.resultIfSettled == nil)
    await clock.advance(by: instant)
    #expect(clock.sleeperCount == 0)
    try await delay.value
  }

  @Test("G1: the deadline counts from the call, even if the timer's task starts late")
  func deadlineOnce() async throws {
    await clock.advance(by: .seconds(10))
    let (gate, open) = Promise<Void>.pending()
    let delay = Promise.delay(for: .seconds(2), clock: LateClock(base: clock, gate: gate))
    await clock.advance(by: .seconds(1))
    open.fulfill()
    await clock.sleepers(1)
    #expect(clock.offsets == [.seconds(12)])
    let (laterGate, openLater) = Promise<Void>.pending()
    let passed = Promise.delay(for: .seconds(1), clock: LateClock(base: clock, gate: laterGate))
    await clock.advance(by: .seconds(1))
    openLater.fulfill()
    try await delay.value
    try await passed.value
  }

  @Test("G1: several delays end in the order of their deadlines")
  func several() async throws {
    let delays = [3, 1, 2].map { Promise.delay(for: .seconds($0), clock: clock) }
    await clock.sleepers(3)
    #expect(clock.offsets == [.seconds(1), .seconds(2), .seconds(3)])
    for ended in [1, 2, 0] {
      #expect(delays[ended].resultIfSettled == nil)
      await clock.advance(by: .seconds(1))
      try await delays[ended].value
    }
  }

  @Test("G1: a zero or negative delay ends immediately, without a timer", arguments: none)
  func noTime(duration: Duration) {
    let delay = Promise.delay(for: duration, clock: clock)
    #expect(delay.resultIfSettled != nil)
    #expect(!delay.cancel())
    #expect(clock.sleeperCount == 0)
  }

  @Test("G1: a huge duration doesn't overflow: it lasts a hundred years", arguments: huge)
  func hugeTime(duration: Duration) async throws {
    await clock.advance(by: .seconds(1))
    let delay = Promise.delay(for: duration, clock: clock)
    await clock.sleepers(1)
    #expect(clock.offsets == [.seconds(1) + Self.hundredYears])
    await clock.advance(by: Self.hundredYears)
    try await delay.value
  }

  @Test("G1: a huge duration doesn't overflow the system's clocks either", arguments: huge)
  func hugeTimeOfSystem(duration: Duration) async throws {
    let delays = [
      Promise.delay(for: duration), Promise.delay(for: duration, clock: SuspendingClock()),
    ]
    try await otherWork()
    for delay in delays {
      #expect(delay.resultIfSettled == nil)
      #expect(delay.cancel())
      #expect(delay.isRejectedByCancellation)
    }
  }

  @Test("G1: cancelling a delay, or the last promise derived from it, immediately frees the timer")
  func cancelled() async {
    for downstream in [false, true] {
      let delay = Promise.delay(for: .seconds(2), clock: clock)
      await clock.sleepers(1)
      #expect(downstream ? delay.done {}.cancel() : delay.cancel())
      #expect(clock.sleeperCount == 0)
      #expect(delay.isStopped)
    }
  }

  @Test("G1: a delay that is cancelled before its task starts leaves no timer")
  func cancelledEarly() async {
    let delays = (0..<100).map { _ in Promise.delay(for: .seconds(2), clock: clock) }
    let last = Promise.delay(for: .seconds(3), clock: clock)
    for delay in delays { delay.cancel() }
    await clock.sleepers(1)
    #expect(clock.offsets == [.seconds(3)])
    last.cancel()
    #expect(clock.sleeperCount == 0)
    for delay in delays { #expect(delay.isRejectedByCancellation) }
  }

  @Test("E3: a released delay ends, and its handler runs")
  func dropped() async throws {
    let (seen, resolver) = Promise<Void>.pending()
    Promise.delay(for: .seconds(2), clock: clock).done { resolver.fulfill() }
    await clock.sleepers(1)
    await clock.advance(by: .seconds(2))
    try await seen.value
  }

  // MARK: delay(by:)

  @Test("G1: delays a value", arguments: SettleTime.allCases)
  func value(time: SettleTime) async throws {
    let subject = Subject(.success(1), time)
    let derived = subject.promise.delay(by: .seconds(3), clock: clock)
    await subject.settle()
    await clock.sleepers(1)
    await clock.advance(by: .seconds(3) - instant)
    #expect(clock.offsets == [.seconds(3)])
    #expect(derived.resultIfSettled == nil)
    await clock.advance(by: instant)
    #expect(try await derived.value == 1)
  }

  @Test("G1: the delay counts from the fulfilment")
  func fromFulfilment() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let derived = source.delay(by: .seconds(3), clock: clock)
    await clock.advance(by: .seconds(5))
    #expect(clock.sleeperCount == 0)
    resolver.fulfill(1)
    await clock.sleepers(1)
    #expect(clock.offsets == [.seconds(8)])
    await clock.advance(by: .seconds(3))
    #expect(try await derived.value == 1)
  }

  @Test("G1: immediately passes a rejection on, unwrapped", arguments: SettleTime.allCases)
  func rejection(time: SettleTime) async {
    let subject = Subject<Int>(.failure(TestError.first), time)
    let derived = subject.promise.delay(by: .seconds(3), clock: clock)
    await subject.settle()
    await #expect(throws: TestError.first) { try await derived.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test("G1: a zero or negative delay adds nothing", arguments: none)
  func byNothing(duration: Duration) async throws {
    #expect(try await Promise.fulfilled(1).delay(by: duration, clock: clock).get() == 1)
    #expect(clock.sleeperCount == 0)
  }

  @Test("G1: a huge delay doesn't overflow", arguments: huge)
  func byHugeTime(duration: Duration) async throws {
    let source = Promise.fulfilled(1)
    let derived = source.delay(by: duration, clock: clock)
    await clock.sleepers(1)
    // The next handler has run, so the handler that started the timer has ended.
    _ = try await source.map { $0 }.get()
    #expect(clock.offsets == [Self.hundredYears])
    #expect(derived.cancel())
    #expect(clock.sleeperCount == 0)
  }

  @Test("G1 E2: cancelling the delay before the value arrives leaves the source")
  func cancelledBefore() async throws {
    let (alone, aloneResolver) = pendingWork()
    #expect(alone.delay(by: .seconds(3), clock: clock).cancel())
    #expect(alone.isAbandoned)
    let (shared, sharedResolver) = Promise<Int>.pending()
    let other = shared.map { $0 }
    let derived = shared.delay(by: .seconds(3), clock: clock)
    #expect(derived.cancel())
    #expect(derived.isRejectedByCancellation)
    #expect(sharedResolver.fulfill(1))
    #expect(try await other.value == 1)
    #expect(clock.sleeperCount == 0)
    withExtendedLifetime(aloneResolver) {}
  }

  @Test("G1 E2: cancelling after the value arrives frees the timer; the source keeps its value")
  func cancelledAfter() async throws {
    for downstream in [false, true] {
      let source = Promise.fulfilled(1)
      let derived = source.delay(by: .seconds(3), clock: clock)
      let other = source.delay(by: .seconds(4), clock: clock)
      await clock.sleepers(2)
      #expect(downstream ? derived.map { $0 }.cancel() : derived.cancel())
      #expect(clock.sleeperCount == 1)
      #expect(derived.isStopped)
      await clock.advance(by: .seconds(4))
      #expect(try await other.value == 1)
      #expect(source.outcome == .fulfilled(1))
    }
  }
}
