// ManualClock.swift: no wake-up is lost, however the clock is advanced.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

@Suite("ManualClock in races", .oneAtATime, .timeLimit(.minutes(10)), .enabled(if: Tracking.isOn))
struct ManualClockRaceTests {
  private let clock = ManualClock()
  private let seconds = Notes<Duration>()

  // MARK: Work begun just before an advance

  @Test("T4: an advance always settles work that a task begins just before it")
  func lostWakeUps() async throws {
    let rounds = isStressRun ? 3_000 : 100
    let (source, resolver) = Promise<Int>.pending()
    // Without another consumer, the first timeout would cancel the source.
    let other = source.map { $0 }
    try await withPromiseScope { scope in
      for round in 0..<rounds {
        let begun = await Task { [clock] in Self.begin(round, clock, source) }.value
        await clock.advance(by: .seconds(3))
        #expect(begun.resultIfSettled != nil, "round \(round)")
      }
      try await scope.settle(within: .zero)
    }
    #expect(clock.deadlines.isEmpty)
    #expect(clock.now.offset == .seconds(3 * rounds))
    resolver.fulfill(1)
    #expect(try await other.value == 1)
  }

  /// Begins three seconds of work, of a different kind in successive rounds.
  private static func begin(
    _ round: Int, _ clock: ManualClock, _ source: Promise<Int>
  ) -> Promise<Int> {
    switch round % 6 {
    case 0:
      Promise.delay(for: .seconds(3), clock: clock).map { 1 }
    case 1:
      source.map { $0 }.timeout(after: .seconds(3), clock: clock).recover { _ in 1 }
    case 2:
      Promise.retry(maxAttempts: 3, backoff: .linear(.seconds(1)), clock: clock) { attempt in
        if attempt < 3 { throw PromiseError.invalid }
        return attempt
      }
    case 3:
      Promise {
        try await clock.sleep(for: .seconds(1))
        return try await Promise.fulfilled(1).delay(by: .seconds(2), clock: clock).get()
      }
    case 4:
      Promise { @MainActor in
        try await clock.sleep(for: .seconds(3))
        return 1
      }
    default:
      Promise.fulfilled(1).map(.async) { @MainActor one in
        try await Promise { try await clock.sleep(for: .seconds(3)) }.get()
        return one
      }
    }
  }

  @Test("T2 G2: a promise that settles while its timeout is created leaves nothing pending")
  func settledMeanwhile() async throws {
    try await withPromiseScope { scope in
      for round in 0..<(isStressRun ? 1_000 : 50) {
        let (source, resolver) = Promise<Int>.pending()
        async let settled = Task.detached { resolver.fulfill(round) }.value
        let timed = source.timeout(after: .seconds(3), clock: clock)
        #expect(await settled)
        #expect(try await timed.value == round)
      }
      await clock.advance(by: .zero)
      try await scope.settle(within: long)
    }
    #expect(clock.deadlines.isEmpty)
  }

  @Test("T4: an advance waits for operations that start sleeping operations")
  func startedByOthers() async throws {
    try await withPromiseScope { scope in
      for _ in 1...(isStressRun ? 500 : 50) {
        let outer = Promise { [clock] in
          try await Promise { @MainActor in
            try await Promise { try await clock.sleep(for: .seconds(1)) }.get()
          }.get()
        }
        await clock.advance(by: .seconds(1))
        #expect(outer.resultIfSettled != nil)
      }
      try await scope.settle(within: .zero)
    }
  }

  @Test("T4: after an advance, a test's task that awaits a promise on the main actor has resumed")
  func tasksOfTheTest() async throws {
    try await withPromiseScope { scope in
      let ended = Notes<Int>()
      for round in 1...(isStressRun ? 500 : 50) {
        let delay = Promise.delay(for: .seconds(1), clock: clock)
        let task = Task { @MainActor in
          try await delay.value
          ended.write(round)
        }
        await clock.advance(by: .seconds(1))
        #expect(ended.entries.last == round)
        try await task.value
      }
      try await scope.settle(within: .zero)
    }
  }

  @Test(
    "T4: outside scopes, an advance waits for the work of promises as well", .needsTaskExecutors)
  func outside() async {
    for _ in 1...(isStressRun ? 100 : 20) {
      let delay = Promise.delay(for: .seconds(1), clock: clock).map { @MainActor in 1 }
      await clock.advance(by: .seconds(1))
      #expect(delay.resultIfSettled != nil)
    }
  }

  // MARK: At the same instant

