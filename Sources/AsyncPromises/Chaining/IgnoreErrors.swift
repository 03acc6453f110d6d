// ignoreErrors: silences reports of unhandled errors.

extension Promise {
  /// Declares that a failure of this chain needs no handling.
  ///
  /// The promise and its outcome stay the same, and observers still receive the error. The error is
  /// not reported as unhandled, here or downstream.
  ///
  /// ## Cancellation
  /// The call has no effect on cancellation: it doesn't count as a consumer.
  ///
  /// ## Example
  /// ```swift
  /// cache.prefetch(url).ignoreErrors()
  /// ```
  ///
  /// - Returns: this promise.
  @discardableResult
  public func ignoreErrors() -> Promise {
    cell.markFailure(.handled)
    return self
  }
}
