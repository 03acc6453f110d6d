// ManualClock.swift: its time and its sleepers. Nothing here depends on tracking.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("ManualClock", .inScope, .oneAtATime, .timeLimit(.minutes(10)))
struct ManualClockTests {
  private typealias Instant = ManualClock.Instant

  private let clock = ManualClock()
  private let executor = OneByOne()
  private let notes = Notes<Int>()

  /// Sleeps in a new task.
  private func sleeper(for duration: Duration) -> Task<Void, any Error> {
    Task { [clock] in try await clock.sleep(for: duration) }
  }

  // MARK: Time

  @Test("T4: time starts at zero and moves only as far as it is advanced")
  func now() async {
    #expect(clock.now.offset == .zero)
    for (step, sum) in [(1.5, 1.5), (0, 1.5), (3600, 3601.5)] {
      await clock.advance(by: .seconds(step))
      #expect(clock.now.offset == .seconds(sum))
    }
    await clock.advance(by: clock.minimumResolution)
    let tick = Duration(secondsComponent: 0, attosecondsComponent: 1)
    #expect(clock.now.offset == .seconds(3601.5) + tick)
    #expect(clock.deadlines.isEmpty)
  }

  @Test("T4: instants can be moved, subtracted, compared and described")
  func instants() {
    let start = clock.now
    let later = start.advanced(by: .seconds(5))
    #expect(later.offset == .seconds(5))
    #expect(start.duration(to: later) == .seconds(5))
    #expect(later.duration(to: start) == .seconds(-5))
    #expect(later.advanced(by: .seconds(-5)) == start)
    #expect(start < later)
    #expect(!(later < start))
    #expect(!(start < start))
    #expect(Set([start, later, later.advanced(by: .zero)]).count == 2)
    #expect(later.description == "5.0 seconds after the start")
  }

  @Test("T4: a sleep until an instant already reached ends immediately", arguments: [0, -1, -100])
  func alreadyReached(seconds: Int) async throws {
    await clock.advance(by: .seconds(10))
    try await clock.sleep(until: clock.now.advanced(by: .seconds(seconds)))
    try await clock.sleep(until: clock.now.advanced(by: .seconds(seconds)), tolerance: .seconds(1))
    try await clock.sleep(for: .seconds(seconds))
    #expect(clock.now.offset == .seconds(10))
    #expect(clock.deadlines.isEmpty)
  }

