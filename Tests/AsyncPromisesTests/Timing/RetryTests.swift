// Retry.swift: repeats work that fails.

import AsyncPromisesTesting
import TestSupport
import Testing

@testable import AsyncPromises

@Suite("retry", .inScope, .timeLimit(.minutes(10)))
struct RetryTests {
  private let clock = ManualClock()
  private let instant = Duration.nanoseconds(1)
  private let attempts = Journal<Int>()

  /// Waits for a pause, checks its exact length, and ends it.
  private func pass(_ pause: Duration, sourceLocation: SourceLocation = #_sourceLocation) async {
    await clock.sleepers(1)
    #expect(clock.offsets == [clock.now.offset + pause], sourceLocation: sourceLocation)
    let before = attempts.count
    await clock.advance(by: pause - instant)
    #expect(clock.sleeperCount == 1, sourceLocation: sourceLocation)
    #expect(attempts.count == before, sourceLocation: sourceLocation)
    await clock.advance(by: instant)
  }

  // MARK: Attempts

  @Test("G3: stops at the first success and returns its value", arguments: [1, 2, 5])
  func success(onAttempt last: Int) async throws {
    let promise = Promise.retry(maxAttempts: 5, clock: clock) { [attempts] attempt in
      attempts.write(attempt)
      if attempt < last { throw TestError.first }
      return "\(attempt)"
    }
    #expect(try await promise.value == "\(last)")
    #expect(attempts.entries == Array(1...last))
    #expect(clock.sleeperCount == 0)
  }

  @Test(
    "G3: makes at most `maxAttempts` calls, and is rejected with the last error, unwrapped",
    arguments: [1, 2, 5])
  func failure(maxAttempts: Int) async {
    let promise = Promise.retry(maxAttempts: maxAttempts) { [attempts] attempt -> Int in
      attempts.write(attempt)
      throw attempt == maxAttempts ? TestError.second : TestError.first
    }
    #expect(await promise.settledOutcome == .rejected(.second))
    #expect(attempts.entries == Array(1...maxAttempts))
  }

