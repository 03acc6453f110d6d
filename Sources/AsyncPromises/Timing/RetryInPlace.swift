// retryInPlace: tries work again in the caller's own task.

extension Promise<Void> {
  /// Calls `operation` in the caller's task until an attempt succeeds, and returns its result or
  /// throws the last attempt's error.
  ///
  /// It retries as `Promise.retry` does, without a promise: the closures run in the caller's
  /// isolation and don't escape. They see the task-locals, and may change local variables and
  /// return what isn't `Sendable`.
  ///
  /// ## Cancellation
  /// In a task that was cancelled before the call, `operation` isn't called. A cancellation ends a
  /// pause, and no attempt follows it.
  ///
  /// ## Example
  /// ```swift
  /// let page = try await Promise.retryInPlace(backoff: .constant(.seconds(1))) {
  ///   try await fetch(url)
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
  ///     called for the last attempt.
  ///   - onFailure: hears each attempt's error, the last one included, with the attempt's number.
  ///     Cancellations are no failures.
  ///   - operation: the work.
  /// - Returns: what `operation` returns.
  /// - Throws: the last attempt's error, what `decide` throws, or `CancellationError`.
  @inlinable
  public static nonisolated(nonsending) func retryInPlace<R>(
    maxAttempts: Int = 3, backoff: Backoff = .none, tolerance: Duration? = nil,
    clock: (any Clock<Duration>)? = nil,
    when decide: nonisolated(nonsending) (any Error, Int) async throws -> RetryDecision = { _, _ in
      .retry
    },
    onFailure: (any Error, Int) -> Void = { _, _ in },
    _ operation: nonisolated(nonsending) () async throws -> sending R
  ) async throws -> sending R {
    precondition(maxAttempts >= 1, "maxAttempts must be at least one, not \(maxAttempts).")
    var pauses: Pauses?
    var attempt = 1
    try Task.checkCancellation()
    while true {
      do { return try await operation() } catch {
        guard !PromiseError.isCancellation(error) else { throw error }
        onFailure(error, attempt)
        guard attempt < maxAttempts, !Task.isCancelled else { throw error }
        let decision = try await decide(error, attempt)
        if pauses == nil { pauses = Pauses(backoff, tolerance, clock) }
        guard try await pauses?.rests(decision, afterAttempt: attempt) == true else { throw error }
      }
      attempt += 1
    }
  }
}
