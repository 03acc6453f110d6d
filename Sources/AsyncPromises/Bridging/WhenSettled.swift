// From promise back to callbacks.

extension Promise {
  /// Calls `body` with the outcome of the promise, for code that takes callbacks.
  ///
  /// The closure runs in the isolation it was written in, in the order of registration. Unlike
  /// `tap`, this call ends the chain: there is no promise to derive from, and nothing to cancel.
  ///
  /// ## Cancellation
  /// The call counts as a consumer that never withdraws. A cancelled promise calls `body` with
  /// `CancellationError`.
  ///
  /// ## Example
  /// ```swift
  /// func load(completion: @escaping @Sendable (Result<Data, any Error>) -> Void) {
  ///   loadPromise().whenSettled(completion)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: receives the outcome.
  @inlinable
  public func whenSettled(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Result<Value, any Error>) -> Void
  ) {
    // Nobody gets this promise: it has no use for a copy of the outcome.
    let closure = ErasedClosure(IsolatedObservation(run: body))
    let _: Promise<Void> = derive(
      on: body.isolation, Origin("whenSettled", fileID, line), closure
    ) { closure, source, derived, effects in
      closure.as(ErasedObservation<Result<Value, any Error>>.self).run(Self.outcome(of: source))
      Promise<Void>.settle(derived, &effects) {}
    }
  }
}
