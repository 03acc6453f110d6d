// What the tests of the start-up share.

import AsyncPromises
import AsyncPromisesTesting
import Testing

@testable import StartupQueue

/// Runs a test in a scope: afterwards no promise is pending.
///
/// - Parameter reports: how many mistakes are reported meanwhile.
func inScope(
  reports: Int = 0, _ body: (PromiseScope) async throws -> Void
) async throws {
  try await withPromiseScope(reports: reports > 0 ? .ignore : .fail) { scope in
    try await body(scope)
    // Ends a test that hangs. One that passes does not wait that long.
    try await scope.settle(within: .seconds(500))
    #expect(scope.events.count == reports)
  }
}

/// Returns when everything that can go on in the scope has done so: what is pending now waits for
/// the test.
func rest() async {
  await ManualClock().advance(by: .zero)
}

extension Promise {
  /// Whether the promise is cancelled already.
  var isCancelled: Bool {
    if case .failure(is CancellationError) = resultIfSettled { true } else { false }
  }
}
