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
  @inlinable
  public init(
    name: String? = nil, priority: TaskPriority? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ operation: sending @escaping @isolated(any) () async throws -> Value
  ) {
    self = Self.start(Origin(.async, name: name, fileID, line), name, priority, operation)
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
    let cell = ValueCell<Value>(origin)
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
}

extension Cell {
  /// Starts the task that settles the cell.
  @usableFromInline
  final func start(
    on isolation: (any Actor)?, _ name: String?, _ priority: TaskPriority?,
    _ body: nonisolated(nonsending) @escaping @Sendable () async -> Void
  ) {
    let task = Spawn.operation(for: self, on: isolation, name: name, priority: priority, body)
    Trampoline.run { hold(TaskProducer(task), &$0) }
  }
}
