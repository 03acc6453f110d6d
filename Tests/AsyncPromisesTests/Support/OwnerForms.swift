// The operators that hand their closures an owner, to test a clause with each of them.

import AsyncPromises
import TestSupport

/// What handlers are written for.
final class Owner: Sendable {
  let number = 10
  private let object: Tracked?

  init(_ object: Tracked? = nil) { self.object = object }
}

/// An operator with an owner, and the form of its closure.
enum OwnerForm: CaseIterable, Sendable {
  case done, `catch`, catchExcept, finally

  /// Those that return a promise of the same outcome.
  static let passing: [OwnerForm] = [.catch, .catchExcept, .finally]

  /// Those whose closures can throw: the others pass the outcome on.
  static let throwing = allCases.filter { !passing.contains($0) }

  /// Those whose closures are for one of the two outcomes.
  static let choosing = allCases.filter { $0 != .finally }

  /// What the closure is called for.
  var occasion: Settlement { self == .done || self == .finally ? .fulfilled : .rejected }

  /// What it is not called for.
  var otherOccasion: Settlement { occasion == .fulfilled ? .rejected : .fulfilled }

  /// What becomes of the derived promise when the closure has returned.
  var outcome: Outcome {
    OwnerForm.passing.contains(self) ? occasion.outcome : .fulfilled(11)
  }

  /// What becomes of it when there is no owner.
  var outcomeWithoutOwner: Outcome {
    OwnerForm.passing.contains(self) ? occasion.outcome : .cancelled
  }

  /// Registers a handler without isolation.
  func attach(
    to source: Promise<Int>, _ owner: Owner, _ body: @escaping @Sendable (Owner) throws -> Void
  ) -> Promise<Int> {
    attach(to: source, owner, on: nil, body)
  }

  /// Registers a handler that calls `body`.
  func attach(
    to source: Promise<Int>, _ owner: Owner, on isolation: isolated (any Actor)?,
    _ body: @escaping @Sendable (Owner) throws -> Void
  ) -> Promise<Int> {
    switch self {
    case .done:
      source.done(with: owner) { owner, _ in
        _ = isolation
        try body(owner)
      }.map { 11 }
    case .catch:
      source.catch(with: owner) { owner, _ in
        _ = isolation
        try? body(owner)
      }
    case .catchExcept:
      source.catch(except: CancellationError.self, with: owner) { owner, _ in
        _ = isolation
        try? body(owner)
      }
    case .finally:
      source.finally(with: owner) { owner in
        _ = isolation
        try? body(owner)
      }
    }
  }
}
