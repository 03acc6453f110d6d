// recover: an error is replaced.

extension Promise {
  /// Returns a promise that is fulfilled with this promise's value or, for an error, with the
  /// result of `body`; it is rejected with any error `body` throws.
  ///
  /// The closure runs in the isolation it was written in, after handlers registered earlier.
  /// Cancellations count as errors.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws from this promise and skips the body unless it has
  /// started.
  ///
  /// ## Example
  /// ```swift
  /// let settings = loadSettings().recover { _ in Settings.standard }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: returns a replacement value, or throws another error.
  /// - Returns: a promise of the value.
  @inlinable
  public func recover(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (any Error) throws -> Value
  ) -> Promise {
    recover(from: (any Error).self, fileID: fileID, line: line, body)
  }

  /// Returns a promise that is fulfilled with this promise's value or, for an error, with the
  /// result of the asynchronous `body`; it is rejected with any error `body` throws.
  ///
  /// The closure runs in its own task, in the isolation it was written in.
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
  ///   - body: returns a replacement value, or throws another error.
  /// - Returns: a promise of the value.
  public func recover(
    _ form: AsyncForm,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (any Error) async throws -> Value
  ) -> Promise {
    recover(from: (any Error).self, form, fileID: fileID, line: line, body)
  }

  /// Returns a promise that is fulfilled with this promise's value or, for an error, settles like
  /// the promise `body` returns; it is rejected with any error `body` throws.
  ///
  /// The closure runs in the isolation it was written in, after handlers registered earlier.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws from this promise and from the promise `body`
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

  /// Returns a promise that is fulfilled with this promise's value or, for an error, settles like
  /// the promise the asynchronous `body` returns; it is rejected with any error `body` throws.
  ///
  /// The closure runs in its own task, in the isolation it was written in.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise rejects it at once and cancels the task of a running body, or
  /// withdraws from the promise it returned.
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
