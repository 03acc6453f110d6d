// What is known about a promise's operation, and the task that runs it, while tracking is on.

import AsyncPromises

extension Record {
  // MARK: Its operation

  package func operationBegins(
    on isolation: (any Actor)?, _ operation: @escaping Origin.Body
  ) -> (executor: PreferredExecutor?, operation: Origin.Body) {
    extend()
    let operation = Once(operation)
    operationResumes()
    let executor = PromiseTracker.current?.makeExecutor(self, isolation != nil)
    return (executor, { await self.run(operation, isolation: #isolation) })
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
  package func operationResumes() {
    _ = awaitedPromise.exchange(0)
    scope.awake.enter()
  }

  /// Called when the operation starts a wait. It is idle until `operationResumes()`.
  package func operationSuspends() {
    work.isBusyNoLonger()
    resumptions.reset()
    scope.awake.leave()
  }

  /// The same for a wait for a promise.
  func operationSuspends(for cell: Cell) {
    _ = awaitedPromise.exchange(cell.origin.number)
    operationSuspends()
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
  package var isAtWork: Bool { work.isActive }

  /// Called when a test has waited long enough for the promise's work. The work no longer counts,
  /// and the scope gets an event that identifies it.
  package func becomesBusy() {
    guard let number = work.becomesBusy() else { return }
    LateReports.deliver(.busyWork(trace: description), in: context)
    for _ in 0..<number { scope.activity.leave() }
  }

  // MARK: The task that runs it

  /// Called when a handler or an operation starts running in the current task.
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

/// An operation that is released before it counts as ended, along with the promise that it
/// captured. If that promise is rejected and has no consumer, its report is already counted by
/// then.
private final class Once: @unchecked Sendable {
  /// Belongs to the task that runs it.
  private var operation: Origin.Body?

  init(_ operation: @escaping Origin.Body) { self.operation = operation }

  nonisolated(nonsending) func run() async {
    let taken = operation.take()
    await taken?()
  }
}

extension Record: JobCounter {
  package func jobBegins() {
    let isFromRest = scope.activity.isZero
    work.enter(scope.activity)
    guard let rest = scope.currentRest else { return }
    if resumptions.add(in: rest, isFromRest: isFromRest) { becomesBusy() }
  }

  package func jobEnded() { work.leave(scope.activity) }
}
