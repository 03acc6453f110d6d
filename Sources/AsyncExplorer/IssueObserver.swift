// How an exploration learns of issues from the testing library that records them.

import Foundation

/// Calls a body and collects the issues recorded meanwhile.
package enum IssueObserver {
  /// Called where an issue is recorded. Code outside the test's tasks, such as a handler on a
  /// queue, can't be attributed to a test, so all listeners receive its issues.
  package typealias Take = @Sendable (_ issue: String, _ isOfTest: Bool) -> Void
  /// Returns whether to record an issue that isn't a failure, such as a known issue: only once in
  /// an exploration.
  package typealias IsNew = @Sendable (_ issue: String) -> Bool
  package typealias Observe =
    @Sendable (
      _ take: @escaping Take, _ isNew: @escaping IsNew,
      _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> Void

  private static let lock = NSLock()
  nonisolated(unsafe) private static var observe: Observe?

  /// Uses `observe` from now on, until the process ends.
  package static func begin(_ observe: @escaping Observe) {
    lock.withLock { self.observe = observe }
  }

  /// Calls `body`, without observing issues if no testing library has registered an observer.
  static func call(
    takingIssues take: @escaping Take, isNew: @escaping IsNew,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    if let observe = lock.withLock({ observe }) {
      try await observe(take, isNew, body)
    } else {
      try await body()
    }
  }
}
