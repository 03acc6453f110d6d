// From promise back to callbacks.

extension Promise {
  /// Calls `body` with the outcome, whatever it is, for code that takes callbacks.
  ///
  /// Runs in the isolation it was written in, in the order of registration. Unlike `tap` it ends
  /// the chain: there is no promise to derive from, and nothing to cancel.
  ///
  /// ## Cancellation
  /// Counts as a consumer that never withdraws. A cancelled promise calls `body` with
  /// `CancellationError`.
  ///
  /// ```swift
  /// func load(completion: @escaping @Sendable (Result<Data, any Error>) -> Void) {
  ///   loadPromise().whenSettled(completion)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - body: receives the outcome.
  @inlinable
  public func whenSettled(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ body: @escaping @Sendable @isolated(any) (Result<Value, any Error>) -> Void
  ) {
    _ = deriveObserving(body, Origin(.whenSettled, fileID, line))
  }
}
