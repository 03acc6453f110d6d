// ignoreErrors: a failure is nobody's concern.

extension Promise {
  /// Declares, at the end of a chain, that its failure needs no handling.
  ///
  /// The promise and its outcome stay the same: code that observes it still receives the error. The
  /// error is not reported as unhandled, neither here nor where it is passed on.
  ///
  /// ## Cancellation
  /// The call changes nothing: it does not count as a consumer.
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
