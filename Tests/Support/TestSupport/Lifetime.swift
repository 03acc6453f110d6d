// Objects that report when they are freed.

import AsyncPromises
import Testing

/// An object for closures to capture. Its `deinit` fulfills `freed`, so that a test can await it
/// instead of guessing. It stands in for user objects: the test fails if it is freed while the
/// library holds a list, a mailbox or a timer (B5).
package final class Tracked: Sendable {
  private let resolver: Resolver<Void>

  private init(_ resolver: Resolver<Void>) {
    self.resolver = resolver
  }

  deinit {
    #if DEBUG && !IN_ANOTHER_PACKAGE  // `Holding` is visible only in this package.
      if Holding.count != 0 { Issue.record("User code runs while the library holds something.") }
    #endif
    resolver.fulfill()
  }

  package static func make() -> (object: Tracked, freed: Promise<Void>) {
    let (freed, resolver) = Promise<Void>.pending()
    return (Tracked(resolver), freed)
  }

  /// Lets a closure capture the object.
  package func use() {}
}

/// Calls `body` with a new object for the code under test. Returns the result with a promise that
/// is fulfilled when the object is freed. This function keeps no reference to the object.
package func tracking<R>(_ body: (Tracked) throws -> R) rethrows -> (
  result: R, freed: Promise<Void>
) {
  let (object, freed) = Tracked.make()
  return (try body(object), freed)
}

extension Promise<Void> {
  /// Waits for the promise. Tests of compatibility modules use it for gates, because their own
  /// promises have a different API.
  package func pass() async throws { try await value }

  package var isOpen: Bool { resultIfSettled != nil }
}
