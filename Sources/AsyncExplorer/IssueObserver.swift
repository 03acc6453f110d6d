// How an exploration hears of issues: from the library for tests that knows them.

import Foundation

/// Calls a body, and takes the issues that are recorded meanwhile.
package enum IssueObserver {
  /// Called where an issue is recorded. What runs in no task of the test, such as a handler of a
  /// queue, is not known to be the test's: everybody who listens hears of its issues.
  package typealias Take = @Sendable (_ issue: String, _ isOfTest: Bool) -> Void
  package typealias Observe =
    @Sendable (
      _ take: @escaping Take,
      _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> Void

  private static let lock = NSLock()
  nonisolated(unsafe) private static var observe: Observe?

  /// From now on, for the rest of the process.
  package static func begin(_ observe: @escaping Observe) {
    lock.withLock { self.observe = observe }
  }

  /// Calls `body`, alone where no library for tests has said how issues are taken.
  static func call(
    takingIssues take: @escaping Take,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    if let observe = lock.withLock({ observe }) {
      try await observe(take, body)
    } else {
      try await body()
    }
  }
}
