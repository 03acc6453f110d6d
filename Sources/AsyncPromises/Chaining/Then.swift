// then: starts the next piece of work from a value.

extension Promise {
  /// Returns a promise that settles like the promise `next` returns, or is rejected with this
  /// promise's error or the error `next` throws.
  ///
  /// The closure runs in the isolation it was written in, after any earlier handlers with the same
  /// isolation. A loop that returns its next iteration from `then` runs in constant memory.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws it from this promise and from the promise that `next`
  /// returned. Each of them continues if it has other consumers.
  ///
  /// ## Example
  /// ```swift
  /// let avatar = user.then { images.load($0.avatarURL) }
  /// ```
  ///
  /// - Parameter next: starts the next step and returns its promise.
  /// - Returns: a promise that follows the one `next` returns.
  @inlinable
  public func then<U: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ next: @escaping @Sendable @isolated(any) (Value) throws -> Promise<U>
  ) -> Promise<U> {
    let origin = Origin("then", fileID, line)
    return derive(on: next.isolation, origin, ErasedClosure(IsolatedStep(run: next))) {
      closure, source, derived, effects in
      switch Self.outcome(of: source) {
      case .success(let value):
        Promise<U>.follow(derived, &effects) {
          try closure.lend(as: ErasedStep<Value, U>.self) { try $0.closure.run(value) }
        }
      case .failure:
        derived.take(from: source, &effects)
      }
    }
  }

  /// Returns a promise that settles like the promise that the asynchronous `next` returns, or is
  /// rejected with this promise's error or the error `next` throws.
  ///
  /// The closure runs in its own task, in the isolation it was written in. Where the platform can
  /// start a task synchronously, closures that share an isolation start in registration order. The
  /// closure never delays other handlers.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise rejects it at once. If `next` is running, its task is
  /// cancelled; if it has returned a promise, the derived promise withdraws from that promise.
  ///
  /// ## Example
  /// ```swift
  /// let avatar = user.then(.async) { images.load(await directory.avatarURL(of: $0)) }
  /// ```
  ///
  /// - Parameters:
  ///   - form: `.async`.
  ///   - next: starts the next step and returns its promise.
  /// - Returns: a promise that follows the one `next` returns.
  public func then<U: Sendable>(
    _ form: AsyncForm,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ next: @escaping @Sendable @isolated(any) (Value) async throws -> Promise<U>
  ) -> Promise<U> {
    then(next, Origin("then", fileID, line))
  }

  /// The same, but takes the origin of the new promise.
  func then<U: Sendable>(
    _ next: @escaping @Sendable @isolated(any) (Value) async throws -> Promise<U>,
    _ origin: Origin
  ) -> Promise<U> {
    derive(on: next.isolation, origin, for: .startsTask) { _, source, derived, effects in
      switch Self.outcome(of: source) {
      case .success(let value):
        Promise<U>.follow(derived, on: next.isolation, &effects) { try await next(value) }
      case .failure:
        derived.take(from: source, &effects)
      }
    }
  }
}
