// Operations that share a flight, and calls that are known to have joined it.

import AsyncPromisesSharing
import TestSupport

@testable import AsyncPromises

/// Records when its operations start. The test decides when they end.
final class FlightWork: Sendable {
  let starts = Journal<String>()
  private let (begun, beginning) = Promise<Void>.pending()
  private let (over, ending) = Promise<Int>.pending()

  /// Fulfilled when the running operation is cancelled.
  private let (cancelled, cancelling) = Promise<Void>.pending()

  @Sendable func run(_ name: String) async throws -> Int {
    starts.write(name)
    beginning.fulfill()
    return try await withTaskCancellationHandler {
      // The cancellation doesn't reach a separate task, and doesn't end the wait for it.
      try await Task { [over] in try await over.value }.value
    } onCancel: {
      cancelling.fulfill()
    }
  }

  func hasBegun() async throws { try await begun.value }
  func isCancelled() async throws { try await cancelled.value }
  func end(with value: Int) { ending.fulfill(value) }
  func fail(with error: any Error) { ending.reject(error) }
}

extension SingleFlight {
  /// Calls `run` as another caller, and returns once that caller has joined the flight.
  func joined(
    for key: Key, _ operation: @escaping @Sendable () async throws -> Value
  ) async -> Promise<Value> {
    run(for: key, operation)
  }
}