  @Test("T4: a negative advance traps with a message")
  func negative() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await ManualClock().advance(by: .seconds(-2))
    }
    #if DEBUG
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      let sentence =
        "A clock can't go back by 2.0 seconds: make a new clock to start over."
      #expect(output.contains(sentence))
    #else
      #expect(result != nil)
    #endif
  }

  // MARK: Waking up

  @Test("T4: a sleeper wakes up at its deadline, not an instant earlier")
  func onTime() async throws {
    let tick = clock.minimumResolution
    let sleeper = sleeper(for: .seconds(2))
    await clock.nextSleeper()
    await clock.advance(by: .zero)
    await clock.advance(by: .seconds(2) - tick)
    #expect(clock.deadlines.map(\.offset) == [.seconds(2)])
    await clock.advance(by: .zero)
    #expect(clock.deadlines.count == 1)
    await clock.advance(by: tick)
    #expect(clock.deadlines.isEmpty)
    try await sleeper.value
    #expect(clock.now.offset == .seconds(2))
  }

  @Test("T4: a tolerance doesn't prolong a sleep")
  func tolerance() async throws {
    let sleeper = Task { [clock] in
      try await clock.sleep(for: .seconds(2), tolerance: .seconds(100))
    }
    await clock.nextSleeper()
    await clock.advance(by: .seconds(2))
    try await sleeper.value
  }

  @Test("T4: sleepers wake in the order of their deadlines; equal ones, first come, first served")
  func order() async throws {
    let count = isStressRun ? 2_000 : 200
    var generator = SplitMix64(runSeed)
    var deadlines: [Int] = []
    var tasks: [Task<Void, any Error>] = []
    for index in 0..<count {
      let seconds = Int.random(in: 1...100, using: &generator)
      deadlines.append(seconds)
      tasks.append(
        executor.start { [clock, notes] in
          try await clock.sleep(for: .seconds(seconds))
          notes.write(index)
        })
    }
    await clock.sleepers(count)
    #expect(clock.deadlines == clock.deadlines.sorted())
    await clock.advance(by: .seconds(100))
    for task in tasks { try await task.value }
    let expected = deadlines.indices.sorted { (deadlines[$0], $0) < (deadlines[$1], $1) }
    #expect(notes.entries == expected, "\(again()) ManualClock")
    #expect(clock.deadlines.isEmpty)
  }

  @Test("T4: each of several advances wakes exactly the sleepers that are due")
  func steps() async throws {
    let sleepers = [30, 10, 20, 10].map { sleeper(for: .seconds($0)) }
    await clock.sleepers(4)
    #expect(clock.deadlines.map(\.offset) == [10, 10, 20, 30].map { .seconds($0) })
    await clock.advance(by: .seconds(15))
    #expect(clock.deadlines.map(\.offset) == [20, 30].map { .seconds($0) })
    try await sleepers[1].value
    try await sleepers[3].value
    await clock.advance(by: .seconds(5))
    #expect(clock.deadlines.map(\.offset) == [.seconds(30)])
    try await sleepers[2].value
    await clock.advance(by: .seconds(3600))
    try await sleepers[0].value
    #expect(clock.now.offset == .seconds(3620))
  }

  @Test("T4: two clocks are independent")
  func twoClocks() async throws {
    let other = ManualClock()
    let sleeper = sleeper(for: .seconds(1))
    let otherSleeper = Task { try await other.sleep(for: .seconds(1)) }
    await clock.nextSleeper()
    await other.nextSleeper()
    await other.advance(by: .seconds(60))
    try await otherSleeper.value
    #expect(clock.now.offset == .zero)
    #expect(clock.deadlines.map(\.offset) == [.seconds(1)])
    #expect(other.deadlines.isEmpty)
    await clock.advance(by: .seconds(1))
    try await sleeper.value
    #expect(other.now.offset == .seconds(60))
  }

  // MARK: Cancelled sleeps

  @Test("T4: a cancelled sleep ends immediately and removes the sleeper; the others keep sleeping")
  func cancelledSleep() async throws {
    let sleepers = (1...3).map { sleeper(for: .seconds($0)) }
    await clock.sleepers(3)
    sleepers[1].cancel()
    #expect(clock.deadlines.map(\.offset) == [.seconds(1), .seconds(3)])
    await #expect(throws: CancellationError.self) { try await sleepers[1].value }
    #expect(clock.now.offset == .zero)
    await clock.advance(by: .seconds(3))
    try await sleepers[0].value
    try await sleepers[2].value
  }

  @Test("T4: a task that is already cancelled doesn't sleep, and throws even if the time is up")
  func cancelledBefore() async throws {
    for duration in [Duration.seconds(2), .zero, .seconds(-1)] {
      let sleeper = Task { [clock] in
        withUnsafeCurrentTask { $0?.cancel() }
        try await clock.sleep(for: duration)
      }
      await #expect(throws: CancellationError.self) { try await sleeper.value }
      #expect(clock.deadlines.isEmpty)
    }
  }

  @Test("T4 E1: a sleep that is cancelled and woken at the same moment ends once, either way")
  func cancelledAndWoken() async {
    for round in 1...(isStressRun ? 500 : 50) {
      let sleeper = sleeper(for: .seconds(1))
      await clock.nextSleeper()
      async let cancelled: Void = Task.detached { sleeper.cancel() }.value
      await clock.advance(by: .seconds(1))
      await cancelled
      if case .failure(let error) = await sleeper.result { #expect(error is CancellationError) }
      #expect(clock.deadlines.isEmpty)
      #expect(clock.now.offset == .seconds(round))
    }
  }

  @Test("T4 E1 G3: cancelling a pausing retry, a delay or a timeout removes the sleeper")
  func cancelledPromises() async {
    let (source, resolver) = Promise<Void>.pending()
    let promises = [
      Promise.retry(maxAttempts: 2, backoff: .constant(.seconds(1)), clock: clock) { _ in
        throw PromiseError.invalid
      },
      Promise.delay(for: .seconds(2), clock: clock),
      source.timeout(after: .seconds(3), clock: clock),
    ]
    await clock.sleepers(3)
    for (index, promise) in promises.enumerated() {
      #expect(promise.cancel())
      #expect(clock.deadlines.map(\.offset) == (index + 1..<3).map { .seconds($0 + 1) })
    }
    withExtendedLifetime(resolver) {}
  }
}
