// Calls that take a clock, with clocks that fail, wake early, go back or move when they are read.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("Clocks", .timeLimit(.minutes(10)))
struct ClockTests {
  enum Habit: CaseIterable {
    case throwsAtOnce, throwsAtTheSecondSleep, throwsCancellation, wakesEarly, goesBack, jumps,
      moves, standsStill, stops
  }

  /// A clock whose time passes only when a task sleeps, and that misbehaves in one way.
  final class OddClock: Clock, Sendable {
    typealias Duration = Swift.Duration

    struct Instant: InstantProtocol {
      var time: Duration
      func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
      func duration(to other: Instant) -> Duration { other.time - time }
      static func < (a: Instant, b: Instant) -> Bool { a.time < b.time }
    }

    private let habit: Habit
    private let time = Locked(Duration.zero)
    let asked = Journal<Duration>()

    init(_ habit: Habit) { self.habit = habit }

    var now: Instant {
      time.withLock {
        if habit == .moves { $0 += .seconds(1) }
        return Instant(time: $0)
      }
    }

    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      asked.write(deadline.time)
      let count = asked.count
      let left = time.withLock { deadline.time - $0 }
      switch habit {
      case .throwsAtOnce: throw TestError.second
      case .throwsAtTheSecondSleep where count > 1: throw TestError.second
      case .throwsCancellation: throw CancellationError()
      case .wakesEarly, .throwsAtTheSecondSleep: time.withLock { $0 += left / 2 }
      case .standsStill: break
      case .stops: time.withLock { if count < 3 { $0 += .seconds(1) } }
      case .goesBack where count < 3: time.withLock { $0 -= .seconds(3) }
      case .jumps: time.withLock { $0 += left * 10 }
      case .goesBack, .moves: time.withLock { $0 = max($0, deadline.time) }
      }
      // Halving the remaining time would never end.
      if habit == .wakesEarly, count > 3 { time.withLock { $0 = deadline.time } }
    }
  }

  private static func fails(_ habit: Habit) -> Bool {
    switch habit {
    case .throwsAtOnce, .throwsAtTheSecondSleep, .throwsCancellation: true
    case .wakesEarly, .goesBack, .jumps, .moves, .standsStill, .stops: false
    }
  }

  private func isClockError(_ error: any Error, _ habit: Habit) -> Bool {
    habit == .throwsCancellation
      ? error is CancellationError : error as? TestError == .second
  }

  @Test("G G5: a delay ends, or fails with the error of its clock", arguments: Habit.allCases)
  func delays(habit: Habit) async throws {
    for isDerived in [false, true] {
      let clock = OddClock(habit)
      let delay =
        isDerived
        ? Promise.fulfilled(1).delay(by: .seconds(5), clock: clock).map { _ in }
        : Promise.delay(for: .seconds(5), clock: clock)
      switch await delay.result {
      case .success:
        #expect(!Self.fails(habit))
        #expect(Set(clock.asked.entries).count == 1)
        if habit == .standsStill { #expect(clock.asked.count == 1) }
        if habit == .stops { #expect(clock.asked.count == 3) }
      case .failure(let error): #expect(Self.fails(habit) && isClockError(error, habit))
      }
    }
  }

  @Test("G5: a timeout expires, or fails with the error of its clock", arguments: Habit.allCases)
  func limits(habit: Habit) async throws {
    for isDeadline in [false, true] {
      let clock = OddClock(habit)
      let (gate, resolver) = Promise<Int>.pending()
      let limited =
        isDeadline
        ? gate.timeout(at: .init(time: .seconds(100)), clock: clock)
        : gate.timeout(after: .seconds(100), clock: clock)
      switch await limited.result {
      case .success: #expect(Bool(false))
      case .failure(PromiseError.timedOut): #expect(!Self.fails(habit) || isDeadline)
      case .failure(let error): #expect(Self.fails(habit) && isClockError(error, habit))
      }
      if isDeadline { #expect(Set(clock.asked.entries) == [.seconds(100)]) }
      resolver.fulfill(1)
    }
  }

  @Test(
    "G3 G5: a retry whose clock fails during a pause fails with the last attempt's error",
    arguments: Habit.allCases)
  func retries(habit: Habit) async throws {
    let (clock, attempts) = (OddClock(habit), Journal<Int>())
    let retried = Promise<Int>.retry(
      maxAttempts: 4, backoff: .constant(.seconds(5)), clock: clock
    ) { attempt in
      attempts.write(attempt)
      throw TestError.first
    }
    await #expect(throws: TestError.first) { try await retried.value }
    #expect(attempts.count == (Self.fails(habit) ? 1 : 4))
  }

  @Test("G5: a timeout whose clock never wakes settles with its source")
  func silent() async throws {
    let clock = ManualClock()
    let (gate, resolver) = Promise<Int>.pending()
    let limited = gate.timeout(after: .seconds(5), clock: clock)
    resolver.fulfill(1)
    #expect(try await limited.value == 1)
  }
}
