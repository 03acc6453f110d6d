// From callbacks to promises: the usual shapes of completion handlers.
//
// Every overload calls the function at once and settles when the handler is called. A second call
// is ignored. Releasing the handler without calling it breaks the promise. An error that the
// function throws rejects the promise.
//
// The handlers are nonisolated, because a function may call them on any thread. That is why callers
// pass `$0` itself: a closure around it would inherit the isolation of its context.

extension Promise {
  /// Wraps a function that takes a completion handler `(Value) -> Void` in a promise.
  ///
  /// The promise is fulfilled with the value passed to the handler. It is rejected with any error
  /// `call` throws, and with ``PromiseError/broken(createdAt:)`` if the handler is released without
  /// being called. A second call to the handler is ignored.
  ///
  /// ## Cancellation
  /// Cancelling the promise only rejects it. To stop the function's work as well, use a `wrap` that
  /// has a `cancel` parameter.
  ///
  /// ## Example
  /// ```swift
  /// let address = Promise.wrap { geocoder.address(of: place, completion: $0) }
  /// ```
  ///
  /// - Parameter call: calls the function, passing on the handler it receives.
  /// - Returns: a promise for the value passed to the handler.
  @_disfavoredOverload
  public static func wrap(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ call: (@escaping @Sendable (Value) -> Void) throws -> Void
  ) -> Promise {
    Promise(fileID: fileID, line: line) { try call($0.valueHandler) }
  }

  /// Wraps a function that takes a completion handler `(Value?, Error?) -> Void` in a promise.
  ///
  /// The promise is rejected with the error if there is one, otherwise fulfilled with the value. If
  /// both are `nil`, it is rejected with ``PromiseError/missingValue``. In all other respects it
  /// behaves like the `wrap` for `(Value) -> Void`.
  ///
  /// ## Cancellation
  /// Cancelling the promise only rejects it. To stop the function's work as well, use a `wrap` that
  /// has a `cancel` parameter.
  ///
  /// ## Example
  /// ```swift
  /// let image = Promise.wrap { cache.image(at: url, completion: $0) }
  /// ```
  ///
  /// - Parameter call: calls the function, passing on the handler it receives.
  /// - Returns: a promise for the value.
  public static func wrap(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ call: (@escaping @Sendable (Value?, (any Error)?) -> Void) throws -> Void
  ) -> Promise {
    Promise(fileID: fileID, line: line) { try call($0.valueOrErrorHandler) }
  }

  /// Wraps a function that takes a completion handler `(Result<Value, E>) -> Void` in a promise
  /// that settles like the result.
  ///
  /// In all other respects it behaves like the `wrap` for `(Value) -> Void`.
  ///
  /// ## Cancellation
  /// Cancelling the promise only rejects it. To stop the function's work as well, use a `wrap` that
  /// has a `cancel` parameter.
  ///
  /// ## Example
  /// ```swift
  /// let user = Promise.wrap { client.fetchUser(id, completion: $0) }
  /// ```
  ///
  /// - Parameter call: calls the function, passing on the handler it receives.
  /// - Returns: a promise for the result's value.
  public static func wrap<E: Error>(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ call: (@escaping @Sendable (Result<Value, E>) -> Void) throws -> Void
  ) -> Promise {
    Promise(fileID: fileID, line: line) { try call($0.resultHandler()) }
  }

