// What is known about a promise's operation, and the task that runs it, while tracking is on.

extension Record {
  // MARK: Its operation

  /// Has `start` create the operation's task, on an executor that counts its jobs if possible.
  func operationBegins<R>(
    on isolation: (any Actor)?, _ operation: Operation,
    _ start: (PreferredExecutor?, Operation) -> R
  ) -> R {
    extend()
    let operation = Once(operation)
    operationResumes()
    let tracked = Operation.captured { await self.run(operation, isolation: #isolation) }
    return start(Tracking.current?.makeExecutor(self, isolation != nil), tracked)
  }

  // Takes an isolated parameter because closures of a `nonisolated(nonsending)` function leave the
  // actor.
  private func run(_ operation: Once, isolation: isolated (any Actor)?) async {
    await TrackingContext.$current.withValue(.running(self)) {
      _ = isolation
      runs()
      await operation.run()
      runsNoLonger()
      end()
      operationSuspends()
    }
  }

  /// Called when the operation may be at work again.
  func operationResumes() {
    _ = awaitedPromise.exchange(0)
    scope.awake.enter()
  }

  /// Called when the operation starts a wait. It is idle until `operationResumes()`.
  ///
  /// - Parameter cell: the cell that it awaits, if known.
  func operationSuspends(for cell: Cell? = nil) {
    if let number = cell?.origin.record?.number { _ = awaitedPromise.exchange(number) }
    work.isBusyNoLonger()
    resumptions.reset()
    scope.awake.leave()
  }

  /// Called when the operation is about to be resumed from a wait that is tracked. This is an
  /// activity until `waitIsOver()`.
  func waitEnds() {
    work.enter(scope.activity)
    operationResumes()
    scope.resumes(self)
  }

  func waitIsOver() { work.leave(scope.activity) }

  // MARK: Work that never goes idle

  /// Whether the handler or a job of the operation keeps the scope from coming to rest.
  var isAtWork: Bool { work.isActive }

  /// Called when a test has waited long enough for the promise's work. The work no longer counts,
  /// and the scope gets an event that identifies it.
  func becomesBusy() {
    guard let number = work.becomesBusy() else { return }
    LateReport.deliver(.busyWork(trace: creator.description), in: scope)
    for _ in 0..<number { scope.activity.leave() }
  }

  // MARK: The task that runs it

  /// Called when a handler or an operation starts running in the current task.
  func runs() {
    _ = runner.exchange(Tasks.current)
  }

  /// Called when the handler or operation in the current task ends, because another task may later
  /// have the same identity.
  func runsNoLonger() {
    _ = runner.compareExchange(Tasks.current, 0)
  }

  /// Whether the current task runs the handler or the operation.
  var isRunByCurrentTask: Bool {
    let task = Tasks.current
    return task != 0 && runner.load() == task
  }
}

extension Origin {
  /// Has `start` create the task of an operation for the promise.
  func operationBegins(
    on isolation: (any Actor)?, _ operation: Operation,
    _ start: (PreferredExecutor?, Operation) -> Task<Void, Never>
  ) -> Task<Void, Never> {
    record?.operationBegins(on: isolation, operation, start) ?? start(nil, operation)
  }

  /// Has `start` create the child task of an item. If its map is tracked, so is the item, as a
  /// promise of its own: it has a line in reports, and its waits count like any operation's.
  func itemBegins(
    on isolation: (any Actor)?, _ operation: Operation,
    _ start: (PreferredExecutor?, Operation) -> Void
  ) {
    guard isTracked else { return start(nil, operation) }
    let item = ValueCell<Void>(Origin("item", whereMade: self))
    item.origin.record(isolation: isolation)
    item.origin.note(.waits(for: .operation))
    let tracked = Operation.captured {
      await operation()
      Trampoline.run { _ = item.fulfill((), &$0) }
    }
    // Unlike other tasks, a child task that prefers an executor is enqueued on its actor.
    item.origin.record?.operationBegins(on: nil, tracked, start) ?? start(nil, tracked)
  }
}

/// An operation that is released before it counts as ended, along with the promise that it
/// captured. If that promise is rejected and has no consumer, its report is already counted by
/// then.
private final class Once: @unchecked Sendable {
  /// Belongs to the task that runs it.
  private var operation: Operation?

  init(_ operation: Operation) {
    self.operation = operation
  }

  nonisolated(nonsending) func run() async {
    let taken = operation.take()
    await taken?()
  }
}

extension Record: JobCounter {
  func jobBegins() {
    let isFromRest = scope.activity.isZero
    work.enter(scope.activity)
    guard let rest = scope.currentRest else { return }
    if resumptions.add(in: rest, isFromRest: isFromRest) { becomesBusy() }
  }

  func jobEnded() { work.leave(scope.activity) }
}
