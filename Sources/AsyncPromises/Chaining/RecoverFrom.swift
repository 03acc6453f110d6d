// recover(from:): replaces errors of one type.
//
// The label distinguishes it from the other overloads of `recover`. Without a label, the compiler
// would read `.async` as a member of any error type, and try every combination along a chain.

extension Promise {
  /// Returns a promise that settles like this promise, with errors of the given type replaced by
  /// the result of `body`.
  ///
  /// If `body` throws, the promise is rejected with that error. Errors of other types pass through.
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
  /// let page = load(url).recover(from: URLError.self) { _ in Page.offline }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type of the errors to replace; others pass through.
  ///   - body: returns a replacement value, or throws another error.
  /// - Returns: a promise for the value.
  @inlinable
  public func recover<E: Error>(
    from type: E.Type,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (E) throws -> Value
  ) -> Promise {
    let closure = ErasedClosure(IsolatedTransform(run: body))
    return deriveReplacing(type, on: body.isolation, Origin("recover", fileID, line), closure) {
      closure, error, derived, effects in
      let replace = closure.as(ErasedTransform<E, Value>.self)
      Self.settle(derived, &effects) { try replace.run(error) }
    }
  }

  /// Returns a promise that settles like this promise or, for an error of the given type, like the
  /// promise `body` returns.
  ///
  /// If `body` throws, the promise is rejected with that error. Errors of other types pass through.
  ///
  /// The closure runs in the isolation it was written in, after any earlier handlers with the same
  /// isolation.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws it from this promise and from the promise that `body`
  /// returned.
  ///
  /// ## Example
  /// ```swift
  /// let page = server.page().recover(from: URLError.self, .promise) { _ in mirror.page() }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type of the errors to replace; others pass through.
  ///   - form: `.promise`.
  ///   - body: starts other work and returns its promise.
  /// - Returns: a promise for the value.
  @inlinable
  public func recover<E: Error>(
    from type: E.Type, _ form: PromiseForm,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (E) throws -> Promise
  ) -> Promise {
    let closure = ErasedClosure(IsolatedStep(run: body))
    return deriveReplacing(type, on: body.isolation, Origin("recover", fileID, line), closure) {
      closure, error, derived, effects in
      let replace = closure.as(ErasedStep<E, Value>.self)
      Self.follow(derived, &effects) { try replace.run(error) }
    }
  }

  /// Creates a promise that settles like this promise, except that `replace` settles it for an
  /// error of that type.
  ///
  /// - Parameter replace: settles the derived cell. If it captures nothing, it costs no allocation,
  ///   because this is inlined.
  @inlinable @inline(__always)
  func deriveReplacing<E: Error>(
    _ type: E.Type, on isolation: (any Actor)?, _ origin: Origin,
    _ closure: consuming ErasedClosure = .none, for purpose: Handler.Purpose = .anyOutcome,
    _ replace:
      @escaping @Sendable (
        _ closure: ErasedClosure, _ error: E, _ derived: Cell, _ effects: inout Effects
      ) -> Void
  ) -> Promise {
    derive(on: isolation, origin, consume closure, for: purpose) {
      closure, source, derived, effects in
      if case .failure(let error as E) = Self.outcome(of: source) {
        replace(closure, error, derived, &effects)
      } else {
        derived.take(from: source, &effects)
      }
    }
  }
}