  /// Wraps a function that takes a completion handler `(First, Second) -> Void` in a promise for
  /// both values.
  ///
  /// In all other respects it behaves like the `wrap` for `(Value) -> Void`.
  ///
  /// ## Cancellation
  /// Cancelling the promise only rejects it. To stop the function's work as well, use a `wrap` that
  /// has a `cancel` parameter.
  ///
  /// ## Example
  /// ```swift
  /// let place = Promise.wrap { map.pick(completion: $0) }
  /// ```
  ///
  /// - Parameter call: calls the function, passing on the handler it receives.
  /// - Returns: a promise for both values.
  @_disfavoredOverload
  public static func wrap<First: Sendable, Second: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ call: (@escaping @Sendable (First, Second) -> Void) throws -> Void
  ) -> Promise where Value == (First, Second) {
    Promise(fileID: fileID, line: line) { try call($0.pairHandler()) }
  }

  /// Wraps a function that takes a completion handler `(First?, Second?, Error?) -> Void` in a
  /// promise.
  ///
  /// `URLSession` uses this shape. The promise is rejected with the error if there is one,
  /// otherwise fulfilled with both values. If either value is missing, it is rejected with
  /// ``PromiseError/missingValue``. In all other respects it behaves like the `wrap` for
  /// `(Value) -> Void`.
  ///
  /// ## Cancellation
  /// Cancelling the promise only rejects it. To stop the function's work as well, use a `wrap` that
  /// has a `cancel` parameter.
  ///
  /// ## Example
  /// ```swift
  /// let page = Promise.wrap { network.data(from: url, completion: $0) }
  ///   .map { data, response in Page(data, response) }
  /// ```
  ///
  /// - Parameter call: calls the function, passing on the handler it receives.
  /// - Returns: a promise for both values.
  public static func wrap<First: Sendable, Second: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ call: (@escaping @Sendable (First?, Second?, (any Error)?) -> Void) throws -> Void
  ) -> Promise where Value == (First, Second) {
    Promise(fileID: fileID, line: line) { try call($0.pairOrErrorHandler()) }
  }
}

extension Promise where Value == Void {
  /// Wraps a function that takes a completion handler `() -> Void` in a promise that is fulfilled
  /// when the handler is called.
  ///
  /// In all other respects it behaves like the `wrap` for `(Value) -> Void`.
  ///
  /// ## Cancellation
  /// Cancelling the promise only rejects it. To stop the function's work as well, use a `wrap` that
  /// has a `cancel` parameter.
  ///
  /// ## Example
  /// ```swift
  /// let faded = Promise.wrap { view.fadeOut(completion: $0) }
  /// ```
  ///
  /// - Parameter call: calls the function, passing on the handler it receives.
  /// - Returns: a promise that is fulfilled when the handler is called.
  @_disfavoredOverload
  public static func wrap(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ call: (@escaping @Sendable () -> Void) throws -> Void
  ) -> Promise {
    Promise(fileID: fileID, line: line) { try call($0.nothingHandler) }
  }

  /// Wraps a function that takes a completion handler `(Error?) -> Void` in a promise that is
  /// fulfilled if there is no error.
  ///
  /// In all other respects it behaves like the `wrap` for `(Value) -> Void`.
  ///
  /// ## Cancellation
  /// Cancelling the promise only rejects it. To stop the function's work as well, use a `wrap` that
  /// has a `cancel` parameter.
  ///
  /// ## Example
  /// ```swift
  /// let saved = Promise.wrap { store.save(completion: $0) }
  /// ```
  ///
  /// - Parameter call: calls the function, passing on the handler it receives.
  /// - Returns: a promise that is fulfilled if the handler receives no error.
  public static func wrap(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ call: (@escaping @Sendable ((any Error)?) -> Void) throws -> Void
  ) -> Promise {
    Promise(fileID: fileID, line: line) { try call($0.errorHandler) }
  }
}

extension Promise where Value == Bool {
  /// Wraps a function that takes a completion handler `(Bool, Error?) -> Void` in a promise.
  ///
  /// The promise is rejected with the error if there is one, otherwise fulfilled with the flag,
  /// even if that is `false`. In all other respects it behaves like the `wrap` for
  /// `(Value) -> Void`.
  ///
  /// ## Cancellation
  /// Cancelling the promise only rejects it. To stop the function's work as well, use a `wrap` that
  /// has a `cancel` parameter.
  ///
  /// ## Example
  /// ```swift
  /// let granted = Promise.wrap { center.requestAuthorization(completion: $0) }
  /// ```
  ///
  /// - Parameter call: calls the function, passing on the handler it receives.
  /// - Returns: a promise for the flag.
  public static func wrap(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ call: (@escaping @Sendable (Bool, (any Error)?) -> Void) throws -> Void
  ) -> Promise {
    Promise(fileID: fileID, line: line) { try call($0.flagOrErrorHandler) }
  }
}
