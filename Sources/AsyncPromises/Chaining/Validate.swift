// validate: checks a value against a predicate.

extension Promise {
  /// Returns a promise that settles like this promise, unless `predicate` rejects the value.
  ///
  /// If `predicate` returns `false`, the promise is rejected with ``PromiseError/invalid``; if
  /// `predicate` throws, with that error.
  ///
  /// The closure runs in the isolation it was written in, after any earlier handlers with the same
  /// isolation.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws it from this promise. The predicate is skipped unless
  /// it has already started.
  ///
  /// ## Example
  /// ```swift
  /// let page = response.validate { $0.status == 200 }
  /// ```
  ///
  /// - Parameter predicate: returns whether to accept the value, or throws an error to reject with.
  /// - Returns: a promise for the value.
  @inlinable
  public func validate(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ predicate: @escaping @Sendable @isolated(any) (Value) throws -> Bool
  ) -> Promise {
    let closure = ErasedClosure(IsolatedTransform(run: predicate))
    return derive(on: predicate.isolation, Origin("validate", fileID, line), closure) {
      closure, source, derived, effects in
      let predicate = closure.as(ErasedTransform<Value, Bool>.self)
      do {
        if case .success(let value) = Self.outcome(of: source), try !predicate.run(value) {
          throw PromiseError.invalid
        }
        derived.take(from: source, &effects)
      } catch {
        derived.reject(error, &effects)
      }
    }
  }
}
