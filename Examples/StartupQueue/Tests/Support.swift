// Shared by the tests of the startup queue.

import AsyncPromises
import AsyncPromisesTesting
import Testing

@testable import StartupQueue

/// Runs a test in a scope, and checks that no promise is pending at the end.
///
/// - Parameter reports: the number of mistakes that the test causes.
func inScope(
  reports: Int = 0, _ body: (PromiseScope) async throws -> Void
) async throws {
  try await withPromiseScope(reports: reports > 0 ? .ignore : .fail) { scope in
    try await body(scope)
    // The time limit for a test that hangs; passing tests finish sooner.
    try await scope.settle(within: .seconds(500))
    #expect(scope.events.count == reports)
  }
}

/// Waits until everything in the scope that can continue has done so. Anything still pending is
/// waiting for the test.
func rest() async {
  await ManualClock().advance(by: .zero)
}

extension Promise {
  /// Whether the promise is already cancelled.
  var isCancelled: Bool {
    if case .failure(is CancellationError) = resultIfSettled { true } else { false }
  }
}
