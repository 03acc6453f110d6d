// tap: observes the outcome and passes it on.

extension Promise {
  /// Returns a promise that settles like this promise, after `body` has received the outcome.
  ///
  /// The closure runs in the isolation it was written in, after any earlier handlers with the same
  /// isolation.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws it from this promise. The body is skipped unless it
  /// has already started.
  ///
  /// ## Example
  /// ```swift
  /// let user = login().tap { log.debug("login: \($0)") }
  /// ```
  ///
  /// - Parameter body: receives the outcome.
  /// - Returns: a promise with the same outcome.
  @inlinable @discardableResult
  public func tap(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Result<Value, any Error>) -> Void
  ) -> Promise {
    deriveObserving(body, Origin("tap", fileID, line))
  }

  /// Creates a promise that settles like this promise, after `body` has received the outcome.
  @inlinable
  func deriveObserving(
    _ body: @escaping @Sendable @isolated(any) (Result<Value, any Error>) -> Void,
    _ origin: Origin
  ) -> Promise {
    derive(on: body.isolation, origin, ErasedClosure(IsolatedObservation(run: body))) {
      closure, source, derived, effects in
      Self.settle(derived, like: source, &effects) {
        closure.lend(as: ErasedObservation<Result<Value, any Error>>.self) {
          $0.closure.run(Self.outcome(of: source))
        }
        return true
      }
    }
  }

  /// Creates a promise that settles like this promise, after `look` has received the outcome.
  ///
  /// - Parameter look: returns whether the user has seen the failure, if there is one.
  @inlinable @inline(__always)
  func derivePassing(
    on isolation: (any Actor)?, _ origin: Origin, _ closure: consuming ErasedClosure = .none,
    after look: @escaping @Sendable (ErasedClosure, Result<Value, any Error>) -> Bool
  ) -> Promise {
    derive(on: isolation, origin, consume closure) { closure, source, derived, effects in
      Self.settle(derived, like: source, &effects) { look(closure, Self.outcome(of: source)) }
    }
  }
}
