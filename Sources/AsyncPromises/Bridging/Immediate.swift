// From async to promise, in place: the operation starts within the call that creates the promise.

extension Promise {
  /// Starts `operation` in a task that runs within this call until it first suspends.
  ///
  /// As with `Promise { }`, the promise is fulfilled with the result of `operation` or rejected
  /// with the error it throws. As with `Task.immediate`, the operation has run up to its first
  /// suspension by the time the call returns; if it never suspends, the promise is already settled.
  ///
  /// An operation isolated to an actor other than the caller's, including the main actor, starts
  /// when that actor is free. Systems older than macOS 26, iOS 26 and the corresponding releases of
  /// Apple's other platforms can't start a task within a call. There, every operation starts when
  /// its executor is free.
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
  ///   - priority: the priority of the task; inherited by default.
  ///   - operation: the work.
  /// - Returns: a promise for the result.
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
  /// promise that settles like the one `operation` returns.
  ///
  /// If `operation` throws, the promise is rejected with that error. The task starts as it does for
  /// an operation that returns a value. The new promise follows the returned one, so no task has to
  /// await it.
  ///
  /// ## Cancellation
  /// The same as for `Promise { }`. The promise also withdraws from the one that the operation
  /// returned.
  ///
  /// ## Example
  /// ```swift
  /// let page = Promise.immediate { load(try await directory.url(of: name)) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the task.
  ///   - priority: the priority of the task; inherited by default.
  ///   - operation: starts the work and returns its promise.
  /// - Returns: a promise that follows the one `operation` returns.
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
