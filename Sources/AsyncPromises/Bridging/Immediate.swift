// From async to promise, in place: the operation begins in the call that makes its promise.

extension Promise {
  /// Starts `operation` in a task that runs within this call until it first suspends.
  ///
  /// The returned promise is fulfilled with the value that `operation` returns, or rejected with
  /// the error that it throws, like that of `Promise { }`. Otherwise this is like `Task.immediate`:
  /// when the call returns, the operation has run up to its first suspension, and one that never
  /// suspends has settled the promise.
  ///
  /// An operation of an actor that the caller does not run on, the main actor included, starts as
  /// soon as that actor is free. So does any operation where the platform can't start a task within
  /// a call: before macOS 26, iOS 26 and the related releases.
  ///
  /// ## Cancellation
  /// The same as for `Promise { }`.
  ///
  /// ## Example
  /// ```swift
  /// let page = Promise.immediate { try await server.page(at: url) }  // the request is out
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the task.
  ///   - priority: the priority of the task; by default that of the code that creates it.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - operation: the work.
  /// - Returns: a promise of the result.
  @_disfavoredOverload
  public static func immediate(
    name: String? = nil, priority: TaskPriority? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ operation: sending @escaping @isolated(any) () async throws -> Value
  ) -> Promise {
    start(Origin("async", name: name, fileID, line), name, priority, immediately: true, operation)
  }

  /// Starts `operation` in a task that runs within this call until it first suspends, and returns a
  /// promise that settles like the one that `operation` returns.
  ///
  /// An error that `operation` throws rejects the promise. The task starts as it does for an
  /// operation that returns a value. The promise follows the one that the operation has started: no
  /// task has to await it.
  ///
  /// ## Cancellation
  /// The same as for `Promise { }`; it also withdraws from the promise that the operation returned.
  ///
  /// ## Example
  /// ```swift
  /// let page = Promise.immediate { load(try await directory.url(of: name)) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the task.
  ///   - priority: the priority of the task; by default that of the code that creates it.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - operation: starts the work and returns its promise.
  /// - Returns: a promise that follows the returned one.
  public static func immediate<Followed: PromiseProtocol>(
    name: String? = nil, priority: TaskPriority? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ operation: sending @escaping @isolated(any) () async throws -> Followed
  ) -> Promise where Followed.Value == Value {
    start(
      Origin("async", name: name, fileID, line), name, priority, immediately: true,
      following: operation)
  }
}
