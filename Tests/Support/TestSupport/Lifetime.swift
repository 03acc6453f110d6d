// Objects that tell when they are freed.

import AsyncPromises
import Testing

/// An object for closures to capture. `freed` is fulfilled by its `deinit`, so that a test can
/// await the end of its life instead of guessing when it has come. It stands for the user's: the
/// test fails if it is freed while the library holds something (B5).
package final class Tracked: Sendable {
  private let resolver: Resolver<Void>

  private init(_ resolver: Resolver<Void>) {
    self.resolver = resolver
  }

  deinit {
    #if DEBUG && !IN_ANOTHER_PACKAGE  // It is seen in this one alone.
      if Holding.count != 0 { Issue.record("Code of the user's runs while something is held.") }
    #endif
    resolver.fulfill()
  }

  package static func make() -> (object: Tracked, freed: Promise<Void>) {
    let (freed, resolver) = Promise<Void>.pending()
    return (Tracked(resolver), freed)
  }

  /// Stands for a use of the object, so that a closure captures it.
  package func use() {}
}

/// Calls `body` with a fresh object, which `body` gives to what it tests, and answers the promise
/// that is fulfilled when the object is freed. The caller's own reference is gone by then.
package func tracking<R>(_ body: (Tracked) throws -> R) rethrows -> (
  result: R, freed: Promise<Void>
) {
  let (object, freed) = Tracked.make()
  return (try body(object), freed)
}

extension Promise<Void> {
  /// Returns when what the promise stands for has come: for the tests of vocabularies, whose
  /// promises are other ones.
  package func pass() async throws { try await value }

  package var isOpen: Bool { resultIfSettled != nil }
}
