// Where a test can see what a task waits for.

/// A wait that ends by something that tests follow as well: by a promise, or by a clock of theirs.
///
/// Meanwhile the operation, or the asynchronous handler, that the task runs is idle. From its end
/// until the task resumes, the wait is an activity: no executor of the scope may see the task.
package final class TrackedSuspension: Sendable {
  private let scope: Scope
  /// The promise whose operation waits.
  private let record: Record?

  private init(in scope: Scope, of record: Record?) {
    self.scope = scope
    self.record = record
  }

  /// A wait of the current task, if promises that are made here are tracked.
  package static func ofCurrentTask() -> TrackedSuspension? {
    guard Tracking.isOn else { return nil }
    let context = TrackingContext.current
    guard context?.isTracked != false else { return nil }
    return TrackedSuspension(
      in: context?.scope ?? .process, of: context?.promiseOfCurrentTask)
  }

  /// From now on another thread may end the wait, or has done so already.
  package func begins() { record?.operationSuspends() }

  /// The same for a wait that a promise ends.
  func begins(for cell: Cell) { record?.operationSuspends(for: cell) }

  /// The task is about to be resumed.
  package func ends() {
    scope.activity.enter()
    record?.operationResumes()
  }

  /// The task has resumed.
  package func isOver() { scope.activity.leave() }
}
