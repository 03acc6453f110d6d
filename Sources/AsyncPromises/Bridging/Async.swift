// From async to promise: a promise backed by a task.

extension Promise {
  /// Starts `operation` in a task and creates a promise that is fulfilled with its result or
  /// rejected with the error it throws.
  ///
  /// Like `Task { }`, the task inherits the isolation, priority and task-locals of its context, and
  /// starts when its executor is free. To start it within the call, use `Promise.immediate { }`.
  /// The task is not a child of the task that creates it, so cancelling that task doesn't cancel
  /// it.
  ///
  /// ## Cancellation
  /// When the promise is cancelled, or its last consumer leaves, it is rejected at once and the
  /// task is cancelled. The task's outcome is then ignored.
  ///
  /// ## Example
  /// ```swift
  /// let report = Promise { try await server.report(for: today) }
  /// report.done { print($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the task.
  ///   - priority: the priority of the task; inherited by default.
  ///   - operation: the work.
  @_disfavoredOverload
  @inlinable
  public init(
    name: String? = nil, priority: TaskPriority? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ operation: sending @escaping @isolated(any) () async throws -> Value
  ) {
    self = Self.start(Origin("async", name: name, fileID, line), name, priority, operation)
  }

  /// Starts `operation` in a task and creates a promise that settles like the promise `operation`
  /// returns, or is rejected with the error it throws.
  ///
  /// The task starts as it does for an operation that returns a value. The new promise follows the
  /// returned one, so no task has to await it.
  ///
  /// ## Cancellation
  /// When the promise is cancelled, or its last consumer leaves, it is rejected at once and the
  /// task is cancelled. The promise also withdraws from the promise that the operation has returned
  /// or returns later.
  ///
  /// ## Example
  /// ```swift
  /// let page = Promise { load(try await directory.url(of: name)) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the task.
  ///   - priority: the priority of the task; inherited by default.
  ///   - operation: starts the work and returns its promise.
  @inlinable
  public init<Followed: PromiseProtocol>(
    name: String? = nil, priority: TaskPriority? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ operation: sending @escaping @isolated(any) () async throws -> Followed
  ) where Followed.Value == Value {
    self = Self.start(
      Origin("async", name: name, fileID, line), name, priority, following: operation)
  }

  /// Waits until this promise's operation has actually ended.
  ///
  /// A promise that is cancelled or times out is rejected at once, but its operation is only asked
  /// to stop and may take a while. If the next step needs a resource such as a file or a connection
  /// to be released, wait for the operation rather than the promise.
  ///
  /// Call this on a promise returned by `Promise { }`, `Promise.immediate { }` or `Promise.retry`,
  /// or by an operator with an asynchronous closure that has started, such as `map(.async)`. Don't
  /// call it on a promise derived from one of these: on any other promise, the call only waits
  /// until that promise settles.
  ///
  /// ## Cancellation
  /// When the waiting task is cancelled, the wait ends at once with `CancellationError`; the
  /// operation continues.
  ///
  /// ## Example
  /// ```swift
  /// let export = Promise { try await write(report) }
  /// do { try await export.timeout(after: .seconds(5)).get() } catch {
  ///   try await export.waitForOperation()
  ///   try removeUnfinishedFile()
  /// }
  /// ```
  ///
  /// - Throws: `CancellationError` when the waiting task is cancelled; the promise's own error is
  ///   ignored.
  public nonisolated(nonsending) func waitForOperation() async throws {
    var task = cell.root.task
    // Many threads may be looking at the task at this moment.
    while task == nil, cell.root.taskWord.isSet {
      await Task.yield()
      task = cell.root.task
    }
    guard let task else {
      if cell.isSettled { return }
      if await cell.waitUntilSettled(by: .end, isolation: #isolation) { return }
      throw CancellationError()
    }
    // A retry's task may itself be waiting for a promise, which awaiting the task doesn't raise.
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      cell.raise(to: Task.currentPriority)
    }
    // Awaiting `task.result` ignores the cancellation of the waiting task.
    try await Promise<Void>.start(.none) { @Sendable in _ = await task.result }.get()
  }

  /// Starts `operation` for a promise with the given origin. Promises without an origin are awaited
  /// only by the library itself, and nothing is reported for them.
  @inlinable
  package static func start(
    _ origin: Origin, _ name: String? = nil, _ priority: TaskPriority? = nil,
    immediately: Bool = false,
    _ operation: sending @escaping @isolated(any) () async throws -> Value
  ) -> Promise {
    // SAFETY: the closure was sent here, and is passed on only to the task that calls it.
    nonisolated(unsafe) let operation = operation
    let isolation = operation.isolation
    origin.record(isolation: isolation)
    let cell = ValueCell<Value>(origin)
    let closure = ErasedClosure(AsyncOperation(run: operation))
    cell.start(on: isolation, name, priority, immediately: immediately, closure) { closure, cell in
      let outcome: Result<Value, any Error>
      do {
        outcome = .success(try await closure.as(AsyncOperation<Value>.self).run())
      } catch {
        outcome = .failure(error)
      }
      ValueCell<Value>.of(cell).operationEnded(outcome)
    }
    return Promise(cell: cell)
  }

  /// Starts `operation` for a promise with the given origin, which follows the one it returns.
  @inlinable
  static func start<Followed: PromiseProtocol>(
    _ origin: Origin, _ name: String? = nil, _ priority: TaskPriority? = nil,
    immediately: Bool = false,
    following operation: sending @escaping @isolated(any) () async throws -> Followed
  ) -> Promise where Followed.Value == Value {
    // SAFETY: as above.
    nonisolated(unsafe) let operation = operation
    let isolation = operation.isolation
    origin.record(isolation: isolation)
    let cell = ValueCell<Value>(origin)
    let closure = ErasedClosure(AsyncOperation(run: operation))
    cell.start(on: isolation, name, priority, immediately: immediately, closure) { closure, cell in
      let cell = ValueCell<Value>.of(cell)
      do {
        let inner = try await closure.as(AsyncOperation<Followed>.self).run().promise
        cell.operationReturned(inner.cell)
      } catch {
        cell.operationEnded(.failure(error))
      }
    }
    return Promise(cell: cell)
  }
}
