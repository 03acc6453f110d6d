// validate: a value has to satisfy a predicate.

extension Promise {
  /// Fulfilled with the same value if `predicate` answers `true`; rejected with
  /// ``PromiseError/invalid`` if it answers `false`, with what it throws, or as this promise is.
  ///
  /// The closure runs in the isolation it was written in, after those registered before it.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise skips a predicate that has not started, and withdraws from this
  /// promise.
  ///
  /// ```swift
  /// let page = response.validate { $0.status == 200 }
  /// ```
  ///
  /// - Parameter predicate: judges the value; throws to reject with an error of its own.
  /// - Returns: a promise of the value.
  public func validate(
    @_inheritActorContext @_implicitSelfCapture
    _ predicate: @escaping @Sendable @isolated(any) (Value) throws -> Bool
  ) -> Promise {
    let isValid = synchronous(predicate)
    return derive(on: predicate.isolation) { source, derived, trampoline in
      Self.settle(derived, &trampoline) {
        let value = try Self.outcome(of: source).get()
        guard try isValid(value) else { throw PromiseError.invalid }
        return value
      }
    }
  }
}
