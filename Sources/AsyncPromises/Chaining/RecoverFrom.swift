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
    let replace = synchronous(body)
    return deriveReplacing(type, on: body.isolation, Origin("recover", fileID, line)) {
      error, source, derived, effects in
      Self.settle(derived, &effects) { try replace(error) }
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
    let replace = synchronous(body)
    return deriveReplacing(type, on: body.isolation, Origin("recover", fileID, line)) {
      error, source, derived, effects in
      Self.follow(derived, &effects) { try replace(error) }
    }
  }

  /// Creates a promise that settles like this promise, except that `replace` settles it for an
  /// error of that type.
  ///
  /// - Parameter replace: settles the derived cell.
  @inlinable
  func deriveReplacing<E: Error>(
    _ type: E.Type, on isolation: (any Actor)?, _ origin: Origin,
    for purpose: Handler.Purpose = .anyOutcome,
    _ replace:
      @escaping @Sendable (
        _ error: E, _ source: Cell, _ derived: Cell, _ effects: inout Effects
      ) -> Void
  ) -> Promise {
    derive(on: isolation, origin, for: purpose) { _, source, derived, effects in
      if case .failure(let error as E) = Self.outcome(of: source) {
        replace(error, source, derived, &effects)
      } else {
        derived.take(from: source, &effects)
      }
    }
  }
}
