// The operators that pass an owner to their closure, to run a common test with each of them.

import AsyncPromises
import TestSupport

/// The owner of a test's handlers.
final class Owner: Sendable {
  let number = 10
  private let object: Tracked?

  init(_ object: Tracked? = nil) { self.object = object }
}

/// An operator whose closure receives an owner.
enum OwnerForm: CaseIterable, Sendable {
  case done, `catch`, catchExcept, finally

  /// Those whose promise settles like its source.
  static let passing: [OwnerForm] = [.catch, .catchExcept, .finally]

  /// Those whose closures can throw.
  static let throwing = allCases.filter { !passing.contains($0) }

  /// Those whose closures run for only one of the two outcomes.
  static let choosing = allCases.filter { $0 != .finally }

  /// An outcome that runs the closure.
  var occasion: Settlement { self == .done || self == .finally ? .fulfilled : .rejected }

  /// The opposite outcome. Only the closure of `finally` runs for both.
  var otherOccasion: Settlement { occasion == .fulfilled ? .rejected : .fulfilled }

  /// The outcome of the derived promise after the closure has returned.
  var outcome: Outcome {
    OwnerForm.passing.contains(self) ? occasion.outcome : .fulfilled(11)
  }

  /// The outcome of the derived promise if the owner is gone.
  var outcomeWithoutOwner: Outcome {
    OwnerForm.passing.contains(self) ? occasion.outcome : .cancelled
  }

  /// Registers a nonisolated handler that calls `body`.
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
