// delay: an outcome comes later.

extension Promise where Value == Never {
  /// Fulfilled when `duration` has passed on `clock`.
  ///
  /// The deadline is computed once, when the promise is made. A duration of zero or less is over at
  /// once, without a timer; one of more than a hundred years is as long as a hundred years.
  ///
  /// ## Cancellation
  /// Cancelling the promise frees the timer at once.
  ///
  /// ```swift
  /// Promise.delay(for: .seconds(2)).done { banner.hide() }
  /// ```
  ///
  /// - Parameters:
  ///   - duration: how long to wait.
  ///   - clock: measures the time.
  /// - Returns: a promise of the end of the time.
  public static func delay<C: Clock>(
    for duration: Duration, clock: C = ContinuousClock()
  ) -> Promise<Void> where C.Duration == Duration {
    guard duration > .zero else { return .fulfilled }
    let deadline = clock.deadline(after: duration)
    return Promise<Void> { try await clock.sleep(until: deadline, tolerance: nil) }
  }
}

extension Promise {
  /// Fulfilled with the value of this promise when it is `duration` old; rejected at once as this
  /// promise is.
  ///
  /// The deadline is computed when this promise is fulfilled. A duration of zero or less adds
  /// nothing; one of more than a hundred years is as long as a hundred years.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws from this promise, or frees the timer at once.
  ///
  /// ```swift
  /// let calm = search.delay(by: .milliseconds(300))
  /// ```
  ///
  /// - Parameters:
  ///   - duration: how long to wait, after the value has come.
  ///   - clock: measures the time.
  /// - Returns: a promise of the same value.
  public func delay<C: Clock>(
    by duration: Duration, clock: C = ContinuousClock()
  ) -> Promise where C.Duration == Duration {
    then { value in Promise<Never>.delay(for: duration, clock: clock).map { value } }
  }
}

extension Duration {
  /// More than anybody waits, and less than any clock overflows at.
  static let century: Duration = .seconds(100 * 365 * 86_400)
}

extension Clock where Duration == Swift.Duration {
  /// The instant to wait for; a duration that an instant could overflow at counts as a century.
  func deadline(after duration: Duration) -> Instant {
    now.advanced(by: min(duration, .century))
  }
}
