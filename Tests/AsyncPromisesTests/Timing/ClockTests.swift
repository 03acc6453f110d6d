// Clocks as existentials: what a class keeps as `clock`, beside libc's function of that name.

import AsyncPromisesTesting
import Foundation
import TestSupport
import Testing

@testable import AsyncPromises

@Suite("Clocks", .inScope, .timeLimit(.minutes(10)))
struct ClockTests {
  /// A class as an application has it, whose clock a test replaces.
  final class Model: Sendable {
    let clock: any Clock<Duration>
    let attempts = Journal<Int>()

    init(clock: any Clock<Duration> = ContinuousClock()) {
      self.clock = clock
    }

    func pause() -> Promise<Void> {
      Promise.delay(for: .seconds(1), clock: clock)
    }

    func calm(_ promise: Promise<Int>) -> Promise<Int> {
      promise.delay(by: .seconds(2), clock: clock)
    }

    func limited(_ promise: Promise<Int>) -> Promise<Int> {
      promise.timeout(after: .seconds(3), clock: clock)
    }

    func stubborn() -> Promise<Int> {
      Promise.retry(maxAttempts: 2, backoff: .constant(.seconds(4)), clock: clock) { attempt in
        self.attempts.write(attempt)
        guard attempt == 2 else { throw TestError.first }
        return attempt
      }
    }

    func stubbornPromise() -> Promise<Int> {
      Promise.retry(maxAttempts: 2, backoff: .constant(.seconds(4)), clock: clock) { attempt in
        self.attempts.write(attempt)
        return Promise<Int>(attempt == 2 ? .success(attempt) : .failure(TestError.first))
      }
    }
  }

  private let clock = ManualClock()
  private var model: Model { Model(clock: clock) }

  @Test("G G1: delay(for:) waits by the clock of a property")
  func delayFor() async throws {
    let pause = model.pause()
    await clock.sleepers(1)
    #expect(clock.offsets == [.seconds(1)])
    #expect(pause.resultIfSettled == nil)
    await clock.advance(by: .seconds(1))
    try await pause.value
  }

  @Test("G G1: delay(by:) waits by the clock of a property, a rejection does not")
  func delayBy() async throws {
    let calm = model.calm(.fulfilled(1))
    await clock.sleepers(1)
    #expect(clock.offsets == [.seconds(2)])
    await clock.advance(by: .seconds(2))
    #expect(try await calm.value == 1)
    #expect(await model.calm(.rejected(TestError.first)).settledOutcome == .rejected(.first))
    #expect(clock.sleeperCount == 0)
  }

  @Test("G G2: timeout measures by the clock of a property, and frees its timer")
  func timeout() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let (late, lateResolver) = Promise<Int>.pending()
    let (stopped, stop) = Promise<Void>.pending()
    lateResolver.onCancel { stop.fulfill() }
    let limited = model.limited(source)
    let tooLate = model.limited(late)
    await clock.sleepers(2)
    #expect(clock.offsets == [.seconds(3), .seconds(3)])
    resolver.fulfill(1)
    #expect(try await limited.value == 1)
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .seconds(3))
    #expect(await tooLate.timeLimit == .seconds(3))
    try await stopped.value
    #expect(!lateResolver.fulfill(1))
  }

  @Test("G G3: retry pauses by the clock of a property", arguments: [true, false])
  func retry(returnsPromise: Bool) async throws {
    let model = model
    let result = returnsPromise ? model.stubbornPromise() : model.stubborn()
    await clock.sleepers(1)
    #expect(model.attempts.entries == [1])
    #expect(clock.offsets == [.seconds(4)])
    await clock.advance(by: .seconds(4))
    #expect(try await result.value == 2)
    #expect(model.attempts.entries == [1, 2])
  }

  @Test("G: cancelled, the timers of a clock that is an existential are freed at once")
  func cancelled() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let (model, value) = (model, Promise.fulfilled(1))
    let (pause, calm, limited) = (model.pause(), model.calm(value), model.limited(source))
    await clock.sleepers(3)
    // The turn of the next handler: the one that has started the timer of `calm` has ended.
    _ = try await value.map { $0 }.get()
    #expect(pause.cancel())
    #expect(clock.sleeperCount == 2)
    #expect(calm.cancel())
    #expect(clock.sleeperCount == 1)
    #expect(limited.cancel())
    #expect(clock.sleeperCount == 0)
    withExtendedLifetime(resolver) {}
  }

  @Test("G: a clock of another type is a clock like any other, and so is the default")
  func others() async throws {
    let clocks: [any Clock<Duration>] = [ContinuousClock(), SuspendingClock(), clock]
    for clock in clocks {
      let delay = Promise.delay(for: .nanoseconds(1), clock: clock)
      if let clock = clock as? ManualClock { await clock.advance(by: .nanoseconds(1)) }
      try await delay.value
      #expect(
        try await Promise.fulfilled(1).timeout(after: .seconds(7200), clock: clock).get() == 1)
    }
    #expect(Model().calm(.fulfilled(1)).cancel())
  }

  @Test("G G1 G2: a continuous clock in an existential shares the sleep of all the others")
  func shared() async throws {
    let clock: any Clock<Duration> = ContinuousClock()
    let timers = (0..<100).map { index in
      tracking { object in
        Timer.start(clock, after: .seconds(3_600 - index), for: ValueCell<Void>()) { _ in
          object.use()
        }
      }
    }
    for (timer, _) in timers { #expect(timer is SharedTimer) }
    for (timer, _) in timers { timer.stop() }
    for (_, freed) in timers { try await freed.value }
    let other: any Clock<Duration> = SuspendingClock()
    let timer = Timer.start(other, after: .seconds(3_600), for: ValueCell<Void>()) { _ in }
    #expect(!(timer is SharedTimer))
    timer.stop()
  }
}
