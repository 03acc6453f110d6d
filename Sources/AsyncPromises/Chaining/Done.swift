// done: a value is used, and that was it.

extension Promise {
  /// Fulfilled when `body` has returned; rejected with what it throws, or as this promise is.
  ///
  /// The closure runs in the isolation it was written in, after those registered before it. It may
  /// be the last link of a chain.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise skips a body that has not started, and withdraws from this
  /// promise.
  ///
  /// ```swift
  /// user.done { label.text = $0.name }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - body: uses the value.
  /// - Returns: a promise of the end of `body`.
  @inlinable @discardableResult
  public func done(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ body: @escaping @Sendable @isolated(any) (Value) throws -> Void
  ) -> Promise<Void> {
    map(body, Origin(.done, fileID, line))
  }
}
