// then: a value starts the next piece of work.

extension Promise {
  /// Settled as the promise is that `next` returns; rejected with what `next` throws, or as this
  /// promise is.
  ///
  /// The closure runs in the isolation it was written in, after those registered before it. A loop
  /// that returns its next round from `then` runs in constant memory.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws from this promise, and from the promise that `next`
  /// returned, each of which goes on if others are interested in it.
  ///
  /// ```swift
  /// let avatar = user.then { images.load($0.avatarURL) }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - next: starts the next piece of work and returns its promise.
  /// - Returns: a promise that follows the returned one.
  @inlinable
  public func then<U: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ next: @escaping @Sendable @isolated(any) (Value) throws -> Promise<U>
  ) -> Promise<U> {
    let origin = Origin(.then, fileID, line)
    return derive(on: next.isolation, origin, ErasedClosure(IsolatedStep(run: next))) {
      closure, source, derived, trampoline in
      switch Self.outcome(of: source) {
      case .success(let value):
        let next = closure.as(ErasedStep<Value, U>.self)
        Promise<U>.follow(derived, &trampoline) { try next.run(value) }
      case .failure:
        derived.settle(as: source, &trampoline)
      }
    }
  }

  /// Settled as the promise is that the asynchronous `next` returns; rejected with what `next`
  /// throws, or as this promise is.
  ///
  /// The closure runs in a task of its own, in the isolation it was written in. It is started in
  /// the order of registration, where the platform can start a task in place, and holds nobody up.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise rejects it at once, and cancels the task of a running `next` or
  /// withdraws from the promise that it returned.
  ///
  /// ```swift
  /// let avatar = user.then(.async) { images.load(await directory.avatarURL(of: $0)) }
  /// ```
  ///
  /// - Parameters:
  ///   - form: `.async`.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - next: starts the next piece of work and returns its promise.
  /// - Returns: a promise that follows the returned one.
  public func then<U: Sendable>(
    _ form: AsyncForm,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ next: @escaping @Sendable @isolated(any) (Value) async throws -> Promise<U>
  ) -> Promise<U> {
    derive(on: next.isolation, Origin(.then, fileID, line)) { _, source, derived, trampoline in
      switch Self.outcome(of: source) {
      case .success(let value):
        Promise<U>.follow(derived, on: next.isolation, &trampoline) { try await next(value) }
      case .failure:
        derived.settle(as: source, &trampoline)
      }
    }
  }
}
