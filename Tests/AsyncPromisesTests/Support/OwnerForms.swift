// The operators that pass an owner to their handlers, to test a clause with each of them.

import AsyncPromises
import TestSupport

/// The owner of a test's handlers.
final class Owner: Sendable {
  let number = 10
  private let object: Tracked?

  init(_ object: Tracked? = nil) { self.object = object }
}

extension ChainOperator {
  /// Those that pass an owner to their handlers.
  static let owned = allCases.filter(\.hasOwner)

  /// The derived promise's outcome if the owner has been released.
  var outcomeWithoutOwner: Outcome { canThrow ? .cancelled : trigger.outcome }

  /// Attaches a handler that calls `body` with the owner.
  func attach(
    to source: Promise<Int>, _ owner: Owner, on isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping @Sendable (Owner?) throws -> Void
  ) -> Promise<Int> {
    derive(from: source, errors: TestError.self, owner: owner, on: isolation) {
      try body($0.owner as? Owner)
      return .value(0)
    }
  }
}
