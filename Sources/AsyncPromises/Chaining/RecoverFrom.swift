// recover(from:): errors of one type are replaced.
//
// The label tells it from the forms of `recover`: without one, the compiler would take `.async` for
// a member of any type of error, and try all of them along a chain.

extension Promise {
  /// Returns a promise that settles like this promise, with errors of the given type replaced by
  /// the result of `body`.
  ///
  /// It is rejected with any error `body` throws. Errors of other types pass through.
  ///
  /// The closure runs in the isolation it was written in, after handlers registered earlier.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws from this promise and skips the body unless it has
  /// started.
  ///
  /// ## Example
  /// ```swift
  /// let page = load(url).recover(from: URLError.self) { _ in Page.offline }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type of the errors to replace; others pass through.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: returns a replacement value, or throws another error.
  /// - Returns: a promise of the value.
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

  /// Returns a promise that settles like this promise, with errors of the given type replaced by
  /// the result of the asynchronous `body`.
  ///
  /// It is rejected with any error `body` throws. Errors of other types pass through.
  ///
  /// The closure runs in its own task, in the isolation it was written in.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise rejects it at once and cancels the task of a running body.
  ///
  /// ## Example
  /// ```swift
  /// let page = load(url).recover(from: URLError.self, .async) { _ in try await cache.page(url) }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type of the errors to replace; others pass through.
  ///   - form: `.async`.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: returns a replacement value, or throws another error.
  /// - Returns: a promise of the value.
  public func recover<E: Error>(
    from type: E.Type, _ form: AsyncForm,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (E) async throws -> Value
  ) -> Promise {
    deriveReplacing(type, on: body.isolation, Origin("recover", fileID, line)) {
      error, source, derived, effects in
      Self.settle(derived, on: body.isolation, &effects) {
        try await body(error)
      }
    }
  }

  /// Returns a promise that settles like this promise or, for an error of the given type, like the
  /// promise `body` returns.
  ///
  /// It is rejected with any error `body` throws. Errors of other types pass through.
  ///
  /// The closure runs in the isolation it was written in, after handlers registered earlier.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws from this promise and from the promise `body`
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
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: starts other work and returns its promise.
  /// - Returns: a promise of the value.
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

  /// Returns a promise that settles like this promise or, for an error of the given type, like the
  /// promise the asynchronous `body` returns.
  ///
  /// It is rejected with any error `body` throws. Errors of other types pass through.
  ///
  /// The closure runs in its own task, in the isolation it was written in.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise rejects it at once and cancels the task of a running body, or
  /// withdraws from the promise it returned.
  ///
  /// ## Example
  /// ```swift
  /// let page = load(url).recover(from: URLError.self, .async, .promise) { _ in
  ///   load(try await directory.mirror(of: url))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type of the errors to replace; others pass through.
  ///   - form: `.async`.
  ///   - result: `.promise`.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: starts other work and returns its promise.
  /// - Returns: a promise of the value.
  public func recover<E: Error>(
    from type: E.Type, _ form: AsyncForm, _ result: PromiseForm,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (E) async throws -> Promise
  ) -> Promise {
    deriveReplacing(type, on: body.isolation, Origin("recover", fileID, line)) {
      error, source, derived, effects in
      Self.follow(derived, on: body.isolation, &effects) {
        try await body(error)
      }
    }
  }

  /// Makes a promise of the same value, or of the result of `replace` for an error of that type.
  ///
  /// - Parameter replace: settles the derived cell.
  @inlinable
  func deriveReplacing<E: Error>(
    _ type: E.Type, on isolation: (any Actor)?, _ origin: Origin,
    _ replace:
      @escaping @Sendable (
        _ error: E, _ source: Cell, _ derived: Cell, _ effects: inout Effects
      ) -> Void
  ) -> Promise {
    derive(on: isolation, origin) { _, source, derived, effects in
      if case .failure(let error as E) = Self.outcome(of: source) {
        replace(error, source, derived, &effects)
      } else {
        derived.settle(as: source, &effects)
      }
    }
  }
}
