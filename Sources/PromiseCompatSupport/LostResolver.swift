// Promises of the compatibility modules that nothing can settle anymore. In the original libraries
// such promises stay pending, and that is what users see here, too.

import AsyncPromises

/// Takes the place of the outcome of a promise whose resolver is gone.
///
/// To the core it is a failure like any other, so that everything that waits for the promise is
/// released. If the promise really stayed pending, it would retain the handlers of its chain
/// forever. Users of a compatibility module see no outcome: no handler runs, and the rest of the
/// chain appears to stay pending, too. A group settles without such an input, or appears to stay
/// pending as well.
@usableFromInline
struct LostResolver: Error {
  /// The call site, as in `PromiseError.broken(createdAt:)`.
  @usableFromInline let site: String
}

extension ValueCell: HasLostResolver where Value: AnyTransfer {
  package func error(of place: String) -> any Error { LostResolver(site: place) }
}

extension Cell {
  /// Whether the cell is settled but represents a promise that stays pending.
  @usableFromInline
  final var hasLostResolver: Bool { failure is LostResolver }
}

extension Promise {
  /// A promise that appears to stay pending forever.
  static var pendingForGood: Promise {
    let cell = ValueCell<Value>(.failure(LostResolver(site: "no promise at all")))
    cell.markFailureHandled()
    return Promise(cell: cell)
  }

  /// The outcome that users of a compatibility module see, if there is one.
  @inlinable
  package var seenOutcome: Result<Value, any Error>? { Self.seen(resultIfSettled) }

  /// The same outcome, read without marking a failure as handled.
  @usableFromInline
  package var unhandledSeenOutcome: Result<Value, any Error>? { Self.seen(unhandledOutcome) }

  @inlinable
  static func seen(_ outcome: Result<Value, any Error>?) -> Result<Value, any Error>? {
    if case .failure(is LostResolver)? = outcome { nil } else { outcome }
  }

  /// Waits for the value and, on the main actor, for the handlers that were added earlier: they
  /// take their turn on the main queue.
  @usableFromInline
  nonisolated(nonsending) func valueInTurn() async throws -> Value {
    // In these modules, nobody owns a promise by awaiting it: a cancelled wait is no mistake.
    let result = await outcome(by: .end, isolation: #isolation)
    await MainQueue.turn(isolation: #isolation)
    return try result.get()
  }

  /// Waits for the value as a compatibility module does. If the resolver is gone, the wait lasts
  /// until the task is cancelled.
  @inlinable
  package nonisolated(nonsending) func seenValue() async throws -> Value {
    do {
      return try await valueInTurn()
    } catch let error as LostResolver {
      return try await Promise.neverSettled(error)
    }
  }

  @usableFromInline
  nonisolated(nonsending) static func neverSettled(_ error: LostResolver) async throws -> Value {
    let (never, resolver) = Promise.pending(name: "without its resolver: \(error.site)")
    defer { withExtendedLifetime(resolver) {} }
    return try await never.value
  }

  /// Waits for the value as the library's own API does. If the resolver is gone, it throws an
  /// error.
  @inlinable
  package nonisolated(nonsending) func ownValue() async throws -> Value {
    do {
      return try await valueInTurn()
    } catch let error as LostResolver {
      throw PromiseError.broken(createdAt: error.site)
    }
  }
}
