// with: a handler that replaces an error, needs an object, and does not keep it.

extension Promise {
  /// Returns a promise that is fulfilled with this promise's value, or with the result of `body`
  /// for its error, or rejected with the error that `body` throws.
  ///
  /// The closure is skipped when `owner` no longer exists.
  ///
  /// The promise keeps no reference to `owner`. The closure runs in the isolation it was written
  /// in, after those registered before it.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise skips a body that has not started, and withdraws from this
  /// promise. When `owner` no longer exists at the turn of the body, nobody is there to replace the
  /// error: the derived promise is cancelled.
  ///
  /// ## Example
  /// ```swift
  /// let page = load(url).recover(with: screen) { screen, _ in screen.lastPage }
  /// ```
  ///
  /// - Parameters:
  ///   - owner: the object that `body` receives if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: returns a value in place of the error, or throws another error.
  /// - Returns: a promise of the value.
  public func recover<Owner: AnyObject & Sendable>(
    with owner: Owner,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, any Error) throws -> Value
  ) -> Promise {
    recover(from: (any Error).self, with: owner, fileID: fileID, line: line, body)
  }

  /// Returns a promise that is fulfilled with this promise's value, or with the result of the
  /// asynchronous `body` for its error, or rejected with the error that `body` throws.
  ///
  /// The closure is skipped when `owner` no longer exists.
  ///
  /// The promise keeps no reference to `owner`. The closure runs in a task of its own, in the
  /// isolation it was written in, and its task keeps `owner` until it ends.
  ///
  /// ## Cancellation
  /// The same as for ``recover(with:fileID:line:_:)``; cancelling also cancels the task of a
  /// running body.
  ///
  /// ## Example
  /// ```swift
  /// let page = load(url).recover(.async, with: screen) { screen, _ in
  ///   try await screen.savedPage()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - form: `.async`.
  ///   - owner: the object that `body` receives if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: returns a value in place of the error, or throws another error.
  /// - Returns: a promise of the value.
  public func recover<Owner: AnyObject & Sendable>(
    _ form: AsyncForm, with owner: Owner,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, any Error) async throws -> Value
  ) -> Promise {
    recover(from: (any Error).self, form, with: owner, fileID: fileID, line: line, body)
  }

  /// Returns a promise that is fulfilled with this promise's value, or settles like the promise
  /// returned by `body` for its error, or is rejected with the error that `body` throws.
  ///
  /// The closure is skipped when `owner` no longer exists.
  ///
  /// The promise keeps no reference to `owner`. The closure runs in the isolation it was written
  /// in, after those registered before it.
  ///
  /// ## Cancellation
  /// The same as for ``recover(with:fileID:line:_:)``; cancelling also withdraws from the promise
  /// that `body` returned.
  ///
  /// ## Example
  /// ```swift
  /// let page = load(url).recover(.promise, with: screen) { screen, _ in screen.reload() }
  /// ```
  ///
  /// - Parameters:
  ///   - form: `.promise`.
  ///   - owner: the object that `body` receives if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: starts other work and returns its promise.
  /// - Returns: a promise of the value.
  public func recover<Owner: AnyObject & Sendable>(
    _ form: PromiseForm, with owner: Owner,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, any Error) throws -> Promise
  ) -> Promise {
    recover(from: (any Error).self, form, with: owner, fileID: fileID, line: line, body)
  }

  /// Returns a promise that is fulfilled with this promise's value, or settles like the promise
  /// returned by the asynchronous `body` for its error, or is rejected with the error that `body`
  /// throws.
  ///
  /// The closure is skipped when `owner` no longer exists.
  ///
  /// The promise keeps no reference to `owner`. The closure runs in a task of its own, in the
  /// isolation it was written in, and its task keeps `owner` until it ends.
  ///
  /// ## Cancellation
  /// The same as for ``recover(with:fileID:line:_:)``; cancelling also cancels the task of a
  /// running body, or withdraws from the promise that it returned.
  ///
  /// ## Example
  /// ```swift
  /// let page = load(url).recover(.async, .promise, with: screen) { screen, _ in
  ///   screen.load(try await screen.mirror())
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - form: `.async`.
  ///   - result: `.promise`.
  ///   - owner: the object that `body` receives if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: starts other work and returns its promise.
  /// - Returns: a promise of the value.
  public func recover<Owner: AnyObject & Sendable>(
    _ form: AsyncForm, _ result: PromiseForm, with owner: Owner,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, any Error) async throws -> Promise
  ) -> Promise {
    recover(from: (any Error).self, form, result, with: owner, fileID: fileID, line: line, body)
  }
}