  @Test("G3: zero attempts trap with a message")
  func noAttempts() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Promise.retry(maxAttempts: 0) { _ in 1 }
    }
    #expect(result.says("maxAttempts must be at least one, not 0."))
  }

  @Test("G3: a negative number of attempts traps with a message")
  func negativeAttempts() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Promise.retry(maxAttempts: -1) { _ in 1 }
    }
    #expect(result.says("maxAttempts must be at least one, not -1."))
  }

  // MARK: Pauses

  @Test("G3: pauses between attempts as the backoff says, and not after the last one")
  func pauses() async {
    let table: [(backoff: Backoff, pauses: [Int])] = [
      (.none, []),
      (.constant(.zero), []),
      (.constant(.seconds(3)), [3, 3, 3, 3]),
      (.linear(.seconds(2)), [2, 4, 6, 8]),
      (.linear(.seconds(2), cap: .seconds(5)), [2, 4, 5, 5]),
      (.exponential(base: .seconds(1)), [1, 2, 4, 8]),
      (.exponential(base: .seconds(1), factor: 3, cap: .seconds(10)), [1, 3, 9, 10]),
      (.constant(.seconds(8)).jitter(0.5...0.5), [4, 4, 4, 4]),
    ]
    for (backoff, pauses) in table {
      attempts.clear()
      let promise = Promise.retry(maxAttempts: 5, backoff: backoff, clock: clock) {
        [attempts] attempt -> Int in
        attempts.write(attempt)
        throw TestError.first
      }
      for pause in pauses { await pass(.seconds(pause)) }
      #expect(await promise.settledOutcome == .rejected(.first))
      #expect(attempts.entries == [1, 2, 3, 4, 5])
      #expect(clock.sleeperCount == 0)
    }
  }

  @Test("G3: a pause with jitter is within the range")
  func jitter() async {
    let backoff = Backoff.constant(.seconds(100)).jitter(0.25...0.75, using: SplitMix64(runSeed))
    let promise = Promise.retry(maxAttempts: 50, backoff: backoff, clock: clock) { _ -> Int in
      throw TestError.first
    }
    for _ in 1..<50 {
      await clock.sleepers(1)
      guard let deadline = clock.offsets.first else { break }
      let pause = deadline - clock.now.offset
      #expect(pause >= .seconds(25), "\(again()) RetryTests")
      #expect(pause <= .seconds(75), "\(again()) RetryTests")
      await clock.advance(by: pause)
    }
    #expect(await promise.settledOutcome == .rejected(.first))
  }

  @Test("G3: seeded jitter gives every retry the same pauses")
  func seededJitter() async {
    let backoff = Backoff.constant(.seconds(100)).jitter(0.25...0.75, using: SplitMix64(7))
    var generator = SplitMix64(7)
    let pauses = (1..<5).map { backoff.pause(afterAttempt: $0, using: &generator) }
    #expect(Set(pauses).count == 4)
    for _ in 0..<2 {
      let promise = Promise.retry(maxAttempts: 5, backoff: backoff, clock: clock) { _ -> Int in
        throw TestError.first
      }
      for pause in pauses { await pass(pause) }
      #expect(await promise.settledOutcome == .rejected(.first))
    }
  }

  @Test("G3: an hour of exponential backoff")
  func hour() async throws {
    let backoff = Backoff.exponential(base: .seconds(1), cap: .seconds(300))
    let promise = Promise.retry(maxAttempts: 100, backoff: backoff, clock: clock) {
      [attempts, clock] attempt in
      attempts.write(attempt)
      if clock.now.offset < .seconds(3600) { throw TestError.first }
      return attempt
    }
    var pause = Duration.seconds(1)
    while clock.now.offset < .seconds(3600) {
      try Task.checkCancellation()
      await pass(pause)
      pause = min(pause * 2, .seconds(300))
    }
    // Nine pauses from 1 to 256 seconds add up to 511 seconds; eleven of 300 seconds follow.
    #expect(try await promise.value == 21)
    #expect(clock.now.offset == .seconds(511 + 11 * 300))
    #expect(attempts.entries == Array(1...21))
  }

  // MARK: Decisions

  /// The arguments of a call to `when`.
  private struct Question: Equatable {
    let error: TestError?
    let attempt: Int
  }

  @Test("G3: `when` gets the error and the number of each attempt but the last")
  func questions() async {
    let errors = [TestError.first, .second, .third, .first]
    let questions = Journal<Question>()
    let promise = Promise.retry(
      maxAttempts: 4, backoff: .constant(.seconds(1)), clock: clock,
      when: { error, attempt in
        questions.write(Question(error: error as? TestError, attempt: attempt))
        return .retry
      },
      { attempt -> Int in throw errors[attempt - 1] })
    for _ in 1...3 { await pass(.seconds(1)) }
    #expect(await promise.settledOutcome == .rejected(.first))
    let expected = (0..<3).map { Question(error: errors[$0], attempt: $0 + 1) }
    #expect(questions.entries == expected)
  }

  @Test("G3: `when` chooses between the backoff's pause, a different pause, no pause and stopping")
  func decisions() async {
    let decisions: [RetryDecision] = [
      .retry, .retryAfter(.seconds(60)), .retryAfter(.zero), .retryAfter(.seconds(-1)), .retry,
      .stop,
    ]
    let promise = Promise.retry(
      maxAttempts: 10, backoff: .linear(.seconds(2)), clock: clock,
      when: { _, attempt in decisions[attempt - 1] },
      { [attempts] attempt -> Int in
        attempts.write(attempt)
        throw attempt == 6 ? TestError.third : TestError.first
      })
    await pass(.seconds(2))
    await pass(.seconds(60))
    await pass(.seconds(10))
    #expect(await promise.settledOutcome == .rejected(.third))
    #expect(attempts.entries == Array(1...6))
    #expect(clock.sleeperCount == 0)
  }

  @Test("G3: a huge pause from `when` doesn't overflow")
  func hugePause() async {
    let promise = Promise.retry(
      maxAttempts: 2, clock: clock, when: { _, _ in .retryAfter(.seconds(Int64.max)) },
      { _ -> Int in throw TestError.first })
    await pass(.seconds(100 * 365 * 86_400))
    #expect(await promise.settledOutcome == .rejected(.first))
  }

  // MARK: Cancellation

  @Test("G3: an attempt that is cancelled isn't retried, and `when` isn't called for it")
  func cancellationError() async {
    let asked = Journal<Int>()
    let promise = Promise.retry(
      maxAttempts: 5,
      when: { _, attempt in
        asked.write(attempt)
        return .retry
      },
      { [attempts] attempt -> Int in
        attempts.write(attempt)
        if attempt == 2 { throw CancellationError() }
        throw TestError.first
      })
    #expect(await promise.settledOutcome == .cancelled)
    #expect(attempts.entries == [1, 2])
    #expect(asked.entries == [1])
  }

  @Test("G3 E1 E2: cancelling ends the pause immediately, and no more attempts start")
  func cancelledInPause() async throws {
    for downstream in [false, true] {
      attempts.clear()
      let (promise, freed) = tracking { object in
        Promise.retry(maxAttempts: 5, backoff: .constant(.seconds(3)), clock: clock) {
          [attempts] attempt -> Int in
          object.use()
          attempts.write(attempt)
          throw TestError.first
        }
      }
      await pass(.seconds(3))
      await clock.sleepers(1)
      #expect(downstream ? promise.map { $0 }.cancel() : promise.cancel())
      #expect(clock.sleeperCount == 0)
      #expect(promise.isStopped)
      try await freed.value
      #expect(attempts.entries == [1, 2])
    }
  }

  /// How an attempt reacts to the cancellation of its task.
  enum Answer: CaseIterable, Sendable {
    case obeys
    case throwsAnother
    case returns
  }

  @Test(
    "G3 E1 E2: cancelling during an attempt cancels its task, and no more attempts start",
    arguments: Answer.allCases)
  func cancelledInAttempt(answer: Answer) async throws {
    let (started, start) = Promise<Void>.pending()
    let (ended, end) = Promise<Bool>.pending()
    let (never, keep) = Promise<Void>.pending()
    let asked = Journal<Int>()
    let (promise, freed) = tracking { object in
      Promise.retry(
        maxAttempts: 5,
        when: { _, attempt in
          asked.write(attempt)
          return .retry
        },
        { [attempts] attempt -> Int in
          object.use()
          attempts.write(attempt)
          if attempt == 1 { throw TestError.first }
          start.fulfill()
          let outcome = await never.result
          end.fulfill(Task.isCancelled)
          switch answer {
          case .obeys: try outcome.get()
          case .throwsAnother: throw TestError.second
          case .returns: break
          }
          return 1
        })
    }
    try await started.value
    #expect(promise.cancel())
    #expect(promise.isRejectedByCancellation)
    #expect(try await ended.value)
    try await freed.value
    #expect(attempts.entries == [1, 2])
    #expect(asked.entries == [1])
    #expect(promise.isRejectedByCancellation)
    keep.fulfill()
  }
}