  @Test("T4 G2: if a value and a deadline arrive at the same instant, the first sleeper wins")
  func valueAndDeadline() async throws {
    try await withPromiseScope(callbackPatience: .zero) { scope in
      for round in 1...(isStressRun ? 500 : 50) {
        let (source, resolver) = Promise<Int>.pending()
        let begin: [() -> Promise<Void>] = [
          { Promise.delay(for: .seconds(5), clock: clock).done { resolver.fulfill(round) } },
          { source.timeout(after: .seconds(5), clock: clock).done { _ in } },
        ]
        var begun: [Promise<Void>] = []
        let valueIsFirst = round.isMultiple(of: 2)
        for index in valueIsFirst ? [0, 1] : [1, 0] {
          begun.append(begin[index]())
          await clock.sleepers(begun.count)
        }
        await clock.advance(by: .seconds(5))
        let timed = begun[valueIsFirst ? 1 : 0]
        switch timed.resultIfSettled {
        case .success: #expect(valueIsFirst)
        case .failure(let error):
          #expect(!valueIsFirst)
          guard case PromiseError.timedOut = error else { throw error }
        case nil: Issue.record("Neither the value nor the timeout has arrived.")
        }
        withExtendedLifetime(resolver) {}
      }
      try await scope.settle(within: .zero)
    }
  }

  // MARK: Concurrent advances

  @Test("T4: concurrent advances add up, and woken work is idle before time moves on")
  func together() async throws {
    try await withPromiseScope { _ in
      let loop = Promise { [clock, seconds] in
        while true {
          try await clock.sleep(for: .seconds(1))
          seconds.write(clock.now.offset)
        }
      }
      await withTaskGroup { group in
        for _ in 1...10 { group.addTask { [clock] in await clock.advance(by: .seconds(60)) } }
      }
      #expect(clock.now.offset == .seconds(600))
      #expect(seconds.entries == (1...600).map { .seconds($0) })
      loop.cancel()
    }
  }

  @Test("T4: an operation may advance the clock, although it can't be idle in the meantime")
  func byOperation() async throws {
    try await withPromiseScope { scope in
      let delay = Promise.delay(for: .seconds(3), clock: clock)
      let operation = Promise { [clock] in
        try await clock.sleep(for: .seconds(1))
        await clock.advance(by: .seconds(2))
        return delay.resultIfSettled != nil
      }
      await clock.advance(by: .seconds(1))
      #expect(try await operation.value)
      #expect(clock.now.offset == .seconds(3))
      try await scope.settle(within: .seconds(10))
    }
  }

  @Test("T4: an advance that is cancelled midway stops at the time it has reached")
  func cancelledOnItsWay() async throws {
    try await withPromiseScope { _ in
      let (advance, resolver) = Promise<Task<Void, Never>>.pending()
      let canceller = Promise.delay(for: .seconds(5), clock: clock)
        .map(.async) { try await advance.value.cancel() }
      let late = Promise.delay(for: .seconds(10), clock: clock)
      await clock.sleepers(2)
      let task = Task { [clock] in
        _ = await advance.result
        await clock.advance(by: .seconds(60))
      }
      resolver.fulfill(task)
      await task.value
      try await canceller.value
      #expect(clock.now.offset == .seconds(5))
      #expect(clock.deadlines.map(\.offset) == [.seconds(10)])
      await clock.advance(by: .seconds(5))
      #expect(late.resultIfSettled != nil)
    }
  }

  @Test("T4: an advance that is cancelled in the queue doesn't move time or delay other advances")
  func cancelledInQueue() async throws {
    try await withPromiseScope { _ in
      let (second, resolver) = Promise<Task<Void, Never>>.pending()
      Promise.delay(for: .seconds(5), clock: clock).done { [clock] in
        let task = Task { await clock.advance(by: .seconds(1_000)) }
        task.cancel()
        resolver.fulfill(task)
      }
      await clock.sleepers(1)
      async let third: Void = clock.advance(by: .seconds(100))
      await clock.advance(by: .seconds(10))
      try await second.value.value
      await third
      #expect(clock.now.offset == .seconds(110))
    }
  }

  // MARK: Scopes

  @Test("T4 T2: clocks in concurrent scopes don't affect each other")
  func parallelScopes() async throws {
    try await withThrowingTaskGroup { group in
      for number in 1...50 {
        group.addTask { try await Self.minute(inStepsOf: .milliseconds(100 * number)) }
      }
      try await group.waitForAll()
    }
  }

  /// Sleeps through a minute of a separate clock, in a separate scope.
  private static func minute(inStepsOf step: Duration) async throws {
    let clock = ManualClock()
    let seen = Notes<Duration>()
    try await withPromiseScope { _ in
      let loop = Promise {
        while true {
          try await clock.sleep(for: step)
          seen.write(clock.now.offset)
        }
      }
      await clock.advance(by: .seconds(60))
      #expect(seen.entries == (1...Int(.seconds(60) / step)).map { step * $0 })
      #expect(clock.now.offset == .seconds(60))
      loop.cancel()
    }
    #expect(clock.deadlines.isEmpty)
  }
}
