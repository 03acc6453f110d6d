// recover(from:with:): the same for errors of one type.

extension Promise {
  /// Returns a promise that settles like this promise, with errors of the given type replaced by
  /// the result of `body`.
  ///
  /// If `body` throws, the promise is rejected with that error. Errors of other types pass through.
  ///
  /// The closure is skipped if `owner` has been released.
  ///
  /// The promise doesn't retain `owner`. The closure runs in the isolation it was written in, after
  /// any earlier handlers with the same isolation.
  ///
  /// ## Cancellation
  /// The same as for ``recover(with:fileID:line:_:)``.
  ///
  /// ## Example
  /// ```swift
  /// let page = load(url).recover(from: URLError.self, with: screen) { screen, _ in
  ///   screen.lastPage
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type of the errors to replace; others pass through.
  ///   - owner: the object to pass to `body`, if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: returns a replacement value, or throws another error.
  /// - Returns: a promise for the value.
  public func recover<Owner: AnyObject & Sendable, E: Error>(
    from type: E.Type, with owner: Owner,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, E) throws -> Value
  ) -> Promise {
    deriveReplacing(type, with: owner, on: body.isolation, Origin("recover", fileID, line)) {
      [replace = synchronous(body)] owner, error, derived, effects in
      Self.settle(derived, &effects) { try replace(owner, error) }
    }
  }

  /// Returns a promise that settles like this promise, with errors of the given type replaced by
  /// the result of the asynchronous `body`.
  ///
  /// If `body` throws, the promise is rejected with that error. Errors of other types pass through.
  ///
  /// The closure is skipped if `owner` has been released.
  ///
  /// The promise doesn't retain `owner`. The closure runs in its own task, in the isolation it was
  /// written in; the task retains `owner` until it ends.
  ///
  /// ## Cancellation
  /// The same as for ``recover(with:fileID:line:_:)``. Cancelling also cancels the body's task if
  /// it is running.
  ///
  /// ## Example
  /// ```swift
  /// let page = load(url).recover(from: URLError.self, .async, with: screen) { screen, _ in
  ///   try await screen.savedPage()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type of the errors to replace; others pass through.
  ///   - form: `.async`.
  ///   - owner: the object to pass to `body`, if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: returns a replacement value, or throws another error.
  /// - Returns: a promise for the value.
  public func recover<Owner: AnyObject & Sendable, E: Error>(
    from type: E.Type, _ form: AsyncForm, with owner: Owner,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, E) async throws -> Value
  ) -> Promise {
    deriveReplacing(type, with: owner, on: body.isolation, Origin("recover", fileID, line)) {
      owner, error, derived, effects in
      Self.settle(derived, on: body.isolation, &effects) { try await body(owner, error) }
    }
  }

  /// Returns a promise that settles like this promise or, for an error of the given type, like the
  /// promise `body` returns.
  ///
  /// If `body` throws, the promise is rejected with that error. Errors of other types pass through.
  ///
  /// The closure is skipped if `owner` has been released.
  ///
  /// The promise doesn't retain `owner`. The closure runs in the isolation it was written in, after
  /// any earlier handlers with the same isolation.
  ///
  /// ## Cancellation
  /// The same as for ``recover(with:fileID:line:_:)``. Cancelling also withdraws the derived
  /// promise from the one that `body` returned.
  ///
  /// ## Example
  /// ```swift
  /// let page = load(url).recover(from: URLError.self, .promise, with: screen) { screen, _ in
  ///   screen.reload()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type of the errors to replace; others pass through.
  ///   - form: `.promise`.
  ///   - owner: the object to pass to `body`, if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: starts other work and returns its promise.
  /// - Returns: a promise for the value.
  public func recover<Owner: AnyObject & Sendable, E: Error>(
    from type: E.Type, _ form: PromiseForm, with owner: Owner,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, E) throws -> Promise
  ) -> Promise {
    deriveReplacing(type, with: owner, on: body.isolation, Origin("recover", fileID, line)) {
      [replace = synchronous(body)] owner, error, derived, effects in
      Self.follow(derived, &effects) { try replace(owner, error) }
    }
  }

  /// Returns a promise that settles like this promise or, for an error of the given type, like the
  /// promise that the asynchronous `body` returns.
  ///
  /// If `body` throws, the promise is rejected with that error. Errors of other types pass through.
  ///
  /// The closure is skipped if `owner` has been released.
  ///
  /// The promise doesn't retain `owner`. The closure runs in its own task, in the isolation it was
  /// written in; the task retains `owner` until it ends.
  ///
  /// ## Cancellation
  /// The same as for ``recover(with:fileID:line:_:)``. Cancelling also cancels the body's task if
  /// it is running, or withdraws the derived promise from the one that the body returned.
  ///
  /// ## Example
  /// ```swift
  /// let page = load(url).recover(from: URLError.self, .async, .promise, with: screen) {
  ///   screen, _ in
  ///   screen.load(try await screen.mirror())
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type of the errors to replace; others pass through.
  ///   - form: `.async`.
  ///   - result: `.promise`.
  ///   - owner: the object to pass to `body`, if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: starts other work and returns its promise.
  /// - Returns: a promise for the value.
  public func recover<Owner: AnyObject & Sendable, E: Error>(
    from type: E.Type, _ form: AsyncForm, _ result: PromiseForm, with owner: Owner,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, E) async throws -> Promise
  ) -> Promise {
    deriveReplacing(type, with: owner, on: body.isolation, Origin("recover", fileID, line)) {
      owner, error, derived, effects in
      Self.follow(derived, on: body.isolation, &effects) { try await body(owner, error) }
    }
  }

  /// Creates a promise that `replace` settles if this one is rejected with an error of that type
  /// and `owner` still exists.
  private func deriveReplacing<Owner: AnyObject & Sendable, E: Error>(
    _ type: E.Type, with owner: Owner, on isolation: (any Actor)?, _ origin: Origin,
    _ replace: @escaping @Sendable (Owner, E, Cell, inout Effects) -> Void
  ) -> Promise {
    deriveReplacing(type, on: isolation, origin) { [weak owner] error, _, derived, effects in
      derived.settle(with: owner, &effects) { replace($0, error, derived, &$1) }
    }
  }
}
