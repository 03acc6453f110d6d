// SharedSleep.swift: how many tasks sleep for the timers of the continuous clock.

import TestSupport
import Testing

@testable import AsyncPromises

@Suite("Shared sleep", .timeLimit(.minutes(10)))
struct SharedSleepTests {
  @Test("G1: short delays beside a long one leave no sleeping task behind")
  func shortBesideLong() {
    let time = TestTime()
    let fired = Journal<Int>()
    let long = time.timer(after: .seconds(3_600)) { fired.write(-1) }
    for round in 0..<1_000 {
      _ = time.timer(after: .milliseconds(1)) { fired.write(round) }
      time.wakeNext()
    }
    #expect(fired.entries == Array(0..<1_000))
    #expect(time.sleepCount == 1)
    long.stop()
    time.end()
  }

  @Test("G1: timers with shorter and shorter delays, stopped or not, share few sleeps")
  func shorterAndShorter() {
    let time = TestTime()
    for second in (1...3_600).reversed() {
      let timer = time.timer(after: .seconds(second)) {}
      if second.isMultiple(of: 2) { timer.stop() }
    }
    // Four sleeps end at a deadline. Halving an hour 22 times leaves less than a millisecond.
    #expect(time.sleepCount <= 4 + 22)
    time.end()
  }

  @Test("G1: a limit slightly shorter than the sleep under way wakes once, and the long one once")
  func slightlyShorter() {
    let time = TestTime()
    for seconds in [30.0, 29.9] { _ = time.timer(after: .seconds(seconds)) {} }
    var wakeUps = 0
    while time.sleepCount > 0 {
      time.wakeNext()
      wakeUps += 1
    }
    #expect(wakeUps == 2)
  }

  @Test("G: timers that share sleeps fire on time, in the order of their deadlines")
  func onTime() {
    let time = TestTime()
    let fired = Journal<Int>()
    for index in 1...100 {
      let second = index * 37 % 101
      _ = time.timer(after: .seconds(second)) {
        #expect(time.elapsed == .seconds(second))
        fired.write(second)
      }
    }
    while fired.count < 100, time.sleepCount > 0 { time.wakeNext() }
    #expect(fired.entries == Array(1...100))
  }

  @Test("A6 G1: what was started and stopped is let go after a few more, by a job")
  func stoppedTimers() {
    let time = TestTime()
    weak var first: Timer?
    for number in 0..<1_000 {
      let timer = time.timer(after: .seconds(number.isMultiple(of: 2) ? 3_600 : 7_200)) {}
      if number == 0 { first = timer }
      timer.stop()
    }
    #expect(first == nil)
    #expect(time.jobCount <= 1 + 1_000 / 64)
    time.end()
  }

  @Test("A6 G1: a timer that is due no earlier than others starts no job")
  func laterTimers() {
    let time = TestTime()
    let timers = (0..<1_000).map { time.timer(after: .seconds(60 + $0)) {} }
    #expect(time.jobCount == 1)
    for timer in timers { timer.stop() }
    time.end()
  }

  static let seeds = (0..<(isStressRun ? 300 : 10)).map { runSeed &+ $0 }

  @Test("G1 G2: long and short timers, started and stopped at random", arguments: seeds)
  func atRandom(seed: UInt64) {
    let (time, fired) = (TestTime(), Journal<Int>())
    var random = SplitMix64(seed)
    var due: [Duration] = []
    var waiting: [Int: Timer] = [:]
    var expected: [Int] = []
    for _ in 0..<500 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        let number = due.count
        // From a millisecond to an hour, with each order of magnitude equally likely.
        let after = Duration.milliseconds(
          Int.random(in: 1...(1 << Int.random(in: 0...22, using: &random)), using: &random))
        due.append(time.elapsed + after)
        waiting[number] = time.timer(after: after) { fired.write(number) }
      case 2:
        let number = waiting.keys.sorted().randomElement(using: &random)
        number.map { waiting.removeValue(forKey: $0)?.stop() }
      default:
        time.wakeNext()
        let now = waiting.keys.filter { due[$0] <= time.elapsed }.sorted { due[$0] < due[$1] }
        for number in now { waiting[number] = nil }
        expected += now
      }
      #expect(
        fired.entries.map { due[$0] } == expected.map { due[$0] },
        "\(again(with: seed)) SharedSleep")
      #expect(Set(fired.entries) == Set(expected), "\(again(with: seed)) SharedSleep")
      #expect(time.sleepCount <= 4 + 24, "\(again(with: seed)) SharedSleep")
    }
    for timer in waiting.values { timer.stop() }
    time.end()
    #expect(fired.count == expected.count, "\(again(with: seed)) SharedSleep")
  }
}

/// A clock that the test controls, and the jobs that would sleep on it.
private final class TestTime: Sendable {
  private typealias Turn = @Sendable () -> SharedSleep.Time?

  private struct State {
    var now: SharedSleep.Time = 0
    var jobCount = 0
    var sleeping: [(until: SharedSleep.Time, turn: Turn)] = []
  }

  private let state: Locked<State>
  private let sleep: SharedSleep

  init() {
    let state = Locked(State())
    self.state = state
    sleep = SharedSleep(
      now: { state.withLock { $0.now } },
      startJob: { first, turn in
        state.withLock { $0.jobCount += 1 }
        Self.run(turn, at: first, state)
      })
  }

  private static func run(
    _ turn: @escaping Turn, at first: SharedSleep.Time, _ state: Locked<State>
  ) {
    let isDue = state.withLock { first <= $0.now }
    guard let next = isDue ? turn() : first else { return }
    state.withLock { $0.sleeping.append((next, turn)) }
  }

  var elapsed: Duration { .nanoseconds(state.withLock { $0.now }) }

  var sleepCount: Int { state.withLock { $0.sleeping.count } }

  /// How many jobs have been started.
  var jobCount: Int { state.withLock { $0.jobCount } }

  func timer(after duration: Duration, _ fired: @escaping @Sendable () -> Void) -> Timer {
    sleep.start(after: duration) { _ in fired() }
  }

  /// Wakes all sleeping jobs. Until this is called, sleeps and waiting timers retain the closures
  /// that they would call.
  func end() {
    while sleepCount > 0 { wakeNext() }
  }

  /// Moves the time to the next wake-up, and wakes the job that is due.
  func wakeNext() {
    let next = state.withLock { state in
      let index = state.sleeping.indices.min { state.sleeping[$0].until < state.sleeping[$1].until }
      return index.map { index in
        let next = state.sleeping.remove(at: index)
        state.now = max(state.now, next.until)
        return next
      }
    }
    if let next { Self.run(next.turn, at: 0, state) }
  }
}
