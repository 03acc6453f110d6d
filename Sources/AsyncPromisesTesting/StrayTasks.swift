// Tasks without a promise that keep going while a scope comes to rest.

import AsyncPromises
import AsyncPromisesTracking
import Foundation

/// Tasks without a promise that a clock or a promise has resumed and that have not waited for one
/// since, so that it is unknown when they are running.
///
/// They count among their scope's callbacks, and the scope waits for them in the same way.
final class StrayTasks: TaskFollower, @unchecked Sendable {
  static let shared = StrayTasks()

  private let lock = NSLock()
  private var scopes: [UInt64: Scope] = [:]

  func taskGoesOn(_ task: UInt64, in scope: Scope) {
    scope.callbacks.enter()
    lock.withLock { scopes.updateValue(scope, forKey: task) }?.callbacks.leave()
  }

  func taskWaits(_ task: UInt64) {
    lock.withLock { scopes.removeValue(forKey: task) }?.callbacks.leave()
  }

  /// Returns the tasks of a scope.
  func tasks(in scope: Scope) -> [UInt64] {
    lock.withLock { scopes.filter { $0.value.counts(in: scope) }.map(\.key) }
  }
}
