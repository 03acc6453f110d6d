// RetryInPlace.swift: repeats work that fails, in the caller's own task.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("retryInPlace", .inScope, .timeLimit(.minutes(10)))
struct RetryInPlaceTests {
  private let clock = ManualClock()

  @Test("N5: runs in place: changes local variables, and returns what isn't Sendable")
  @MainActor func inPlace() async throws {
    var (calls, failures) = (0, [Int]())
    let box = try await Promise.retryInPlace(
      when: { _, _ in
        MainActor.preconditionIsolated()
        return .retry
      },
      onFailure: { failures.append($1) },
      {
        calls += 1
        await Task.yield()
        MainActor.preconditionIsolated()
        if calls < 3 { throw TestError.first }
        return Box(calls)
      })
    MainActor.preconditionIsolated()
    #expect(box.value == 3 && failures == [1, 2])
  }

  /// Optimized code, too: attempts that don't wait must not lose their actor.
  @Test("N5: stays on an actor, whether or not attempts fail or wait", arguments: [1, 2])
  func ownActor(calls: Int) async throws { try await Caller().retry(calls) }

  @Test("N5: makes three calls by default, and throws the last error; each failure is heard")
  func failure() async {
    var (calls, heard, asked) = (0, [String](), [Int]())
    await #expect(throws: TestError.second) {
      try await Promise.retryInPlace(
        when: { _, attempt in
          asked.append(attempt)
          return .retry
        },
        onFailure: { heard.append("\($0) \($1)") },
        {
          calls += 1
          throw calls == 3 ? TestError.second : .first
        })
    }
    #expect(calls == 3 && asked == [1, 2])
    #expect(heard == ["first 1", "first 2", "second 3"])
  }

  @Test("N5 G3: pauses as the backoff says, or as decided, with the tolerance that is given")
  func pauses() async throws {
    let clock = ToleranceClock(clock)
    let end = Promise<Int> {
      var calls = 0
      return try await Promise.retryInPlace(
        maxAttempts: 4, backoff: .linear(.seconds(2)), tolerance: .seconds(7), clock: clock,
        when: { _, attempt in attempt == 2 ? .retryAfter(.seconds(9)) : .retry },
        {
          calls += 1
          if calls < 4 { throw TestError.first }
          return calls
        })
    }
    for pause in [2, 9, 6] {
      await self.clock.sleepers(1)
      #expect(self.clock.offsets == [self.clock.now.offset + .seconds(pause)])
      await self.clock.advance(by: .seconds(pause))
    }
    #expect(try await end.value == 4)
    #expect(clock.tolerances.entries == [.seconds(7), .seconds(7), .seconds(7)])
  }

  @Test("N5 G3: a promise's pauses have the tolerance that is given")
  func tolerance() async throws {
    let clock = ToleranceClock(clock)
    let end = Promise.retry(
      maxAttempts: 2, backoff: .constant(.seconds(1)), tolerance: .seconds(3), clock: clock
    ) { attempt in
      if attempt == 1 { throw TestError.first }
      return attempt
    }
    await self.clock.sleepers(1)
    await self.clock.advance(by: .seconds(1))
    #expect(try await end.value == 2)
    #expect(clock.tolerances.entries == [.seconds(3)])
  }

  @Test("N5 G3: `when` stops it, and what it throws is thrown")
  func decisions() async {
    var calls = 0
    await #expect(throws: TestError.first) {
      try await Promise.retryInPlace(when: { _, _ in .stop }) {
        calls += 1
        throw TestError.first
      }
    }
    await #expect(throws: TestError.second) {
      try await Promise.retryInPlace(when: { _, _ in throw TestError.second }) {
        calls += 1
        throw TestError.first
      }
    }
    #expect(calls == 2)
  }

  @Test("N5 G3: a cancellation is neither retried nor heard, and ends a pause")
  func cancellation() async {
    var calls = 0
    await #expect(throws: CancellationError.self) {
      try await Promise.retryInPlace(onFailure: { _, _ in Issue.record("It was heard.") }) {
        calls += 1
        throw CancellationError()
      }
    }
    #expect(calls == 1)
    let task = Task {
      try await Promise.retryInPlace(backoff: .constant(.seconds(1)), clock: clock) {
        throw TestError.first
      }
    }
    await clock.sleepers(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: CancellationError.self) {
        try await Promise.retryInPlace { Issue.record("A cancelled task made an attempt.") }
      }
    }.value
  }

  @Test("N5: a promise's retry makes three calls by default, without a number; failures are heard")
  func promise() async {
    let (calls, heard) = (Journal<Int>(), Journal<String>())
    let value = Promise<Int>.retry(onFailure: { heard.write("\($0) \($1)") }) {
      calls.write(1)
      throw calls.count == 3 ? TestError.second : .first
    }
    #expect(await value.settledOutcome == .rejected(.second))
    #expect(heard.entries == ["first 1", "first 2", "second 3"])
    let followed = Promise.retry {
      calls.write(2)
      return calls.count < 5 ? Promise<Int>.rejected(TestError.first) : .fulfilled(calls.count)
    }
    #expect(await followed.settledOutcome == .fulfilled(5))
    let cancelled = Promise<Int>.retry(onFailure: { _, _ in Issue.record("It was heard.") }) {
      throw CancellationError()
    }
    _ = await cancelled.result
    #expect(cancelled.isRejectedByCancellation)
  }

  @Test("N5 G3: fewer than one attempt trap")
  func noAttempts() async {
    await #expect(processExitsWith: .failure) { try await Promise.retryInPlace(maxAttempts: 0) {} }
  }
}

private final class Box {
  let value: Int

  init(_ value: Int) { self.value = value }
}

private actor Caller {
  private var calls = 0

  func retry(_ needed: Int) async throws {
    try await Promise.retryInPlace {
      preconditionIsolated()
      calls += 1
      if calls < needed { throw TestError.first }
    }
    preconditionIsolated()
    try await Promise.retryInPlace { await Task.yield() }
    preconditionIsolated()
  }
}

/// Records the tolerances with which another clock is asked to sleep.
private struct ToleranceClock: Clock {
  let clock: ManualClock
  let tolerances = Journal<Duration?>()

  init(_ clock: ManualClock) { self.clock = clock }

  var now: ManualClock.Instant { clock.now }
  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    tolerances.write(tolerance)
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}
