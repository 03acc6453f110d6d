// map: a value becomes another value.

extension Promise {
  /// Fulfilled with what `transform` makes of the value; rejected with what it throws, or as this
  /// promise is.
  ///
  /// The transform runs in the isolation it was written in, after those registered before it. For
  /// one that returns a promise use `then`: here the result would be a promise of a promise.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise skips a transform that has not started, and withdraws from this
  /// promise.
  ///
  /// ```swift
  /// let count = text.map { $0.split(separator: "\n").count }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - transform: makes the new value.
  /// - Returns: a promise of the new value.
  @inlinable
  public func map<U: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ transform: @escaping @Sendable @isolated(any) (Value) throws -> U
  ) -> Promise<U> {
    map(transform, Origin(.map, fileID, line))
  }

  /// The common part of `map` and `done`.
  @inlinable
  func map<U: Sendable>(
    _ transform: @escaping @Sendable @isolated(any) (Value) throws -> U, _ origin: Origin
  ) -> Promise<U> {
    derive(on: transform.isolation, origin, ErasedClosure(IsolatedTransform(run: transform))) {
      closure, source, derived, trampoline in
      switch Self.outcome(of: source) {
      case .success(let value):
        let transform = closure.as(ErasedTransform<Value, U>.self)
        Promise<U>.settle(derived, &trampoline) { try transform.run(value) }
      case .failure:
        derived.settle(as: source, &trampoline)
      }
    }
  }

  /// Fulfilled with what the asynchronous `transform` makes of the value; rejected with what it
  /// throws, or as this promise is.
  ///
  /// The transform runs in a task of its own, in the isolation it was written in. It is started in
  /// the order of registration, where the platform can start a task in place, and holds nobody up.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise rejects it at once and cancels the task of a running transform.
  ///
  /// ```swift
  /// let image = data.map(.async) { try await decoder.decode($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - form: `.async`.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - transform: makes the new value.
  /// - Returns: a promise of the new value.
  public func map<U: Sendable>(
    _ form: AsyncForm,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ transform: @escaping @Sendable @isolated(any) (Value) async throws -> U
  ) -> Promise<U> {
    derive(on: transform.isolation, Origin(.map, fileID, line)) { _, source, derived, trampoline in
      switch Self.outcome(of: source) {
      case .success(let value):
        Promise<U>.settle(derived, on: transform.isolation, &trampoline) {
          try await transform(value)
        }
      case .failure:
        derived.settle(as: source, &trampoline)
      }
    }
  }
}
