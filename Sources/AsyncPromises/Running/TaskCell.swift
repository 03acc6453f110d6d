// The cell of a promise that stands for a task.

/// A cell that a task works for from the beginning.
@usableFromInline
final class TaskCell<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  // Written once, before the promise is handed out.
  private var operationTask: Task<Void, Never>?

  @usableFromInline
  override init(_ origin: Origin) { super.init(origin) }

  override var ownTask: Task<Void, Never>? {
    get { operationTask }
    set { operationTask = newValue }
  }

  /// Starts the task that settles the cell.
  @usableFromInline
  func start(
    on isolation: (any Actor)?, _ name: String?, _ priority: TaskPriority?, immediately: Bool,
    _ closure: ErasedClosure, _ run: @escaping Operation.Run
  ) {
    let task = Tasks.operation(
      for: self, on: isolation, immediately ? .immediate : .enqueued, name: name,
      priority: priority, .erased(closure, settling: self, run))
    Trampoline.run { wait(for: task, &$0) }
  }
}

extension ValueCell {
  /// The work for the promise has ended with that outcome.
  @inlinable
  final func operationEnded(_ outcome: Result<Value, any Error>) {
    Trampoline.run { effects in
      if !settle(outcome, &effects) { workEndedLate(outcome.map { _ in }, &effects) }
    }
  }
}
