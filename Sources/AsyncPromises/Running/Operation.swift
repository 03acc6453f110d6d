// What a task runs.

/// What a task runs, for a promise or for the library itself.
@usableFromInline
enum Operation: Sendable {
  /// A closure that captures all it needs.
  case captured(Body)

  /// A closure whose type only `run` knows, and the cell that it settles. Another closure that
  /// captured both would cost one more allocation per promise. The task needs its own closure in
  /// any case, to capture its isolation.
  case erased(ErasedClosure, settling: Cell, Run)

  /// A closure that runs on its caller's actor. One with a list of captures would leave it.
  @usableFromInline
  typealias Body = nonisolated(nonsending) @Sendable () async -> Void

  /// Calls the closure, and settles the cell. It captures nothing.
  @usableFromInline
  typealias Run =
    nonisolated(nonsending) @Sendable (_ closure: ErasedClosure, _ cell: Cell)
    async -> Void

  // Inlined, so that a task at work has one frame less.
  @inline(__always)
  nonisolated(nonsending) func callAsFunction() async {
    switch self {
    case .captured(let closure): await closure()
    case .erased(let closure, let cell, let run):
      await run(closure, cell)
      cell.taskWord.taskEnded()
    }
  }
}

extension Cell {
  /// Starts the task that settles the cell, and calls `taskWord.taskEnded()` at its end.
  final func start(on isolation: (any Actor)?, _ body: @escaping Operation.Body) {
    origin.record(isolation: isolation)
    wait(for: Tasks.operation(for: self, on: isolation, priority: nil, .captured(body)))
  }

  /// Starts the task that settles the cell.
  ///
  /// - Parameter hasTurn: whether the operation's turn says what the promise waits for.
  // Not inlined: each form of `Promise { }` would contain it.
  @usableFromInline @inline(never)
  final func start(
    on isolation: (any Actor)?, _ name: String?, _ priority: TaskPriority?,
    immediately: Bool = false, hasTurn: Bool = false,
    _ closure: ErasedClosure, _ run: @escaping Operation.Run
  ) {
    if !hasTurn { origin.record?.waits(for: .operation) }
    let task = Tasks.operation(
      for: self, on: isolation, immediately ? .immediate : .enqueued, name: name,
      priority: priority, .erased(closure, settling: self, run))
    wait(for: task)
  }
}

extension ValueCell {
  // These two are not inlined: what they need would be in the frame of the task while the operation
  // is at work.

  /// Called when the promise's work has returned another promise.
  @inlinable
  @inline(never)
  final func operationReturned(_ inner: ValueCell<Value>) {
    Trampoline.run { _ = follow(inner, &$0) }
  }

  /// Called when the promise's work has ended with `outcome`.
  ///
  /// - Returns: whether that was in time.
  @inlinable
  @inline(never)
  @discardableResult
  package final func operationEnded(_ outcome: Result<Value, any Error>) -> Bool {
    guard claimSettling() else {
      Trampoline.run { workEndedLate(outcome.map { _ in }, &$0) }
      return false
    }
    switch outcome {
    case .success(let value): fulfillClaimed(value)
    case .failure(let error): Trampoline.run { rejectClaimed(error, &$0) }
    }
    return true
  }
}

extension Cell {
  /// Called when the promise's work has ended too late to settle it. If the promise was cancelled,
  /// the work was asked to stop: an outcome other than a cancellation is reported.
  @usableFromInline
  final func workEndedLate(_ outcome: Result<Void, any Error>, _ effects: inout Effects) {
    observe(.cancellation, &effects) {
      $0.callOut { self.origin.reportLateWork(outcome) }
    }
  }
}
