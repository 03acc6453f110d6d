// ignoreErrors: a failure is nobody's concern.

extension Promise {
  /// Declares that a failure of this chain needs no handling.
  ///
  /// The promise and its outcome stay the same, and observers still receive the error. It is not
  /// reported as unhandled, here or downstream.
  ///
  /// ## Cancellation
  /// No effect: the call does not count as a consumer.
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
