// recover: an error is replaced.

extension Promise {
  /// Returns a promise that is fulfilled with this promise's value, or with the result of `body`
  /// for its error, or rejected with the error that `body` throws.
  ///
  /// The closure runs in the isolation it was written in, after those registered before it. A
  /// cancellation is an error like any other.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise skips a body that has not started, and withdraws from this
  /// promise.
  ///
  /// ## Example
  /// ```swift
  /// let settings = loadSettings().recover { _ in Settings.standard }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: returns a value in place of the error, or throws another error.
  /// - Returns: a promise of the value.
  @inlinable
  public func recover(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (any Error) throws -> Value
  ) -> Promise {
    recover(from: (any Error).self, fileID: fileID, line: line, body)
  }

  /// Returns a promise that is fulfilled with this promise's value, or with the result of the
  /// asynchronous `body` for its error, or rejected with the error that `body` throws.
  ///
  /// The closure runs in a task of its own, in the isolation it was written in.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise rejects it at once and cancels the task of a running body.
  ///
  /// ## Example
  /// ```swift
  /// let settings = loadSettings().recover(.async) { _ in try await cache.settings() }
  /// ```
  ///
  /// - Parameters:
  ///   - form: `.async`.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: returns a value in place of the error, or throws another error.
  /// - Returns: a promise of the value.
  public func recover(
    _ form: AsyncForm,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (any Error) async throws -> Value
  ) -> Promise {
    recover(from: (any Error).self, form, fileID: fileID, line: line, body)
  }

  /// Returns a promise that is fulfilled with this promise's value, or settles like the promise
  /// returned by `body` for its error, or is rejected with the error that `body` throws.
  ///
  /// The closure runs in the isolation it was written in, after those registered before it.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws from this promise, and from the promise that `body`
  /// returned.
  ///
  /// ## Example
  /// ```swift
  /// let page = server.page().recover(.promise) { _ in mirror.page() }
  /// ```
  ///
  /// - Parameters:
  ///   - form: `.promise`.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: starts other work and returns its promise.
  /// - Returns: a promise of the value.
  @inlinable
  public func recover(
    _ form: PromiseForm,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (any Error) throws -> Promise
  ) -> Promise {
    recover(from: (any Error).self, form, fileID: fileID, line: line, body)
  }

  /// Returns a promise that is fulfilled with this promise's value, or settles like the promise
  /// returned by the asynchronous `body` for its error, or is rejected with the error that `body`
  /// throws.
  ///
  /// The closure runs in a task of its own, in the isolation it was written in.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise rejects it at once, and cancels the task of a running body or
  /// withdraws from the promise that it returned.
  ///
  /// ## Example
  /// ```swift
  /// let page = load(url).recover(.async, .promise) { _ in
  ///   load(try await directory.mirror(of: url))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - form: `.async`.
  ///   - result: `.promise`.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: starts other work and returns its promise.
  /// - Returns: a promise of the value.
  public func recover(
    _ form: AsyncForm, _ result: PromiseForm,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (any Error) async throws -> Promise
  ) -> Promise {
    recover(from: (any Error).self, form, result, fileID: fileID, line: line, body)
  }
}
