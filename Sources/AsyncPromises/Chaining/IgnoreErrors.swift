// ignoreErrors: a failure is nobody's concern.

extension Promise {
  /// Says at the end of a chain that its failure is nobody's concern.
  ///
  /// The promise is the same, and so is its outcome: whoever looks at it sees the error. It is not
  /// reported as unhandled, here or where it is passed on.
  ///
  /// ## Cancellation
  /// Changes nothing: it does not count as a consumer.
  ///
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
