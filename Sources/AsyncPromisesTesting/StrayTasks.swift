// Tasks of the test's own that have gone on while a scope comes to rest.

import AsyncPromises
import Foundation

/// Tasks without a promise that a clock or a promise has resumed, and that have not waited for one
/// again: nothing tells when they are at work.
///
/// They are counted with the callbacks of their scope, which has the same patience with them.
final class StrayTasks: TaskFollower, @unchecked Sendable {
  static let shared = StrayTasks()

  private let lock = NSLock()
  private var scopes: [UInt: Scope] = [:]

  func taskGoesOn(_ task: UInt, in scope: Scope) {
    scope.callbacks.enter()
    lock.withLock { scopes.updateValue(scope, forKey: task) }?.callbacks.leave()
  }

  func taskWaits(_ task: UInt) {
    lock.withLock { scopes.removeValue(forKey: task) }?.callbacks.leave()
  }

  /// The tasks of a scope.
  func tasks(in scope: Scope) -> [UInt] {
    lock.withLock { scopes.filter { $0.value.counts(in: scope) }.map(\.key) }
  }
}
