// What is known of the operation of a promise, and of who runs it, while tracking is on.

extension Record {
  // MARK: Its operation

  /// Lets `start` make the task of an operation, on an executor that counts its jobs if it can.
  func operationBegins(
    _ operation: Operation,
    _ start: (PreferredExecutor?, Operation) -> Task<Void, Never>
  ) -> Task<Void, Never> {
    extend()
    let operation = Once(operation)
    operationResumes()
    return TrackingContext.$current.withValue(.running(self)) {
      let tracked = Operation.captured {
        self.runs()
        await operation.run()
        self.runsNoLonger()
        self.end()
        self.operationSuspends()
      }
      return start(Tracking.current?.makeExecutor(self), tracked)
    }
  }

  /// The operation may be at work from now on.
  func operationResumes() {
    _ = awaitedPromise.exchange(0)
    scope.awake.enter()
  }

  /// The operation does nothing until `operationResumes()`.
  ///
  /// - Parameter cell: what it awaits, if that is known.
  func operationSuspends(for cell: Cell? = nil) {
    if let number = cell?.origin.record?.number { _ = awaitedPromise.exchange(number) }
    work.isBusyNoLonger()
    resumptions.reset()
    scope.awake.leave()
  }

  /// The operation waits in a way that is known, and is about to be resumed: an activity until
  /// `waitIsOver()`.
  func waitEnds() {
    work.enter(scope.activity)
    operationResumes()
    scope.resumes(self)
  }

  func waitIsOver() { work.leave(scope.activity) }

  // MARK: Work that does not come to rest

  /// Whether the handler or a job of the operation keeps the scope from being at rest.
  var isAtWork: Bool { work.isActive }

  /// A test has waited long enough for the work of the promise: it counts no longer, and the scope
  /// has an event that names it.
  func becomesBusy() {
    guard let number = work.becomesBusy() else { return }
    LateReport.deliver(.busyWork(trace: creator.description), in: scope)
    for _ in 0..<number { scope.activity.leave() }
  }

  // MARK: Who runs it

  /// A handler or an operation runs in the current task from now on.
  func runs() {
    _ = runner.exchange(Tasks.current)
  }

  /// The handler or the operation that the current task runs ends: another task may come to have
  /// its identity.
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
  /// Lets `start` make the task of an operation for the promise.
  func operationBegins(
    _ operation: Operation,
    _ start: (PreferredExecutor?, Operation) -> Task<Void, Never>
  ) -> Task<Void, Never> {
    record?.operationBegins(operation, start) ?? start(nil, operation)
  }
}

/// An operation that is let go, with the promise that it captured, before it counts as ended: if
/// that is rejected and has no consumer, the report is counted by then.
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
