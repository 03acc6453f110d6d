// Where a test can see what a task waits for.

/// A wait that ends by something that tests follow as well: by a promise, or by a clock of theirs.
///
/// Meanwhile the operation, or the asynchronous handler, that the task runs is idle. From its end
/// until the task goes on, the wait is an activity: no executor of the scope may see the task.
package final class KnownWait: Sendable {
  private let scope: Scope
  /// The promise whose operation waits.
  private let record: Record?

  private init(in scope: Scope, of record: Record?) {
    self.scope = scope
    self.record = record
  }

  /// A wait of the current task, if promises that are made here are tracked.
  package static func ofCurrentTask() -> KnownWait? {
    guard Tracking.isOn else { return nil }
    let surroundings = Surroundings.current
    guard surroundings?.isTracked != false else { return nil }
    return KnownWait(
      in: surroundings?.scope ?? .process, of: surroundings?.promiseOfCurrentTask)
  }

  /// From now on somebody else may end the wait, or has done so already.
  package func begins() { record?.operationWaits() }

  /// The task is about to be resumed.
  package func ends() {
    scope.activity.enter()
    record?.operationGoesOn()
  }

  /// The task goes on.
  package func isOver() { scope.activity.leave() }
}
