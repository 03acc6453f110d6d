// validate: a value has to satisfy a predicate.

extension Promise {
  /// Returns a promise that settles like this promise, unless `predicate` refuses the value.
  ///
  /// If `predicate` returns `false`, the promise is rejected with ``PromiseError/invalid``; if it
  /// throws, with the error that it throws.
  ///
  /// The closure runs in the isolation it was written in, after those registered before it.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise skips a predicate that has not started, and withdraws from this
  /// promise.
  ///
  /// ## Example
  /// ```swift
  /// let page = response.validate { $0.status == 200 }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - predicate: returns whether the value is accepted; throws to reject with an error of its
  ///     own.
  /// - Returns: a promise of the value.
  @inlinable
  public func validate(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ predicate: @escaping @Sendable @isolated(any) (Value) throws -> Bool
  ) -> Promise {
    let isValid = synchronous(predicate)
    return derive(on: predicate.isolation, Origin("validate", fileID, line)) {
      _, source, derived, effects in
      do {
        if case .success(let value) = Self.outcome(of: source), try !isValid(value) {
          throw PromiseError.invalid
        }
        derived.settle(as: source, &effects)
      } catch {
        derived.reject(error, &effects)
      }
    }
  }
}
