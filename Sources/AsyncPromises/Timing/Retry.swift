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
  /// the pause is over. The closures run in the isolation they were written in. By default every
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
  ///   - tolerance: how much later the clock may end a pause. The system's clocks do so on time.
  ///   - clock: the clock that measures the pauses; by default that of the test's scope, if any,
  ///     or else the continuous clock.
  ///   - decide: returns what to do about an attempt's error, given the attempt's number. It is not
  ///     called for the last attempt. Without it, each error is retried.
  ///   - onFailure: hears each attempt's error, the last one included, with the attempt's number,
  ///     before anything else happens. Cancellations are no failures.
  ///   - operation: the work; it receives the number of the attempt, counted from 1.
  /// - Returns: a promise for the result.
  @_disfavoredOverload
  public static func retry(
    maxAttempts: Int = 3, backoff: Backoff = .none, tolerance: Duration? = nil,
    clock: (any Clock<Duration>)? = nil,
    @_inheritActorContext
    when decide: (@Sendable @isolated(any) (any Error, Int) async throws -> RetryDecision)? = nil,
    @_inheritActorContext
    onFailure: (@Sendable @isolated(any) (any Error, Int) async -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation: @escaping @Sendable @isolated(any) (_ attempt: Int) async throws -> Value
  ) -> Promise {
    Attempts(maxAttempts, Pauses(backoff, tolerance, clock), decide, onFailure, fileID, line) {
      cell, attempt in
      cell.operationEnded(.success(try await operation(attempt)))
    }
    .start(on: operation.isolation)
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
  ///   - tolerance: how much later the clock may end a pause. The system's clocks do so on time.
  ///   - clock: the clock that measures the pauses; by default that of the test's scope, if any,
  ///     or else the continuous clock.
  ///   - decide: returns what to do about an attempt's error, given the attempt's number. It is not
  ///     called for the last attempt. Without it, each error is retried.
  ///   - onFailure: hears each attempt's error, the last one included, with the attempt's number,
  ///     before anything else happens. Cancellations are no failures.
  ///   - operation: starts the work; it receives the number of the attempt, counted from 1.
  /// - Returns: a promise for the result.
  public static func retry<Followed: PromiseProtocol>(
    maxAttempts: Int = 3, backoff: Backoff = .none, tolerance: Duration? = nil,
    clock: (any Clock<Duration>)? = nil,
    @_inheritActorContext
    when decide: (@Sendable @isolated(any) (any Error, Int) async throws -> RetryDecision)? = nil,
    @_inheritActorContext
    onFailure: (@Sendable @isolated(any) (any Error, Int) async -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation:
      @escaping @Sendable @isolated(any) (_ attempt: Int) async throws -> Followed
  ) -> Promise where Followed.Value == Value {
    Attempts(maxAttempts, Pauses(backoff, tolerance, clock), decide, onFailure, fileID, line) {
      cell, attempt in
      try await cell.ends(like: operation(attempt))
    }
    .start(on: operation.isolation)
  }

  /// The same for an operation that doesn't need the number of the attempt.
  ///
  /// ## Cancellation
  /// As with the number.
  ///
  /// ## Example
  /// ```swift
  /// let page = Promise.retry(backoff: .exponential(base: .seconds(1))) { try await fetch(url) }
  /// ```
  ///
  /// - Parameters:
  ///   - maxAttempts: the maximum number of calls to `operation`. Traps if it is less than one.
  ///   - backoff: the pauses between the attempts.
  ///   - tolerance: how much later the clock may end a pause. The system's clocks do so on time.
  ///   - clock: the clock that measures the pauses; by default that of the test's scope, if any,
  ///     or else the continuous clock.
  ///   - decide: returns what to do about an attempt's error, given the attempt's number. It is not
  ///     called for the last attempt. Without it, each error is retried.
  ///   - onFailure: hears each attempt's error, the last one included, with the attempt's number,
  ///     before anything else happens. Cancellations are no failures.
  ///   - operation: the work.
  /// - Returns: a promise for the result.
  @_disfavoredOverload
  public static func retry(
    maxAttempts: Int = 3, backoff: Backoff = .none, tolerance: Duration? = nil,
    clock: (any Clock<Duration>)? = nil,
    @_inheritActorContext
    when decide: (@Sendable @isolated(any) (any Error, Int) async throws -> RetryDecision)? = nil,
    @_inheritActorContext
    onFailure: (@Sendable @isolated(any) (any Error, Int) async -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation: @escaping @Sendable @isolated(any) () async throws -> Value
  ) -> Promise {
    Attempts(maxAttempts, Pauses(backoff, tolerance, clock), decide, onFailure, fileID, line) {
      cell, _ in
      cell.operationEnded(.success(try await operation()))
    }
    .start(on: operation.isolation)
  }

  /// The same for an operation that returns a promise and doesn't need the number of the attempt.
  ///
  /// ## Cancellation
  /// As with the number.
  ///
  /// ## Example
  /// ```swift
  /// let page = Promise.retry { load(url) }
  /// ```
  ///
  /// - Parameters:
  ///   - maxAttempts: the maximum number of calls to `operation`. Traps if it is less than one.
  ///   - backoff: the pauses between the attempts.
  ///   - tolerance: how much later the clock may end a pause. The system's clocks do so on time.
  ///   - clock: the clock that measures the pauses; by default that of the test's scope, if any,
  ///     or else the continuous clock.
  ///   - decide: returns what to do about an attempt's error, given the attempt's number. It is not
  ///     called for the last attempt. Without it, each error is retried.
  ///   - onFailure: hears each attempt's error, the last one included, with the attempt's number,
  ///     before anything else happens. Cancellations are no failures.
  ///   - operation: starts the work and returns its promise.
  /// - Returns: a promise for the result.
  public static func retry<Followed: PromiseProtocol>(
    maxAttempts: Int = 3, backoff: Backoff = .none, tolerance: Duration? = nil,
    clock: (any Clock<Duration>)? = nil,
    @_inheritActorContext
    when decide: (@Sendable @isolated(any) (any Error, Int) async throws -> RetryDecision)? = nil,
    @_inheritActorContext
    onFailure: (@Sendable @isolated(any) (any Error, Int) async -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation: @escaping @Sendable @isolated(any) () async throws -> Followed
  ) -> Promise where Followed.Value == Value {
    Attempts(maxAttempts, Pauses(backoff, tolerance, clock), decide, onFailure, fileID, line) {
      cell, _ in
      try await cell.ends(like: operation())
    }
    .start(on: operation.isolation)
  }
}

extension ValueCell {
  /// Ends a retry with the promise of an attempt, if that is fulfilled.
  fileprivate nonisolated(nonsending) func ends(
    like inner: some PromiseProtocol<Value>
  ) async throws {
    let inner = inner.promise
    if inner.cell === self { throw PromiseError.cycle }
    operationEnded(.success(try await inner.get()))
  }
}
