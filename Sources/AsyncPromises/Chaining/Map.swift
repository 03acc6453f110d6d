// map: transforms a value.

extension Promise {
  /// Returns a promise that is fulfilled with the result of `transform`, or rejected with this
  /// promise's error or the error `transform` throws.
  ///
  /// The closure runs in the isolation it was written in, after any earlier handlers with the same
  /// isolation. If it returns a promise, use `then`: `map` would return a promise of a promise,
  /// which is reported as ``PromiseDiagnostics/Event/nestedPromise(trace:)``.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws it from this promise. The transform is skipped unless
  /// it has already started.
  ///
  /// ## Example
  /// ```swift
  /// let count = text.map { $0.split(separator: "\n").count }
  /// ```
  ///
  /// - Parameter transform: returns the new value.
  /// - Returns: a promise for the new value.
  @inlinable
  public func map<U: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ transform: @escaping @Sendable @isolated(any) (Value) throws -> U
  ) -> Promise<U> {
    map(transform, Origin("map", fileID, line))
  }

  /// The implementation that `map` and `done` share.
  @inlinable
  func map<U: Sendable>(
    @_inheritActorContext
    _ transform: @escaping @Sendable @isolated(any) (Value) throws -> U, _ origin: Origin
  ) -> Promise<U> {
    derive(on: transform.isolation, origin, ErasedClosure(IsolatedTransform(run: transform))) {
      closure, source, derived, effects in
      switch Self.outcome(of: source) {
      case .success(let value):
        Promise<U>.reportIfNested(derived)
        Promise<U>.settle(derived, &effects) {
          try closure.lend(as: ErasedTransform<Value, U>.self) { try $0.closure.run(value) }
        }
      case .failure:
        derived.take(from: source, &effects)
      }
    }
  }

  /// Returns a promise that is fulfilled with the result of the asynchronous `transform`, or
  /// rejected with this promise's error or the error `transform` throws.
  ///
  /// The closure runs in its own task, in the isolation it was written in. Where the platform can
  /// start a task synchronously, closures that share an isolation start in registration order. The
  /// closure never delays other handlers.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise rejects it at once and cancels the transform's task if it is
  /// running.
  ///
  /// ## Example
  /// ```swift
  /// let image = data.map(.async) { try await decoder.decode($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - form: `.async`.
  ///   - transform: returns the new value.
  /// - Returns: a promise for the new value.
  public func map<U: Sendable>(
    _ form: AsyncForm,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ transform: @escaping @Sendable @isolated(any) (Value) async throws -> U
  ) -> Promise<U> {
    derive(on: transform.isolation, Origin("map", fileID, line), for: .startsTask) {
      _, source, derived, effects in
      switch Self.outcome(of: source) {
      case .success(let value):
        Promise<U>.reportIfNested(derived)
        Promise<U>.settle(derived, on: transform.isolation, &effects) {
          try await transform(value)
        }
      case .failure:
        derived.take(from: source, &effects)
      }
    }
  }
}
