// From callbacks to promise: the usual shapes of completion handlers.
//
// All of them call the function at once and settle when it calls back. A second call is ignored. A
// handler that is let go without having been called breaks the promise. What the function itself
// throws rejects it.
//
// The handlers belong to no actor: a function may call them on any thread. Hence `$0`, and no
// closure around it, which would belong to the actor that it is written on.

extension Promise {
  /// Calls a function with a completion handler `(Value) -> Void`; fulfilled with what it brings.
  ///
  /// Rejected with what `call` throws, and with ``PromiseError/broken(createdAt:)`` when the
  /// handler is let go uncalled. A second call of the handler is ignored.
  ///
  /// ## Cancellation
  /// Rejects the promise. The function is not told; a `wrap` with `cancel` tells it.
  ///
  /// ```swift
  /// let address = Promise.wrap { geocoder.address(of: place, completion: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - call: calls the function with the handler that it is given.
  /// - Returns: a promise of what the handler is called with.
  @_disfavoredOverload
  public static func wrap(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ call: (@escaping @Sendable (Value) -> Void) throws -> Void
  ) -> Promise {
    Promise(fileID: fileID, line: line) { try call($0.valueHandler) }
  }

  /// Calls a function with a completion handler `(Value?, Error?) -> Void`.
  ///
  /// Rejected with the error if there is one, fulfilled with the value otherwise; neither of them
  /// rejects with ``PromiseError/missingValue``. Otherwise like the first `wrap`.
  ///
  /// ## Cancellation
  /// Rejects the promise. The function is not told; a `wrap` with `cancel` tells it.
  ///
  /// ```swift
  /// let image = Promise.wrap { cache.image(at: url, completion: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - call: calls the function with the handler that it is given.
  /// - Returns: a promise of the value.
  public static func wrap(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ call: (@escaping @Sendable (Value?, (any Error)?) -> Void) throws -> Void
  ) -> Promise {
    Promise(fileID: fileID, line: line) { try call($0.valueOrErrorHandler) }
  }

  /// Calls a function with a completion handler `(Result<Value, E>) -> Void`; settles like the
  /// result.
  ///
  /// Otherwise like the first `wrap`.
  ///
  /// ## Cancellation
  /// Rejects the promise. The function is not told; a `wrap` with `cancel` tells it.
  ///
  /// ```swift
  /// let user = Promise.wrap { client.fetchUser(id, completion: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - call: calls the function with the handler that it is given.
  /// - Returns: a promise of the result's value.
  public static func wrap<E: Error>(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ call: (@escaping @Sendable (Result<Value, E>) -> Void) throws -> Void
  ) -> Promise {
    Promise(fileID: fileID, line: line) { try call($0.resultHandler()) }
  }

  /// Calls a function with a completion handler `(First, Second) -> Void`; fulfilled with both.
  ///
  /// Otherwise like the first `wrap`.
  ///
  /// ## Cancellation
  /// Rejects the promise. The function is not told; a `wrap` with `cancel` tells it.
  ///
  /// ```swift
  /// let place = Promise.wrap { map.pick(completion: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - call: calls the function with the handler that it is given.
  /// - Returns: a promise of both values.
  @_disfavoredOverload
  public static func wrap<First: Sendable, Second: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ call: (@escaping @Sendable (First, Second) -> Void) throws -> Void
  ) -> Promise where Value == (First, Second) {
    Promise(fileID: fileID, line: line) { try call($0.pairHandler()) }
  }

  /// Calls a function with a completion handler `(First?, Second?, Error?) -> Void`.
  ///
  /// `URLSession` has such a handler. Rejected with the error if there is one, else fulfilled with
  /// both values; if one of them is missing, rejected with ``PromiseError/missingValue``. Otherwise
  /// like the first `wrap`.
  ///
  /// ## Cancellation
  /// Rejects the promise. The function is not told; a `wrap` with `cancel` tells it.
  ///
  /// ```swift
  /// let page = Promise.wrap { network.data(from: url, completion: $0) }
  ///   .map { data, response in Page(data, response) }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - call: calls the function with the handler that it is given.
  /// - Returns: a promise of both values.
  public static func wrap<First: Sendable, Second: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ call: (@escaping @Sendable (First?, Second?, (any Error)?) -> Void) throws -> Void
  ) -> Promise where Value == (First, Second) {
    Promise(fileID: fileID, line: line) { try call($0.pairOrErrorHandler()) }
  }
}

extension Promise where Value == Void {
  /// Calls a function with a completion handler `() -> Void`; fulfilled when it calls back.
  ///
  /// Otherwise like the first `wrap`.
  ///
  /// ## Cancellation
  /// Rejects the promise. The function is not told; a `wrap` with `cancel` tells it.
  ///
  /// ```swift
  /// let faded = Promise.wrap { view.fadeOut(completion: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - call: calls the function with the handler that it is given.
  /// - Returns: a promise of the call.
  @_disfavoredOverload
  public static func wrap(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ call: (@escaping @Sendable () -> Void) throws -> Void
  ) -> Promise {
    Promise(fileID: fileID, line: line) { try call($0.nothingHandler) }
  }

  /// Calls a function with a completion handler `(Error?) -> Void`; no error fulfils.
  ///
  /// Otherwise like the first `wrap`.
  ///
  /// ## Cancellation
  /// Rejects the promise. The function is not told; a `wrap` with `cancel` tells it.
  ///
  /// ```swift
  /// let saved = Promise.wrap { store.save(completion: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - call: calls the function with the handler that it is given.
  /// - Returns: a promise of success.
  public static func wrap(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ call: (@escaping @Sendable ((any Error)?) -> Void) throws -> Void
  ) -> Promise {
    Promise(fileID: fileID, line: line) { try call($0.errorHandler) }
  }
}

extension Promise where Value == Bool {
  /// Calls a function with a completion handler `(Bool, Error?) -> Void`.
  ///
  /// Rejected with the error if there is one, fulfilled with the flag otherwise, `false` included.
  /// Otherwise like the first `wrap`.
  ///
  /// ## Cancellation
  /// Rejects the promise. The function is not told; a `wrap` with `cancel` tells it.
  ///
  /// ```swift
  /// let granted = Promise.wrap { center.requestAuthorization(completion: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - call: calls the function with the handler that it is given.
  /// - Returns: a promise of the flag.
  public static func wrap(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ call: (@escaping @Sendable (Bool, (any Error)?) -> Void) throws -> Void
  ) -> Promise {
    Promise(fileID: fileID, line: line) { try call($0.flagOrErrorHandler) }
  }
}
