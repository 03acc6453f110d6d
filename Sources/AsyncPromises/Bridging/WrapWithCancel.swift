// From callbacks to promises, for functions that return a handle to cancel their work.

extension Promise {
  /// Wraps a function that takes a completion handler `(Value) -> Void` and that returns a handle
  /// to cancel its work.
  ///
  /// The promise settles as it does for the `wrap` without `cancel`.
  ///
  /// ## Cancellation
  /// Cancelling the promise rejects it and calls `cancel` with the handle that the function
  /// returned.
  ///
  /// ## Example
  /// ```swift
  /// let address = Promise.wrap(cancel: { $0.cancel() }) { geocoder.find(place, completion: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - cancel: stops the work; called once, in the isolation it was written in, if the promise is
  ///     cancelled.
  ///   - call: calls the function, passing on the handler it receives, and returns the handle.
  /// - Returns: a promise for the value passed to the handler.
  @_disfavoredOverload
  public static func wrap<Work: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    cancel: @escaping @Sendable @isolated(any) (Work) -> Void,
    _ call: (@escaping @Sendable (Value) -> Void) throws -> Work
  ) -> Promise {
    start(cancel, fileID, line) { try call($0.valueHandler) }
  }

  /// Wraps a function that takes a completion handler `(Value?, Error?) -> Void` and that returns a
  /// handle to cancel its work.
  ///
  /// The promise settles as it does for the `wrap` without `cancel`.
  ///
  /// ## Cancellation
  /// Cancelling the promise rejects it and calls `cancel` with the handle that the function
  /// returned.
  ///
  /// ## Example
  /// ```swift
  /// let image = Promise.wrap(cancel: { $0.cancel() }) { loader.image(at: url, completion: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - cancel: stops the work; called once, in the isolation it was written in, if the promise is
  ///     cancelled.
  ///   - call: calls the function, passing on the handler it receives, and returns the handle.
  /// - Returns: a promise for the value.
  public static func wrap<Work: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    cancel: @escaping @Sendable @isolated(any) (Work) -> Void,
    _ call: (@escaping @Sendable (Value?, (any Error)?) -> Void) throws -> Work
  ) -> Promise {
    start(cancel, fileID, line) { try call($0.valueOrErrorHandler) }
  }

  /// Wraps a function that takes a completion handler `(Result<Value, E>) -> Void` and that returns
  /// a handle to cancel its work.
  ///
  /// The promise settles as it does for the `wrap` without `cancel`.
  ///
  /// ## Cancellation
  /// Cancelling the promise rejects it and calls `cancel` with the handle that the function
  /// returned.
  ///
  /// ## Example
  /// ```swift
  /// let user = Promise.wrap(cancel: { $0.cancel() }) { client.request(id, completion: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - cancel: stops the work; called once, in the isolation it was written in, if the promise is
  ///     cancelled.
  ///   - call: calls the function, passing on the handler it receives, and returns the handle.
  /// - Returns: a promise for the result's value.
  public static func wrap<Work: Sendable, E: Error>(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    cancel: @escaping @Sendable @isolated(any) (Work) -> Void,
    _ call: (@escaping @Sendable (Result<Value, E>) -> Void) throws -> Work
  ) -> Promise {
    start(cancel, fileID, line) { try call($0.resultHandler()) }
  }

  /// Wraps a function that takes a completion handler `(First?, Second?, Error?) -> Void` and that
  /// returns a handle to cancel its work.
  ///
  /// The promise settles as it does for the `wrap` without `cancel`.
  ///
  /// ## Cancellation
  /// Cancelling the promise rejects it and calls `cancel` with the handle that the function
  /// returned.
  ///
  /// ## Example
  /// ```swift
  /// let answer = Promise.wrap(cancel: { $0.cancel() }) { network.load(url, completion: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - cancel: stops the work; called once, in the isolation it was written in, if the promise is
  ///     cancelled.
  ///   - call: calls the function, passing on the handler it receives, and returns the handle.
  /// - Returns: a promise for both values.
  public static func wrap<Work: Sendable, First: Sendable, Second: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    cancel: @escaping @Sendable @isolated(any) (Work) -> Void,
    _ call: (@escaping @Sendable (First?, Second?, (any Error)?) -> Void) throws -> Work
  ) -> Promise where Value == (First, Second) {
    start(cancel, fileID, line) { try call($0.pairOrErrorHandler()) }
  }
}

extension Promise where Value == Void {
  /// Wraps a function that takes a completion handler `(Error?) -> Void` and that returns a handle
  /// to cancel its work.
  ///
  /// The promise settles as it does for the `wrap` without `cancel`.
  ///
  /// ## Cancellation
  /// Cancelling the promise rejects it and calls `cancel` with the handle that the function
  /// returned.
  ///
  /// ## Example
  /// ```swift
  /// let saved = Promise.wrap(cancel: { $0.cancel() }) { store.upload(completion: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - cancel: stops the work; called once, in the isolation it was written in, if the promise is
  ///     cancelled.
  ///   - call: calls the function, passing on the handler it receives, and returns the handle.
  /// - Returns: a promise that is fulfilled if the handler receives no error.
  public static func wrap<Work: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    cancel: @escaping @Sendable @isolated(any) (Work) -> Void,
    _ call: (@escaping @Sendable ((any Error)?) -> Void) throws -> Work
  ) -> Promise {
    start(cancel, fileID, line) { try call($0.errorHandler) }
  }
}

extension Promise {
  /// Starts the work with `call`. If the promise is cancelled, `cancel` gets what `call` returned.
  private static func start<Work: Sendable>(
    _ cancel: @escaping @Sendable @isolated(any) (Work) -> Void,
    _ fileID: StaticString, _ line: UInt, _ call: (Resolver<Value>) throws -> Work
  ) -> Promise {
    Promise(fileID: fileID, line: line) { resolver in
      let (work, stop) = (try call(resolver), synchronous(cancel))
      resolver.writeEnd.onCancel(on: cancel.isolation) { stop(work) }
    }
  }
}
