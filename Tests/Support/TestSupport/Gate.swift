// A gate for tests to wait at.

import AsyncPromises

/// Closed until it is opened. Built on promises of the core, so that a test whose gate never opens
/// ends at its time limit.
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
