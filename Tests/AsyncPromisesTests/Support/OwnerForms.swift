// The operators that hand their handlers an owner, to test a clause with each of them.

import AsyncPromises
import TestSupport

/// The owner of a test's handlers.
final class Owner: Sendable {
  let number = 10
  private let object: Tracked?

  init(_ object: Tracked? = nil) { self.object = object }
}

extension ChainOperator {
  /// Those that hand their handlers an owner.
  static let owned = allCases.filter(\.hasOwner)

  /// What becomes of the derived promise when there is no owner.
  var outcomeWithoutOwner: Outcome { canThrow ? .cancelled : trigger.outcome }

  /// Links a handler that calls `body` with the owner.
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
