// recover: replaces an error.

extension Promise {
  /// Returns a promise that settles like this promise, with any error replaced by the result of
  /// `body`.
  ///
  /// If `body` throws, the promise is rejected with that error.
  ///
  /// The closure runs in the isolation it was written in, after any earlier handlers with the same
  /// isolation. Cancellations count as errors.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws it from this promise. The body is skipped unless it
  /// has already started.
  ///
  /// ## Example
  /// ```swift
  /// let settings = loadSettings().recover { _ in Settings.standard }
  /// ```
  ///
  /// - Parameter body: returns a replacement value, or throws another error.
  /// - Returns: a promise for the value.
  @inlinable
  public func recover(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (any Error) throws -> Value
  ) -> Promise {
    recover(from: (any Error).self, fileID: fileID, line: line, body)
  }

  /// Returns a promise that settles like this promise, with any error replaced by the result of the
  /// asynchronous `body`.
  ///
  /// If `body` throws, the promise is rejected with that error.
  ///
  /// The closure runs in its own task, in the isolation it was written in.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise rejects it at once and cancels the body's task if it is
  /// running.
  ///
  /// ## Example
  /// ```swift
  /// let settings = loadSettings().recover(.async) { _ in try await cache.settings() }
  /// ```
  ///
  /// - Parameters:
  ///   - form: `.async`.
  ///   - body: returns a replacement value, or throws another error.
  /// - Returns: a promise for the value.
  public func recover(
    _ form: AsyncForm,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (any Error) async throws -> Value
  ) -> Promise {
    deriveReplacing(
      (any Error).self, on: body.isolation, Origin("recover", fileID, line), for: .startsTask
    ) { _, error, derived, effects in
      Self.settle(derived, on: body.isolation, &effects) { try await body(error) }
    }
  }

  /// Returns a promise that settles like this promise or, if this promise is rejected, like the
  /// promise `body` returns.
  ///
  /// If `body` throws, the promise is rejected with that error.
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
  /// let page = server.page().recover(.promise) { _ in mirror.page() }
  /// ```
  ///
  /// - Parameters:
  ///   - form: `.promise`.
  ///   - body: starts other work and returns its promise.
  /// - Returns: a promise for the value.
  @inlinable
  public func recover(
    _ form: PromiseForm,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (any Error) throws -> Promise
  ) -> Promise {
    recover(from: (any Error).self, form, fileID: fileID, line: line, body)
  }

  /// Returns a promise that settles like this promise or, if this promise is rejected, like the
  /// promise that the asynchronous `body` returns.
  ///
  /// If `body` throws, the promise is rejected with that error.
  ///
  /// The closure runs in its own task, in the isolation it was written in.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise rejects it at once. If the body is running, its task is
  /// cancelled; if it has returned a promise, the derived promise withdraws from that promise.
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
  ///   - body: starts other work and returns its promise.
  /// - Returns: a promise for the value.
  public func recover(
    _ form: AsyncForm, _ result: PromiseForm,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (any Error) async throws -> Promise
  ) -> Promise {
    deriveReplacing(
      (any Error).self, on: body.isolation, Origin("recover", fileID, line), for: .startsTask
    ) { _, error, derived, effects in
      Self.follow(derived, on: body.isolation, &effects) { try await body(error) }
    }
  }
}
