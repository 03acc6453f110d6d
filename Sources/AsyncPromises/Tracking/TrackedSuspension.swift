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
      in: context?.scope ?? .ambient, of: context?.promiseOfCurrentTask)
  }

  /// From now on another thread may end the wait, or has done so already.
  package func begins() {
    if let record { record.operationSuspends() } else { taskWaits() }
  }

  /// The same for a wait that a promise ends.
  func begins(for cell: Cell) {
    if let record { record.operationSuspends(for: cell) } else { taskWaits() }
  }

  private func taskWaits() { Tracking.current?.follower?.taskWaits(Tasks.current) }

  /// The task is about to be resumed.
  package func ends() {
    if let record { record.waitEnds() } else { scope.activity.enter() }
  }

  /// The task has resumed.
  ///
  /// - Parameter isFollowed: whether a test that waits is to be told where the task goes on.
  package func isOver(isFollowed: Bool = true) {
    if let record { return record.waitIsOver() }
    if isFollowed, scope.currentRest != nil {
      Tracking.current?.follower?.taskGoesOn(Tasks.current, in: scope)
    }
    scope.activity.leave()
  }
}

/// Is told of tasks without a promise while a test waits for their scope to come to rest.
package protocol TaskFollower: Sendable {
  /// A wait of the task is over.
  func taskGoesOn(_ task: UInt, in scope: Scope)
  /// Another one begins.
  func taskWaits(_ task: UInt)
}
