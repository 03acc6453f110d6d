// From promises back to callbacks.

extension Promise {
  /// Calls `body` with the promise's outcome, for callback-based code.
  ///
  /// Each closure runs in the isolation it was written in; closures that share an isolation run in
  /// registration order. Unlike `tap`, this call ends the chain: it returns no promise to chain on
  /// or cancel.
  ///
  /// ## Cancellation
  /// The call counts as a consumer that never withdraws. If the promise is cancelled, `body`
  /// receives `CancellationError`.
  ///
  /// ## Example
  /// ```swift
  /// func load(completion: @escaping @Sendable (Result<Data, any Error>) -> Void) {
  ///   loadPromise().whenSettled(completion)
  /// }
  /// ```
  ///
  /// - Parameter body: receives the outcome.
  @inlinable
  public func whenSettled(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Result<Value, any Error>) -> Void
  ) {
    // This promise is never handed out, so it needs no copy of the outcome.
    let closure = ErasedClosure(IsolatedObservation(run: body))
    let _: Promise<Void> = derive(
      on: body.isolation, Origin("whenSettled", fileID, line), closure
    ) { closure, source, derived, effects in
      closure.lend(as: ErasedObservation<Result<Value, any Error>>.self) {
        $0.closure.run(Self.outcome(of: source))
      }
      Promise<Void>.settle(derived, &effects) {}
    }
  }

  /// Calls `completion` with the promise's value or error, for Objective-C completion handlers.
  ///
  /// One of the two arguments is `nil`. In all other respects, the call behaves like
  /// ``whenSettled(fileID:line:_:)``.
  ///
  /// ## Cancellation
  /// The call counts as a consumer that never withdraws. If the promise is cancelled, `completion`
  /// receives `CancellationError`.
  ///
  /// ## Example
  /// ```swift
  /// func loadData(completion: @escaping @Sendable (Data?, (any Error)?) -> Void) {
  ///   loadPromise().whenSettled(completion: completion)
  /// }
  /// ```
  ///
  /// - Parameter completion: receives the value and `nil`, or `nil` and the error.
  @inlinable
  public func whenSettled(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    completion: @escaping @Sendable @isolated(any) (Value?, (any Error)?) -> Void
  ) {
    let (isolation, call) = (completion.isolation, synchronous(completion))
    let _: Promise<Void> = derive(on: isolation, Origin("whenSettled", fileID, line)) {
      _, source, derived, effects in
      switch Self.outcome(of: source) {
      case .success(let value): call(value, nil)
      case .failure(let error): call(nil, error)
      }
      Promise<Void>.settle(derived, &effects) {}
    }
  }
}

extension Promise where Value == Void {
  /// Calls `completion` with the promise's error, or with `nil` if it is fulfilled, for Objective-C
  /// completion handlers.
  ///
  /// ## Cancellation
  /// The call counts as a consumer that never withdraws. If the promise is cancelled, `completion`
  /// receives `CancellationError`.
  ///
  /// ## Example
  /// ```swift
  /// func save(completion: @escaping @Sendable ((any Error)?) -> Void) {
  ///   Promise { try await write(report) }.whenSettled(completion: completion)
  /// }
  /// ```
  ///
  /// - Parameter completion: receives the error, or `nil`.
  @_disfavoredOverload  // a trailing closure should receive the outcome
  @inlinable
  public func whenSettled(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    completion: @escaping @Sendable @isolated(any) ((any Error)?) -> Void
  ) {
    let (isolation, call) = (completion.isolation, synchronous(completion))
    let _: Promise<Void> = derive(on: isolation, Origin("whenSettled", fileID, line)) {
      _, source, derived, effects in
      switch Self.outcome(of: source) {
      case .success: call(nil)
      case .failure(let error): call(error)
      }
      Promise<Void>.settle(derived, &effects) {}
    }
  }
}
