// Operations that share a flight, and callers who are known to have joined one.

import TestSupport

@testable import AsyncPromises

/// Operations that tell when they start, and end when the test says so.
final class FlightWork: Sendable {
  let starts = Journal<String>()
  private let (begun, beginning) = Promise<Void>.pending()
  private let (over, ending) = Promise<Int>.pending()

  /// Whether the running operation was cancelled, as soon as that is known.
  private let (cancelled, cancelling) = Promise<Void>.pending()

  @Sendable func run(_ name: String) async throws -> Int {
    starts.write(name)
    beginning.fulfill()
    return try await withTaskCancellationHandler {
      // A task of its own does not notice the cancellation, and neither does this wait.
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
  /// Calls `run` for somebody else, and returns when the caller has joined.
  func joined(
    for key: Key, _ operation: @escaping @Sendable () async throws -> Value
  ) async -> Promise<Value> {
    run(for: key, operation)
  }
}
