// recover(with:): replaces an error with the help of an object that the handler doesn't retain.

extension Promise {
  /// Returns a promise that settles like this promise, with any error replaced by the result of
  /// `body`.
  ///
  /// If `body` throws, the promise is rejected with that error.
  ///
  /// The closure is skipped if `owner` has been released.
  ///
  /// The promise doesn't retain `owner`. The closure runs in the isolation it was written in, after
  /// any earlier handlers with the same isolation.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws it from this promise. The body is skipped unless it
  /// has already started. If `owner` has been released by the time the body is due, nothing can
  /// replace the error, so the derived promise is cancelled.
  ///
  /// ## Example
  /// ```swift
  /// let page = load(url).recover(with: screen) { screen, _ in screen.lastPage }
  /// ```
  ///
  /// - Parameters:
  ///   - owner: the object to pass to `body`, if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: returns a replacement value, or throws another error.
  /// - Returns: a promise for the value.
  public func recover<Owner: AnyObject & Sendable>(
    with owner: Owner,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, any Error) throws -> Value
  ) -> Promise {
    recover(from: (any Error).self, with: owner, fileID: fileID, line: line, body)
  }

  /// Returns a promise that settles like this promise, with any error replaced by the result of the
  /// asynchronous `body`.
  ///
  /// If `body` throws, the promise is rejected with that error.
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
  /// let page = load(url).recover(.async, with: screen) { screen, _ in
  ///   try await screen.savedPage()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - form: `.async`.
  ///   - owner: the object to pass to `body`, if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: returns a replacement value, or throws another error.
  /// - Returns: a promise for the value.
  public func recover<Owner: AnyObject & Sendable>(
    _ form: AsyncForm, with owner: Owner,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, any Error) async throws -> Value
  ) -> Promise {
    recover(from: (any Error).self, form, with: owner, fileID: fileID, line: line, body)
  }

  /// Returns a promise that settles like this promise or, if this promise is rejected, like the
  /// promise `body` returns.
  ///
  /// If `body` throws, the promise is rejected with that error.
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
  /// let page = load(url).recover(.promise, with: screen) { screen, _ in screen.reload() }
  /// ```
  ///
  /// - Parameters:
  ///   - form: `.promise`.
  ///   - owner: the object to pass to `body`, if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: starts other work and returns its promise.
  /// - Returns: a promise for the value.
  public func recover<Owner: AnyObject & Sendable>(
    _ form: PromiseForm, with owner: Owner,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, any Error) throws -> Promise
  ) -> Promise {
    recover(from: (any Error).self, form, with: owner, fileID: fileID, line: line, body)
  }

  /// Returns a promise that settles like this promise or, if this promise is rejected, like the
  /// promise that the asynchronous `body` returns.
  ///
  /// If `body` throws, the promise is rejected with that error.
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
  /// let page = load(url).recover(.async, .promise, with: screen) { screen, _ in
  ///   screen.load(try await screen.mirror())
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - form: `.async`.
  ///   - result: `.promise`.
  ///   - owner: the object to pass to `body`, if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: starts other work and returns its promise.
  /// - Returns: a promise for the value.
  public func recover<Owner: AnyObject & Sendable>(
    _ form: AsyncForm, _ result: PromiseForm, with owner: Owner,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, any Error) async throws -> Promise
  ) -> Promise {
    recover(from: (any Error).self, form, result, with: owner, fileID: fileID, line: line, body)
  }
}
