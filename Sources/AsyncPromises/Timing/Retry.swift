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
  /// pause is over. Both closures run in the isolation they were written in. A cancellation is not
  /// retried: an attempt that throws `CancellationError` is the last.
  ///
  /// ## Cancellation
  /// Cancelling the promise cancels the task of the running attempt, or ends the pause. A promise
  /// that the attempt awaits goes on, because waiting is not owning; return it, and it is withdrawn
  /// from.
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
  public static func retry<T: Sendable>(
    maxAttempts: Int, backoff: Backoff = .none, clock: any Clock<Duration> = ContinuousClock(),
    @_inheritActorContext @_implicitSelfCapture
    when decide: @escaping @Sendable @isolated(any) (any Error, Int) -> RetryDecision = { _, _ in
      .retry
    },
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ operation: @escaping @Sendable @isolated(any) (_ attempt: Int) async throws -> T
  ) -> Promise<T> {
    let attempts = Attempts(maxAttempts, backoff, clock, decide)
    let origin = Origin(.retry, fileID, line)
    return Promise<T>.start(origin) { try await attempts.make(operation) }
  }

  /// Fulfilled as the first promise that an attempt returns and that is fulfilled; rejected with
  /// the error of the last attempt.
  ///
  /// As for an operation that returns a value; an attempt lasts until the promise that it returned
  /// is settled.
  ///
  /// ## Cancellation
  /// Cancelling the promise cancels the task of the running attempt, withdraws from the promise
  /// that it returned, or ends the pause.
  ///
  /// ```swift
  /// let page = Promise.retry(maxAttempts: 3) { _ in load(url) }.timeout(after: .seconds(5))
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
  ///   - operation: starts the work; it gets the number of the attempt, counted from 1.
  /// - Returns: a promise of the result.
  public static func retry<Followed: PromiseProtocol>(
    maxAttempts: Int, backoff: Backoff = .none, clock: any Clock<Duration> = ContinuousClock(),
    @_inheritActorContext @_implicitSelfCapture
    when decide: @escaping @Sendable @isolated(any) (any Error, Int) -> RetryDecision = { _, _ in
      .retry
    },
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ operation:
      @escaping @Sendable @isolated(any) (_ attempt: Int) async throws -> Followed
  ) -> Promise<Followed.Value> {
    retry(
      maxAttempts: maxAttempts, backoff: backoff, clock: clock, when: decide, fileID: fileID,
      line: line
    ) { try await operation($0).promise.ownedValue }
  }
}

/// How often a retry tries, and when.
private struct Attempts: Sendable {
  private let count: Int
  private let backoff: Backoff
  private let clock: any Clock<Duration>
  private let decide: @Sendable @isolated(any) (any Error, Int) -> RetryDecision

  init(
    _ count: Int, _ backoff: Backoff, _ clock: any Clock<Duration>,
    _ decide: @escaping @Sendable @isolated(any) (any Error, Int) -> RetryDecision
  ) {
    precondition(count >= 1, "A retry of \(count) attempts does nothing: give one or more.")
    (self.count, self.backoff, self.clock, self.decide) = (count, backoff, clock, decide)
  }

  func make<T: Sendable>(
    _ operation: @Sendable @isolated(any) (_ attempt: Int) async throws -> T
  ) async throws -> T {
    var generator = SystemRandomNumberGenerator()
    var attempt = 1
    while true {
      do {
        return try await operation(attempt)
      } catch {
        guard attempt < count, !(error is CancellationError), !Task.isCancelled
        else { throw error }
        let pause: Duration
        switch await decide(error, attempt) {
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

  /// A pause whose timer goes when the task is cancelled.
  private func rest(for pause: Duration, _ clock: some Clock<Duration>) async throws {
    guard clock is ContinuousClock else {
      return try await clock.sleep(until: Timer.deadline(clock, after: pause), tolerance: nil)
    }
    try await Promise<Never>.delay(for: pause, clock, .none).ownedValue
  }
}
