// What a task runs.

/// What a task runs, for a promise or for the library itself.
@usableFromInline
enum Operation: Sendable {
  /// A closure that captures all it needs.
  case captured(Body)

  /// A closure of which only `run` knows the type, and the cell that it settles. One that captured
  /// both would be one allocation more for each promise: the task has a closure already, which
  /// begins with its isolation.
  case erased(ErasedClosure, settling: Cell, Run)

  @usableFromInline
  typealias Body = nonisolated(nonsending) @Sendable () async -> Void

  /// Calls the closure, and settles the cell. It captures nothing.
  @usableFromInline
  typealias Run =
    nonisolated(nonsending) @Sendable (_ closure: ErasedClosure, _ cell: Cell)
    async -> Void

  nonisolated(nonsending) func callAsFunction() async {
    #if DEBUG
      Self.underWay.add(1)
      defer { Self.underWay.add(.max) }
    #endif
    switch self {
    case .captured(let closure): await closure()
    case .erased(let closure, let cell, let run): await run(closure, cell)
    }
  }

  #if DEBUG
    /// How many have begun and not ended, for tests that look for what is left behind.
    static let underWay = StateWord(0)
  #endif
}

extension Cell {
  /// Starts the task that settles the cell.
  @usableFromInline
  final func start(
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

extension Cell {
  /// The work for the promise has ended, and has not settled it. To end with a cancellation is what
  /// it was asked for; anything else is reported.
  @usableFromInline
  final func workEndedLate(_ outcome: Result<Void, any Error>, _ effects: inout Effects) {
    observe(.cancellation, &effects) {
      self.marks.set(.workEnded)
      if case .failure(let error) = outcome, Origin.isCancellation(error) { return }
      $0.callOut { self.origin.reportLateWork(outcome) }
    }
  }
}
