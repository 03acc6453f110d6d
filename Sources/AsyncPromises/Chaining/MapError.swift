// mapError: transforms an error.

extension Promise {
  /// Returns a promise that settles like this promise, with its error replaced by the one
  /// `transform` returns or throws.
  ///
  /// Values pass through without a call to `transform`. Cancellations count as errors: return them
  /// unchanged unless you mean to hide them.
  ///
  /// The closure runs in the isolation it was written in, after any earlier handlers with the same
  /// isolation.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws it from this promise. The transform is skipped unless
  /// it has already started.
  ///
  /// ## Example
  /// ```swift
  /// let page = load(url).mapError { error in
  ///   error is URLError ? ServerError(isPermanent: false) : error
  /// }
  /// ```
  ///
  /// - Parameter transform: returns the error to reject with.
  /// - Returns: a promise for the same value.
  @inlinable
  public func mapError(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ transform: @escaping @Sendable @isolated(any) (any Error) throws -> any Error
  ) -> Promise {
    deriveReplacing(
      (any Error).self, on: transform.isolation, Origin("mapError", fileID, line),
      ErasedClosure(IsolatedTransform(run: transform))
    ) { closure, error, derived, effects in
      let translate = closure.as(ErasedTransform<any Error, any Error>.self)
      Self.settle(derived, &effects) { throw try translate.run(error) }
    }
  }
}
