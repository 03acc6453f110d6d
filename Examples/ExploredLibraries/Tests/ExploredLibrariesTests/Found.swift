// Explorations that should find a bug.

import AsyncPromisesSwiftTesting

/// Explores `body`, and returns how it failed; `nil` if it passed in all orders.
func failure(
  of body: @escaping @Sendable () async throws -> Void
) async throws -> ExplorationFailure? {
  do {
    try await explore { try await body() }
    return nil
  } catch let failure as ExplorationFailure {
    return failure
  }
}
