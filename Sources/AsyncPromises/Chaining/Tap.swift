// tap: the outcome is looked at, and passed on.

extension Promise {
  /// Returns a promise that settles like this promise, after `body` has received the outcome.
  ///
  /// The closure runs in the isolation it was written in, after handlers registered earlier.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws from this promise and skips the body unless it has
  /// started.
  ///
  /// ## Example
  /// ```swift
  /// let user = login().tap { log.debug("login: \($0)") }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: receives the outcome.
  /// - Returns: a promise of the same outcome.
  @inlinable @discardableResult
  public func tap(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Result<Value, any Error>) -> Void
  ) -> Promise {
    deriveObserving(body, Origin("tap", fileID, line))
  }

  /// Makes a promise of the same outcome, after showing the outcome to `body`.
  @inlinable
  func deriveObserving(
    _ body: @escaping @Sendable @isolated(any) (Result<Value, any Error>) -> Void,
    _ origin: Origin
  ) -> Promise {
    derive(on: body.isolation, origin, ErasedClosure(IsolatedObservation(run: body))) {
      closure, source, derived, effects in
      Self.settle(derived, like: source, &effects) {
        closure.as(ErasedObservation<Result<Value, any Error>>.self).run(Self.outcome(of: source))
        return true
      }
    }
  }

  /// Makes a promise of the same outcome, after passing the outcome to `look`.
  ///
  /// - Parameter look: answers whether the user has seen the failure, if there is one.
  @inlinable
  func derivePassing(
    on isolation: (any Actor)?, _ origin: Origin,
    after look: @escaping @Sendable (Result<Value, any Error>) -> Bool
  ) -> Promise {
    derive(on: isolation, origin) { _, source, derived, effects in
      Self.settle(derived, like: source, &effects) { look(Self.outcome(of: source)) }
    }
  }
}
