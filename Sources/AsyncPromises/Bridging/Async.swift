// From async to promise: a promise that stands for a task.

extension Promise {
  /// Starts `operation` in a task; fulfilled with what it returns, rejected with what it throws.
  ///
  /// The task starts at once, with the isolation, the priority and the task-locals of where it
  /// stands, as `Task { }` does. It is not a child of the task that makes it: the cancellation of
  /// that one does not reach it.
  ///
  /// ## Cancellation
  /// ``cancel()``, or the cancelled last consumer, rejects the promise at once and cancels the
  /// task. What the task does after that is ignored.
  ///
  /// ```swift
  /// let report = Promise { try await server.report(for: today) }
  /// report.done { print($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the task.
  ///   - priority: the priority of the task; by default that of where it is made.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - operation: the work.
  @_disfavoredOverload
  @inlinable
  public init(
    name: String? = nil, priority: TaskPriority? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ operation: sending @escaping @isolated(any) () async throws -> Value
  ) {
    self = Self.start(Origin(.async, name: name, fileID, line), name, priority, operation)
  }

  /// Starts `operation` in a task, and settles like the promise that it returns; rejected with what
  /// it throws.
  ///
  /// The task starts as that of a closure that returns a value does. Working is owning: the
  /// promise follows the one that the operation has started, and nobody has to await it.
  ///
  /// ## Cancellation
  /// ``cancel()``, or the cancelled last consumer, rejects the promise at once, cancels the task,
  /// and withdraws from the promise that the operation returned or returns later.
  ///
  /// ```swift
  /// let page = Promise { load(try await directory.url(of: name)) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the task.
  ///   - priority: the priority of the task; by default that of where it is made.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - operation: starts the work and returns its promise.
  @inlinable
  public init<Followed: PromiseProtocol>(
    name: String? = nil, priority: TaskPriority? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ operation: sending @escaping @isolated(any) () async throws -> Followed
  ) where Followed.Value == Value {
    self = Self.start(
      Origin(.async, name: name, fileID, line), name, priority, following: operation)
  }

  /// Starts `operation` for a promise of that origin.
  @inlinable
  static func start(
    _ origin: Origin, _ name: String? = nil, _ priority: TaskPriority? = nil,
    _ operation: sending @escaping @isolated(any) () async throws -> Value
  ) -> Promise {
    // SAFETY: the closure was sent here, and goes on to the one task that calls it.
    nonisolated(unsafe) let operation = operation
    let isolation = operation.isolation
    origin.record(isolation: isolation)
    let cell = TaskCell<Value>(origin)
    cell.start(on: isolation, name, priority) {
      let outcome: Result<Value, any Error>
      do {
        outcome = .success(try await operation())
      } catch {
        outcome = .failure(error)
      }
      Trampoline.run { _ = cell.settle(outcome, &$0) }
    }
    return Promise(cell: cell)
  }

  /// Starts `operation` for a promise of that origin, which follows the one that it returns.
  @inlinable
  static func start<Followed: PromiseProtocol>(
    _ origin: Origin, _ name: String? = nil, _ priority: TaskPriority? = nil,
    following operation: sending @escaping @isolated(any) () async throws -> Followed
  ) -> Promise where Followed.Value == Value {
    // SAFETY: as above.
    nonisolated(unsafe) let operation = operation
    let isolation = operation.isolation
    origin.record(isolation: isolation)
    let cell = TaskCell<Value>(origin)
    cell.start(on: isolation, name, priority) {
      do {
        let inner = try await operation().promise
        Trampoline.run { _ = cell.follow(inner.cell, &$0) }
      } catch {
        Trampoline.run { _ = cell.reject(error, &$0) }
      }
    }
    return Promise(cell: cell)
  }
}

extension TaskCell {
  /// Starts the task that settles the cell.
  @usableFromInline
  func start(
    on isolation: (any Actor)?, _ name: String?, _ priority: TaskPriority?,
    _ body: nonisolated(nonsending) @escaping @Sendable () async -> Void
  ) {
    start(Tasks.operation(for: self, on: isolation, name: name, priority: priority, body))
  }
}
