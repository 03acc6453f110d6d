// ManualClockRun.swift: how far time moves automatically, and when it stops.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@MainActor
@Suite("ManualClock.run(until:)", .needsTracking, .oneAtATime, .timeLimit(.minutes(10)))
struct ManualClockRunTests {
  private let clock = ManualClock()

  /// Repeatedly sleeps for a second.
  private func ticker(_ ticks: Journal<Int>) -> Promise<Never> {
    Promise { [clock] in
      while true {
        try await clock.sleep(for: .seconds(1))
        ticks.write(ticks.count + 1)
      }
    }
  }

  /// The error thrown by a wait for a promise that no deadline settles.
  private func failure(
    toSettle promise: Promise<Int>, maxAdvances: Int = 1_000
  ) async -> UnsettledPromises? {
    await #expect(throws: UnsettledPromises.self) {
      try await clock.run(until: promise, maxAdvances: maxAdvances)
    }
  }

  // MARK: Settled promises

  @Test("T4: the pauses of a retry pass, and time stops when the value arrives")
  func value() async throws {
    try await withPromiseScope { scope in
      let answer = Promise.retry(
        maxAttempts: 5, backoff: .constant(.seconds(60)), clock: clock
      ) { attempt in
        if attempt < 5 { throw PromiseError.invalid }
        return attempt
      }
      #expect(try await clock.run(until: answer) == 5)
      #expect(clock.now.offset == .seconds(240))
      try await scope.settle(within: long)
    }
  }

  @Test("T4: the promise's error is thrown, unwrapped")
  func error() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let (never, resolver) = Promise<Int>.pending()
      let late = never.timeout(after: .seconds(5), clock: clock)
      await #expect(throws: PromiseError.self) { try await clock.run(until: late) }
      #expect(clock.now.offset == .seconds(5))
      #expect(scope.events.isEmpty)
      withExtendedLifetime(resolver) {}
    }
  }

  @Test("T4: time doesn't move for a promise that is settled or settles on its own")
  func noTime() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { _ in
      let later = Promise.delay(for: .seconds(1), clock: clock)
      var value = try await clock.run(until: .fulfilled(1))
      value += try await clock.run(until: Promise { 1 }.map { $0 + 1 }, maxAdvances: 0)
      #expect(value == 3)
      await #expect(throws: PromiseError.self) {
        try await clock.run(until: Promise<Int>.rejected(PromiseError.invalid))
      }
      #expect(clock.now.offset == .zero)
      #expect(later.resultIfSettled == nil)
    }
  }

  @Test("T4: later sleepers keep sleeping, and woken work is idle before the next sleeper wakes")
  func order() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { _ in
      let steps = Journal<String>()
      for seconds in [3, 1, 4, 2] {
        Promise.delay(for: .seconds(seconds), clock: clock)
          .then { Promise { await Task.yield() } }
          .done { [clock] in steps.write("\(seconds) at \(clock.now.offset)") }
      }
      try await clock.run(until: Promise.delay(for: .seconds(3), clock: clock))
      #expect(steps.entries == ["1 at 1.0 seconds", "2 at 2.0 seconds", "3 at 3.0 seconds"])
      #expect(clock.deadlines.map(\.offset) == [.seconds(4)])
    }
  }

  @Test("T4: when the wait returns, the promise's handlers have run, on any actor")
  func handlers() async throws {
    try await withPromiseScope { _ in
      var sum = 0
      let delay = Promise.delay(for: .seconds(1), clock: clock)
      delay.map { 1 }.done { sum += $0 }
      try await clock.run(until: delay)
      #expect(sum == 1)
    }
  }

  @Test("T4: a task without a promise is woken at each of its deadlines")
  func plainTask() async throws {
    // Created outside, so the scope spends its patience on the task, not on the promise. The task
    // gets a tenth of that patience from one sleep to the next.
    let (minutes, resolver) = Promise<Int>.pending()
    try await withPromiseScope(callbackPatience: .seconds(5)) { _ in
      let task = Task { @concurrent [clock] in
        for _ in 0..<5 { try await clock.sleep(for: .seconds(60)) }
        resolver.fulfill(5)
      }
      await clock.nextSleeper()
      #expect(try await clock.run(until: minutes) == 5)
      #expect(clock.now.offset == .seconds(300))
      try await task.value
    }
  }

  @Test("T4: each of several concurrent runs stops when its own promise settles")
  func several() async throws {
    try await withPromiseScope { _ in
      let delays = (1...4).map { Promise.delay(for: .seconds($0), clock: clock) }
      let runs = delays.map { delay in Task { try await clock.run(until: delay) } }
      for run in runs { try await run.value }
      #expect(clock.now.offset == .seconds(4))
    }
  }

  // MARK: Promises that no deadline settles

  @Test("T4 T3: if no task is sleeping, it fails immediately and names what the promise waits for")
  func noSleepers() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { _ in
      let (answer, resolver) = Promise<Int>.pending(name: "answer")
      let next = Promise.delay(for: .seconds(7), clock: clock).then { answer }
      let error = await failure(toSettle: next)
      #expect(
        error?.reason == "The promise is still pending 7.0 seconds after the start, and no task "
          + "is sleeping on the clock.")
      #expect(error?.report.contains("pending “answer” at ") == true)
      #expect(error?.report.contains("then at ") == true)
      withExtendedLifetime(resolver) {}
    }
  }

  @Test("T4: a ticker can't keep it running forever", arguments: [1, 10])
  func ticker(maxAdvances: Int) async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { _ in
      let (answer, resolver) = Promise<Int>.pending(name: "answer")
      let ticks = Journal<Int>()
      let ticker = ticker(ticks)
      let error = await failure(toSettle: answer, maxAdvances: maxAdvances)
      #expect(
        error?.reason == "After \(maxAdvances) advances of the clock, \(maxAdvances).0 seconds "
          + "after the start, the promise is still pending.")
      #expect(error?.report.contains("pending “answer” at ") == true)
      #expect(ticks.count == maxAdvances)
      withExtendedLifetime((ticker, resolver)) {}
    }
  }

  @Test("T4: by default, it gives up after a thousand advances")
  func defaultBound() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { _ in
      let (answer, resolver) = Promise<Int>.pending()
      let ticker = ticker(Journal())
      #expect(await failure(toSettle: answer) != nil)
      #expect(clock.now.offset == .seconds(1_000))
      withExtendedLifetime((ticker, resolver)) {}
    }
  }

  @Test("T4: if no advance is allowed, it fails and time doesn't move", arguments: [0, -1, .min])
  func noAdvance(maxAdvances: Int) async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { _ in
      let delay = Promise.delay(for: .seconds(1), clock: clock).map { 1 }
      #expect(await failure(toSettle: delay, maxAdvances: maxAdvances) != nil)
      #expect(clock.now.offset == .zero)
    }
  }

  // MARK: Cancellation and lifetime

  @Test("T4 E3: cancelling the caller affects neither the time nor the promise")
  func cancelledCaller() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { _ in
      let delay = Promise.delay(for: .seconds(1), clock: clock)
      let run = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await clock.run(until: delay)
      }
      await #expect(throws: CancellationError.self) { try await run.value }
      #expect(clock.now.offset == .zero)
      #expect(delay.resultIfSettled == nil)
    }
  }

  @Test("T4 E1: cancelling the promise ends the run with CancellationError")
  func cancelledPromise() async throws {
    try await withPromiseScope { _ in
      let (never, resolver) = Promise<Int>.pending()
      Promise.delay(for: .seconds(2), clock: clock).done { never.cancel() }
      await #expect(throws: CancellationError.self) { try await clock.run(until: never) }
      #expect(clock.now.offset == .seconds(2))
      withExtendedLifetime(resolver) {}
    }
  }

  @Test("T4: it doesn't retain the promise's value")
  func lifetime() async throws {
    final class Value: Sendable {}
    try await withPromiseScope { _ in
      weak var value: Value?
      do {
        let delay = Promise.delay(for: .seconds(1), clock: clock).map { Value() }
        value = try await clock.run(until: delay)
        #expect(delay.resultIfSettled != nil)
      }
      #expect(value == nil)
    }
  }
}
