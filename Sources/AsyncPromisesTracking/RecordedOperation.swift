// What is known about a promise's operation, and the task that runs it, while tracking is on.

import AsyncPromises

extension Record {
  // MARK: Its operation

  package func operationBegins(
    on isolation: (any Actor)?, _ operation: @escaping Origin.Body
  ) -> (executor: PreferredExecutor?, operation: Origin.Body) {
    extend()
    operationResumes()
    // SAFETY: it belongs to the task that runs it.
    nonisolated(unsafe) var operation: Origin.Body? = operation
    // The operation is released before it counts as ended, along with the promise that it captured.
    // If that promise is rejected and has no consumer, its report is already counted by then.
    let runAndRelease: Origin.Body = {
      let taken = operation.take()
      await taken?()
    }
    // With a capture list, the compiler would take this closure off its caller's actor.
    let counted: Origin.Body = {
      self.runs()
      self.note(.runs(isOperation: true, on: self.lane))
      await runAndRelease()
      self.runsNoLonger()
      self.note(.ends(isOperation: true))
      self.end()
      self.operationSuspends()
    }
    let context = TrackingContext(scope: scope, promise: self)
    let executor = PromiseTracker.current?.makeExecutor(self, isolation != nil)
    return (executor, { await context.bind(counted, isolation: #isolation) })
  }

  /// Called when the operation may be at work again.
  package func operationResumes() {
    _ = awaitedPromise.exchange(0)
    scope.awake.enter()
  }

  /// Called when the operation starts a wait. It is idle until `operationResumes()`.
  package func operationSuspends() {
    work.isBusyNoLonger()
    _ = resumptions.exchange(0)
    scope.awake.leave()
  }

  // MARK: Its waits for what is tracked

  package func waitBegins(for cell: Cell?) {
    if let number = cell?.origin.number {
      _ = awaitedPromise.exchange(number)
      if number != 0 { note(.waits(for: [number])) }
    }
    operationSuspends()
  }

  package func waitEnds() {
    work.enter(scope.activity)
    operationResumes()
    scope.resumes(self)
  }

  package func waitIsOver(isFollowed: Bool) { work.leave(scope.activity) }

  // MARK: Work that never goes idle

  /// Whether the handler or a job of the operation keeps the scope from coming to rest.
  package var isAtWork: Bool { work.isActive }

  /// Called when a test has waited long enough for the promise's work. The work no longer counts,
  /// and the scope gets an event that identifies it.
  package func becomesBusy() {
    guard let number = work.becomesBusy() else { return }
    LateReports.deliver(.busyWork(trace: description), in: context)
    for _ in 0..<number { scope.activity.leave() }
  }

  package func jobBegins() {
    let isFromRest = scope.activity.isZero
    work.enter(scope.activity)
    guard let current = scope.currentRest else { return }
    if rest.exchange(current) != current { _ = resumptions.exchange(0) }
    // A resumption while nothing else is at work counts a hundredfold: it may be polling.
    if resumptions.add(isFromRest ? 100 : 1) >= 10_000 { becomesBusy() }
  }

  package func jobEnded() { work.leave(scope.activity) }

  // MARK: The task that runs it

  /// Called when an operation starts running in the current task.
  func runs() { _ = runner.exchange(Tasks.current) }

  /// Called when the handler or operation in the current task ends, because another task may later
  /// have the same identity.
  func runsNoLonger() { _ = runner.compareExchange(Tasks.current, 0) }

  /// Whether the current task runs the handler or the operation.
  var isRunByCurrentTask: Bool {
    let task = Tasks.current
    return task != 0 && runner.load() == task
  }
}
