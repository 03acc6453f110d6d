// What tests wait for.

import AsyncPromises

/// Closed until it is opened. Made of the core's promises, so that a test that waits in vain ends
/// at its time limit.
package struct Gate: Sendable {
  private let ends = Promise<Void>.pending()

  package init() {}

  package func open() { ends.resolver.fulfill() }

  package var isOpen: Bool { ends.promise.resultIfSettled != nil }

  /// Returns when the gate is open.
  package func pass() async throws { try await ends.promise.value }

  /// Blocks the thread until the gate is open.
  package func block() { try? ends.promise.wait(timeout: .seconds(500)) }
}
