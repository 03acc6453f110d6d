// with: a handler that replaces an error, needs an object, and does not keep it.

extension Promise {
  /// Returns a promise that is fulfilled with this promise's value or, for an error, with the
  /// result of `body`; it is rejected with any error `body` throws.
  ///
  /// The closure is skipped if `owner` no longer exists.
  ///
  /// The promise doesn't retain `owner`. The closure runs in the isolation it was written in, after
  /// handlers registered earlier.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws from this promise and skips the body unless it has
  /// started. If `owner` no longer exists when the body is due, nothing can replace the error: the
  /// derived promise is cancelled.
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
  ///   - body: returns a replacement value, or throws another error.
  /// - Returns: a promise of the value.
  public func recover<Owner: AnyObject & Sendable>(
    with owner: Owner,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, any Error) throws -> Value
  ) -> Promise {
    recover(from: (any Error).self, with: owner, fileID: fileID, line: line, body)
  }

  /// Returns a promise that is fulfilled with this promise's value or, for an error, with the
  /// result of the asynchronous `body`; it is rejected with any error `body` throws.
  ///
  /// The closure is skipped if `owner` no longer exists.
  ///
  /// The promise doesn't retain `owner`. The closure runs in its own task, in the isolation it was
  /// written in; the task retains `owner` until it ends.
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
  ///   - body: returns a replacement value, or throws another error.
  /// - Returns: a promise of the value.
  public func recover<Owner: AnyObject & Sendable>(
    _ form: AsyncForm, with owner: Owner,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, any Error) async throws -> Value
  ) -> Promise {
    recover(from: (any Error).self, form, with: owner, fileID: fileID, line: line, body)
  }

  /// Returns a promise that is fulfilled with this promise's value or, for an error, settles like
  /// the promise `body` returns; it is rejected with any error `body` throws.
  ///
  /// The closure is skipped if `owner` no longer exists.
  ///
  /// The promise doesn't retain `owner`. The closure runs in the isolation it was written in, after
  /// handlers registered earlier.
  ///
  /// ## Cancellation
  /// The same as for ``recover(with:fileID:line:_:)``; cancelling also withdraws from the promise
  /// `body` returned.
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

  /// Returns a promise that is fulfilled with this promise's value or, for an error, settles like
  /// the promise the asynchronous `body` returns; it is rejected with any error `body` throws.
  ///
  /// The closure is skipped if `owner` no longer exists.
  ///
  /// The promise doesn't retain `owner`. The closure runs in its own task, in the isolation it was
  /// written in; the task retains `owner` until it ends.
  ///
  /// ## Cancellation
  /// The same as for ``recover(with:fileID:line:_:)``; cancelling also cancels the task of a
  /// running body, or withdraws from the promise it returned.
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
