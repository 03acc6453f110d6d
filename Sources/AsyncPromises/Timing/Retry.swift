// retry: work that fails is tried again.

/// What a retry does about a failed attempt.
public enum RetryDecision: Sendable {
  /// Try again after the pause of the backoff.
  case retry
  /// Try again after a pause of its own, such as the one that a server asks for.
  case retryAfter(Duration)
  /// Give up; the error is the error.
  case stop
}

extension Promise where Value == Never {
  /// Fulfilled with what the first successful attempt returns; rejected with the error of the last
  /// attempt.
  ///
  /// The first attempt starts at once, each further one when the one before has failed and the
  /// pause is over. A cancellation is not retried: an attempt that throws `CancellationError` is
  /// the last.
  ///
  /// ## Cancellation
  /// Cancelling the promise cancels the task of the running attempt, or ends the pause. A promise
  /// that the attempt awaits goes on, because waiting is not owning: cancel it in the attempt's own
  /// cancellation handler if it is the attempt's.
  ///
  /// ```swift
  /// let page = Promise.retry(maxAttempts: 3, backoff: .exponential(base: .seconds(1))) { _ in
  ///   try await fetch(url)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - maxAttempts: how often `operation` is called at most. Traps if that is less than once.
  ///   - backoff: the pauses between the attempts.
  ///   - clock: measures the pauses.
  ///   - decide: what to do about the error of an attempt, whose number it gets. It is not asked
  ///     about the last attempt.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - operation: the work; it gets the number of the attempt, counted from 1.
  /// - Returns: a promise of the result.
  public static func retry<T: Sendable, C: Clock>(
    maxAttempts: Int, backoff: Backoff = .none, clock: C = ContinuousClock(),
    when decide: @escaping @Sendable (any Error, Int) -> RetryDecision = { _, _ in .retry },
    fileID: StaticString = #fileID, line: UInt = #line,
    _ operation: @escaping @Sendable (_ attempt: Int) async throws -> T
  ) -> Promise<T> where C.Duration == Duration {
    precondition(
      maxAttempts >= 1, "A retry of \(maxAttempts) attempts does nothing: give one or more.")
    return Promise<T>.start(Origin(.retry, fileID, line)) {
      var generator = SystemRandomNumberGenerator()
      var attempt = 1
      while true {
        do {
          return try await operation(attempt)
        } catch {
          guard attempt < maxAttempts, !(error is CancellationError), !Task.isCancelled
          else { throw error }
          let pause: Duration
          switch decide(error, attempt) {
          case .retry: pause = backoff.pause(afterAttempt: attempt, using: &generator)
          case .retryAfter(let own): pause = own
          case .stop: throw error
          }
          if pause > .zero { try await rest(for: pause, clock) }
          try Task.checkCancellation()
          attempt += 1
        }
      }
    }
  }

  /// A pause whose timer goes when the task is cancelled.
  private static func rest<C: Clock>(
    for pause: Duration, _ clock: C
  ) async throws where C.Duration == Duration {
    guard clock is ContinuousClock else {
      return try await clock.sleep(until: Timer.deadline(clock, after: pause), tolerance: nil)
    }
    let end = delay(for: pause, clock, .none)
    try await withTaskCancellationHandler {
      try await end.value
    } onCancel: {
      Trampoline.runInCancellationHandler { _ = end.cell.cancel(&$0) }
    }
  }
}
