// Runs each test in a promise scope, so that it doesn't wait for the promises of other tests.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import Testing

/// Runs each test in its own scope, so that a manual clock waits only for the test's promises.
package struct InScope: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard Tracking.isOn, testCase != nil else { return try await function() }
    // These tests leave promises pending, break them and don't handle errors.
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
