// The promise scope of a call, for closures that the core doesn't run as handlers of a promise.

import AsyncPromises

/// The scope that a call is made in, to which everything belongs that its closures make, whoever
/// calls them.
package struct CallScope: Sendable {
  private let context = Tracking.tracker?.context

  package init() {}

  package func bind<R>(_ body: () throws -> R) rethrows -> R {
    guard let context else { return try body() }
    return try context.bind(body)
  }
}
