// recover: an error is replaced.

extension Promise {
  /// Fulfilled as this promise is, or with what `body` makes of the error; rejected with what
  /// `body` throws.
  ///
  /// The closure runs in the isolation it was written in, after those registered before it. A
  /// cancellation is an error like any other.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise skips a body that has not started, and withdraws from this
  /// promise.
  ///
  /// ```swift
  /// let settings = loadSettings().recover { _ in Settings.standard }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - body: makes a value of the error, or throws one.
  /// - Returns: a promise of the value.
  @inlinable
  public func recover(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ body: @escaping @Sendable @isolated(any) (any Error) throws -> Value
  ) -> Promise {
    let replace = synchronous(body)
    return derive(on: body.isolation, Origin(.recover, fileID, line)) {
      _, source, derived, trampoline in
      switch Self.outcome(of: source) {
      case .success:
        derived.settle(as: source, &trampoline)
      case .failure(let error):
        Self.settle(derived, because: source, &trampoline) { try replace(error) }
      }
    }
  }

  /// Fulfilled as this promise is, or with what the asynchronous `body` makes of the error;
  /// rejected with what `body` throws.
  ///
  /// The closure runs in a task of its own, in the isolation it was written in.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise rejects it at once and cancels the task of a running body.
  ///
  /// ```swift
  /// let settings = loadSettings().recover { _ in try await cache.settings() }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - body: makes a value of the error, or throws one.
  /// - Returns: a promise of the value.
  public func recover(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ body: @escaping @Sendable @isolated(any) (any Error) async throws -> Value
  ) -> Promise {
    derive(on: body.isolation, Origin(.recover, fileID, line)) { _, source, derived, trampoline in
      switch Self.outcome(of: source) {
      case .success:
        derived.settle(as: source, &trampoline)
      case .failure(let error):
        Self.settle(derived, because: source, on: body.isolation, &trampoline) {
          try await body(error)
        }
      }
    }
  }

  /// Fulfilled as this promise is, or settled as the promise is that `body` returns; rejected with
  /// what `body` throws.
  ///
  /// The closure runs in the isolation it was written in, after those registered before it.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws from this promise, and from the promise that `body`
  /// returned.
  ///
  /// ```swift
  /// let page = server.page().recover { _ in mirror.page() }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - body: starts other work and returns its promise.
  /// - Returns: a promise of the value.
  @_disfavoredOverload
  @inlinable
  public func recover(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ body: @escaping @Sendable @isolated(any) (any Error) throws -> Promise
  ) -> Promise {
    let replace = synchronous(body)
    return derive(on: body.isolation, Origin(.recover, fileID, line)) {
      _, source, derived, trampoline in
      switch Self.outcome(of: source) {
      case .success:
        derived.settle(as: source, &trampoline)
      case .failure(let error):
        Self.follow(derived, because: source, &trampoline) { try replace(error) }
      }
    }
  }
}
