// tap: the outcome is looked at, and passed on.

extension Promise {
  /// Settled as this promise is, after `body` has seen the outcome.
  ///
  /// The closure runs in the isolation it was written in, after those registered before it.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise skips a body that has not started, and withdraws from this
  /// promise.
  ///
  /// ```swift
  /// let user = login().tap { log.debug("login: \($0)") }
  /// ```
  ///
  /// - Parameter body: looks at the outcome.
  /// - Returns: a promise of the same outcome.
  @discardableResult
  public func tap(
    @_inheritActorContext @_implicitSelfCapture
    _ body: @escaping @Sendable @isolated(any) (Result<Value, any Error>) -> Void
  ) -> Promise {
    pass(on: body.isolation, after: synchronous(body))
  }

  /// Makes a promise of the same outcome, which passes `look` on its way.
  func pass(
    on isolation: (any Actor)?, cleanup: (@Sendable () -> Void)? = nil,
    after look: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Promise {
    derive(on: isolation, cleanup: cleanup) { source, derived, trampoline in
      let outcome = Self.outcome(of: source)
      look(outcome)
      Self.settle(derived, &trampoline) { try outcome.get() }
    }
  }
}
