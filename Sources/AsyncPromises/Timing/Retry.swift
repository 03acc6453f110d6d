// retry: tries work again if it fails.

/// What a retry does after a failed attempt.
public enum RetryDecision: Sendable {
  /// Try again after the backoff's pause.
  case retry
  /// Try again after this pause instead, for example one that a server asks for.
  case retryAfter(Duration)
  /// Give up and reject with the attempt's error.
  case stop
}

extension Promise {
  /// Returns a promise that is fulfilled with the result of the first successful attempt, or
  /// rejected with the last attempt's error.
  ///
  /// The first attempt starts at once. Each later one starts when the previous one has failed and
  /// the pause is over. Both closures run in the isolation they were written in. By default every
  /// error is retried: use `when` to stop on permanent errors, such as a wrong password.
  /// Cancellations are never retried: an attempt that throws `CancellationError`, or a
  /// ``PossibleCancellation`` that means one, is the last one.
  ///
  /// ## Cancellation
  /// Cancelling the promise cancels the running attempt's task, or ends the pause. A promise that
  /// the attempt awaits with ``Promise/value`` continues. To stop its work too, unless it has other
  /// consumers, await ``Promise/get()`` or return the promise.
  ///
  /// ## Example
  /// ```swift
  /// let page = Promise.retry(
  ///   maxAttempts: 3, backoff: .exponential(base: .seconds(1)),
  ///   when: { error, _ in (error as? ServerError)?.isPermanent == true ? .stop : .retry },
  ///   { _ in try await fetch(url) })
  /// ```
  ///
  /// ## Counting the attempts
  /// The promise settles with an attempt's own value or error, not wrapped in anything. To include
  /// the number of the attempt, which is passed to the operation, return it with the value and
  /// throw it with the error.
  ///
  /// ```swift
  /// struct Failed: Error { let error: any Error, attempts: Int }
  /// let page = Promise.retry(maxAttempts: 3) { attempt in
  ///   do { return (try await fetch(url), attempts: attempt) } catch {
  ///     throw Failed(error: error, attempts: attempt)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - maxAttempts: the maximum number of calls to `operation`. Traps if it is less than one.
  ///   - backoff: the pauses between the attempts.
  ///   - clock: the clock that measures the pauses; by default that of the test's scope, if any,
  ///     or else the continuous clock.
  ///   - decide: returns what to do about an attempt's error, given the attempt's number. It is not
  ///     called for the last attempt.
  ///   - operation: the work; it receives the number of the attempt, counted from 1.
  /// - Returns: a promise for the result.
  @_disfavoredOverload
  public static func retry(
    maxAttempts: Int, backoff: Backoff = .none, clock: (any Clock<Duration>)? = nil,
    @_inheritActorContext
    when decide: @escaping @Sendable @isolated(any) (any Error, Int) async throws -> RetryDecision =
      { _, _ in
        .retry
      },
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation: @escaping @Sendable @isolated(any) (_ attempt: Int) async throws -> Value
  ) -> Promise {
    let cell = ValueCell<Value>(Origin("retry", fileID, line))
    Attempts(maxAttempts, backoff, clock, decide, for: cell) { attempt in
      cell.operationEnded(.success(try await operation(attempt)))
    }
    .start(on: operation.isolation)
    return Promise(cell: cell)
  }

  /// Returns a promise that is fulfilled with the value of the first attempt whose promise is
  /// fulfilled, or rejected with the last attempt's error.
  ///
  /// It behaves like the overload whose operation returns a value, except that an attempt lasts
  /// until its promise settles.
  ///
  /// ## Cancellation
  /// Cancelling the promise cancels the running attempt's task and withdraws the promise from the
  /// one that the attempt returned, or ends the pause.
  ///
  /// ## Example
  /// ```swift
  /// let page = Promise.retry(maxAttempts: 3) { _ in load(url) }.timeout(after: .seconds(5))
  /// ```
  ///
  /// - Parameters:
  ///   - maxAttempts: the maximum number of calls to `operation`. Traps if it is less than one.
  ///   - backoff: the pauses between the attempts.
  ///   - clock: the clock that measures the pauses; by default that of the test's scope, if any,
  ///     or else the continuous clock.
  ///   - decide: returns what to do about an attempt's error, given the attempt's number. It is not
  ///     called for the last attempt.
  ///   - operation: starts the work; it receives the number of the attempt, counted from 1.
  /// - Returns: a promise for the result.
  public static func retry<Followed: PromiseProtocol>(
    maxAttempts: Int, backoff: Backoff = .none, clock: (any Clock<Duration>)? = nil,
    @_inheritActorContext
    when decide: @escaping @Sendable @isolated(any) (any Error, Int) async throws -> RetryDecision =
      { _, _ in
        .retry
      },
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation:
      @escaping @Sendable @isolated(any) (_ attempt: Int) async throws -> Followed
  ) -> Promise where Followed.Value == Value {
    let cell = ValueCell<Value>(Origin("retry", fileID, line))
    Attempts(maxAttempts, backoff, clock, decide, for: cell) { attempt in
      let inner = try await operation(attempt).promise
      if inner.cell === cell { throw PromiseError.cycle }
      cell.operationEnded(.success(try await inner.get()))
    }
    .start(on: operation.isolation)
    return Promise(cell: cell)
  }
}

