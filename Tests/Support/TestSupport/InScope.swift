// Tests that run in a promise scope each, and so don't wait for what others make.

import AsyncPromises
import AsyncPromisesTesting
import Testing

/// Runs each test in a scope of its own, so that a manual clock waits for the test's promises and
/// for no others.
package struct InScope: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard Tracking.isOn, testCase != nil else { return try await function() }
    // What these tests are about is left, broken and not handled.
    try await withPromiseScope(
      test.name, leftovers: .allow, reports: .ignore, within: .seconds(500)
    ) { _ in
      try await function()
    }
  }
}

extension Trait where Self == InScope {
  package static var inScope: Self { InScope() }
}
