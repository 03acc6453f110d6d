// Waits of tasks that run no promise's handler or operation.

import AsyncPromises

final class StraySuspension: TaskSuspension {
  private let scope: Scope

  init(in scope: Scope) { self.scope = scope }

  func waitBegins(for cell: Cell?) { PromiseTracker.current?.follower?.taskWaits(Tasks.current) }

  func waitEnds() { scope.activity.enter() }

  func waitIsOver(isFollowed: Bool) {
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