/// The attempts of a retry.
///
/// `@unchecked Sendable`: what changes belongs to the task.
private final class Attempts<Value: Sendable>: @unchecked Sendable {
  typealias Decide = @Sendable @isolated(any) (any Error, Int) async throws -> RetryDecision
  /// A closure that carries its isolation is in a structure, because older systems have no generic
  /// code for one.
  private struct Decision {
    let make: Decide
  }
  /// Makes an attempt, and fulfills the cell.
  typealias Attempt = nonisolated(nonsending) @Sendable (_ attempt: Int) async throws -> Void

  private let count: Int
  private let backoff: Backoff
  private let clock: any Clock<Duration>
  /// `nil` once the attempts are over.
  private var decision: Decision?
  private let make: Attempt
  private let cell: ValueCell<Value>
  // These are not in the frame of `run`, which takes memory while an attempt is at work.
  private var attempt = 1
  private var rest: Rest?

  /// What lasts from one pause to the next. Most work succeeds at once, and never needs it.
  private final class Rest: @unchecked Sendable {
    // These belong to the task.
    var generator: any RandomNumberGenerator & Sendable
    var turn = Turn()

    init(_ backoff: Backoff) { generator = backoff.generator }
  }

  init(
    _ count: Int, _ backoff: Backoff, _ clock: (any Clock<Duration>)?, _ decide: @escaping Decide,
    for cell: ValueCell<Value>, _ make: @escaping Attempt
  ) {
    precondition(count >= 1, "maxAttempts must be at least one, not \(count).")
    (self.count, self.backoff, self.clock) = (count, backoff, Timer.clock(clock))
    (decision, self.make, self.cell) = (Decision(make: decide), make, cell)
  }

  func start(on isolation: (any Actor)?) {
    cell.origin.record(isolation: isolation)
    cell.origin.record?.waits(for: .operation)
    cell.wait(for: Tasks.operation(for: cell, on: isolation, priority: nil, .captured(run)))
  }

  /// Makes one attempt after another, until one succeeds or is the last one.
  private nonisolated(nonsending) func run() async {
    while true {
      do {
        cell.origin.record?.waits(for: .operation, attempt: attempt, of: count)
        try await make(attempt)
        break
      } catch {
        do { try await prepare(after: error) } catch {
          cell.operationEnded(.failure(error))
          break
        }
        attempt += 1
      }
    }
    releaseDecision(isolation: #isolation)
    cell.taskWord.taskEnded()
  }

  /// Releases the closure that decides where it runs, if that is elsewhere than the attempts.
  private func releaseDecision(isolation: (any Actor)?) {
    guard let decision = decision.take() else { return }
    guard let own = decision.make.isolation, own !== isolation else { return }
    UnusedClosure.release(consume decision, on: own, Origin("retry", whereMade: cell.origin))
  }

  /// Returns when it is time for the next attempt, or throws the error if there is none.
  ///
  /// A separate function, so that its frame takes no memory while an attempt is at work.
  @inline(never)
  private nonisolated(nonsending) func prepare(after error: any Error) async throws {
    guard attempt < count, !PromiseError.isCancellation(error), !Task.isCancelled, let decision
    else {
      throw error
    }
    let rest = rest ?? Rest(backoff)
    self.rest = rest
    let pause: Duration
    switch try await decision.make(error, attempt) {
    case .retry: pause = backoff.pause(afterAttempt: attempt, using: &rest.generator)
    case .retryAfter(let own): pause = own
    case .stop: throw error
    }
    if pause > .zero {
      cell.origin.record?.waits(for: .pause, attempt: attempt + 1, of: count)
      guard try await hasRested(for: pause, clock) else { throw error }
    }
    if pause <= .zero || !(clock is ContinuousClock), !rest.turn.goesOn() {
      // Attempts without a pause, or with a clock that doesn't sleep, would keep the thread.
      await Task.yield()
      rest.turn = Turn()
    }
    try Task.checkCancellation()
  }

  /// Pauses, but releases the timer if the task is cancelled.
  ///
  /// - Returns: `false` if the clock has failed.
  private func hasRested(for pause: Duration, _ clock: some Clock<Duration>) async throws -> Bool {
    if clock is ContinuousClock {
      try await Promise<Void>.delay(for: pause, clock, .none, fulfilling: ()).get()
      return true
    }
    do {
      try await clock.sleep(for: pause, from: clock.now)
      return true
    } catch {
      try Task.checkCancellation()
      return false
    }
  }
}
