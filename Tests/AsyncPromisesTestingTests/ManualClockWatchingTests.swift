// ManualClock.swift: waits for sleepers, and concurrent advances.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("ManualClock: waits for sleepers", .inScope, .oneAtATime, .timeLimit(.minutes(10)))
struct ManualClockWatchingTests {
  private let clock = ManualClock()
  private let executor = OneByOne()

  /// Sleeps in a new task for each duration.
  private func sleep(for durations: Duration...) -> [Task<Void, any Error>] {
    durations.map { duration in Task { [clock] in try await clock.sleep(for: duration) } }
  }

  // MARK: Waiting for sleepers

  @Test("T4: nextSleeper returns immediately if there is a sleeper")
  func nextIsThere() async {
    let tasks = sleep(for: .seconds(1))
    await clock.nextSleeper()
    #expect(clock.deadlines.count == 1)
    // Nothing has happened in between: the second call returns for the same sleeper.
    await clock.nextSleeper()
    await clock.sleepers(1)
    await clock.sleepers(0)
    for task in tasks { task.cancel() }
  }

  @Test("T4: nextSleeper waits until there is a sleeper")
  func nextComes() async throws {
    let watches = (0..<10).map { _ in
      executor.start { [clock] in
        await clock.nextSleeper()
        return clock.deadlines.map(\.offset)
      }
    }
    try await executor.catchUp()
    let tasks = sleep(for: .seconds(7))
    for watch in watches { #expect(try await watch.value == [.seconds(7)]) }
    for task in tasks { task.cancel() }
  }

  @Test("T4: sleepers(_:) waits for a number of concurrent sleepers; woken ones don't count")
  func sleepers() async throws {
    let all = Notes<Int>()
    let watch = executor.start { [clock] in
      await clock.sleepers(3)
      all.write(3)
    }
    try await executor.catchUp()
    let two = sleep(for: .seconds(1), .seconds(2))
    await clock.sleepers(2)
    await clock.advance(by: .seconds(1))
    let third = sleep(for: .seconds(3))
    await clock.sleepers(2)
    try await executor.catchUp()
    #expect(all.entries.isEmpty)
    let fourth = sleep(for: .seconds(4))
    try await watch.value
    #expect(clock.deadlines.map(\.offset) == [.seconds(2), .seconds(4), .seconds(5)])
    for task in two + third + fourth { task.cancel() }
    #expect(clock.deadlines.isEmpty)
  }

  @Test("T4: noSleepers returns immediately, or when the last sleeper is woken or cancelled")
  func noSleepers() async throws {
    await clock.noSleepers()
    for cancels in [false, true] {
      let tasks = sleep(for: .seconds(1), .seconds(2))
      await clock.sleepers(2)
      let watch = executor.start { [clock] in
        await clock.noSleepers()
        return clock.deadlines.count
      }
      try await executor.catchUp()
      if cancels { for task in tasks { task.cancel() } }
      await clock.advance(by: .seconds(2))
      #expect(try await watch.value == 0)
    }
  }

  @Test("T4 E3: cancelling a wait for sleepers ends it")
  func cancelledWatch() async throws {
    let sleeping = sleep(for: .seconds(1))
    await clock.sleepers(1)
    let watches = [
      executor.start { [clock] in await clock.sleepers(2) },
      executor.start { [clock] in await clock.noSleepers() },
      Task { [clock] in
        withUnsafeCurrentTask { $0?.cancel() }
        await clock.sleepers(2)
      },
      Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await ManualClock().nextSleeper()
      },
    ]
    try await executor.catchUp()
    for watch in watches {
      watch.cancel()
      try await watch.value
    }
    #expect(clock.deadlines.map(\.offset) == [.seconds(1)])
    await clock.advance(by: .seconds(1))
    try await sleeping[0].value
  }

  // MARK: Concurrent advances

  @Test("T4: concurrent advances add up and lose no wake-up")
  func together() async throws {
    for round in 1...(isStressRun ? 100 : 5) {
      let sleepers = (1...10).map { step in
        Task { [clock] in try await clock.sleep(for: .seconds(step)) }
      }
      await clock.sleepers(10)
      await withTaskGroup { group in
        for _ in 1...10 { group.addTask { [clock] in await clock.advance(by: .seconds(1)) } }
      }
      #expect(clock.now.offset == .seconds(10 * round))
      #expect(clock.deadlines.isEmpty)
      for sleeper in sleepers { try await sleeper.value }
    }
  }

  @Test("T4: time never goes back, however many advances run concurrently")
  func neverBack() async {
    await withTaskGroup { group in
      for index in 0..<100 {
        group.addTask { [clock] in
          let before = clock.now
          await clock.advance(by: .milliseconds(index))
          let after = clock.now
          #expect(before.duration(to: after) >= .milliseconds(index))
        }
      }
    }
    #expect(clock.now.offset == .milliseconds(99 * 50))
  }

  @Test("T4: an advance in a task that is already cancelled doesn't move time")
  func cancelledAdvance() async throws {
    let tasks = sleep(for: .seconds(1))
    await clock.nextSleeper()
    await Task { [clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      await clock.advance(by: .seconds(60))
    }.value
    #expect(clock.now.offset == .zero)
    #expect(clock.deadlines.map(\.offset) == [.seconds(1)])
    await clock.advance(by: .seconds(1))
    try await tasks[0].value
  }
}
