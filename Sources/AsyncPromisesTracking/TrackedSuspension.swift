// Waits of tasks that a test can see.

import AsyncPromises

/// A wait that ends because of something that tests also track: a promise or a test clock.
///
/// During the wait, the operation or asynchronous handler that the task runs is idle. From the end
/// of the wait until the task resumes, the wait is an activity, because the scope's executors may
/// not see the task.
package final class TrackedSuspension: TaskSuspension {
  private let scope: Scope
  /// The promise whose operation waits.
  private let record: Record?

  private init(in scope: Scope, of record: Record?) {
    self.scope = scope
    self.record = record
  }

  /// Returns a suspension for the current task, if promises created here are tracked.
  package static func ofCurrentTask() -> TrackedSuspension? {
    guard Tracking.isOn else { return nil }
    return PromiseTracker.countingScope.map {
      TrackedSuspension(in: $0, of: TrackingContext.current?.promiseOfCurrentTask)
    }
  }

  /// Called when the wait begins. Another thread may already have ended it, or may do so at any
  /// time.
  package func begins() { if let record { record.operationSuspends() } else { taskWaits() } }

  package func begins(for cell: Cell) {
    if let record { record.operationSuspends(for: cell) } else { taskWaits() }
  }

  private func taskWaits() { PromiseTracker.current?.follower?.taskWaits(Tasks.current) }

  /// Called when the task is about to be resumed.
  package func ends() { if let record { record.waitEnds() } else { scope.activity.enter() } }

  package func isOver() { isOver(isFollowed: true) }

  /// - Parameter isFollowed: whether a waiting test is told in which scope the task continues.
  package func isOver(isFollowed: Bool) {
    if let record { return record.waitIsOver() }
    if isFollowed, scope.currentRest != nil {
      PromiseTracker.current?.follower?.taskGoesOn(Tasks.current, in: scope)
    }
    scope.activity.leave()
  }
}

/// Follows tasks without a promise while a test waits for their scope to come to rest.
package protocol TaskFollower: Sendable {
  /// Called when one of the task's waits is over.
  func taskGoesOn(_ task: UInt64, in scope: Scope)
  /// Called when another wait begins.
  func taskWaits(_ task: UInt64)
}
