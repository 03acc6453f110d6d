// Promises of other libraries' vocabularies that nothing can settle any more. There they stay
// pending, and that is what their users see.

/// Stands in place of the outcome of a promise whose resolver has gone.
///
/// To the core it is a failure like any other, so that what waits for the promise is let go: a
/// promise that really waited would keep the handlers of its chain for good. To the users of a
/// vocabulary there is no outcome. No handler runs for it, and the rest of a chain is pending, too;
/// a group decides without such an input, or has none either.
@usableFromInline
struct LostResolver: Error {
  /// As in `PromiseError.broken(createdAt:)`.
  @usableFromInline let site: String
}

extension Cell {
  /// Whether the cell is settled in place of a promise that stays pending.
  @usableFromInline
  final var hasLostResolver: Bool { failure is LostResolver }
}

extension Promise {
  /// A promise that nothing settles.
  static var pendingForGood: Promise {
    let cell = ValueCell<Value>(.failure(LostResolver(site: "no promise at all")))
    cell.markFailureHandled()
    return Promise(cell: cell)
  }

  /// The outcome for the users of a vocabulary, if there is one.
  @inlinable
  package var seenOutcome: Result<Value, any Error>? { Self.seen(resultIfSettled) }

  /// The same for a look that is not to handle it.
  package var unhandledSeenOutcome: Result<Value, any Error>? { Self.seen(unhandledOutcome) }

  @inlinable
  static func seen(_ outcome: Result<Value, any Error>?) -> Result<Value, any Error>? {
    if case .failure(is LostResolver)? = outcome { nil } else { outcome }
  }

  /// Waits for the value, as the users of a vocabulary do: in vain, where the resolver has gone,
  /// until the task is cancelled.
  @inlinable
  package nonisolated(nonsending) func seenValue() async throws -> Value {
    do {
      return try await value
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

  /// Waits for the value, as the users of our own vocabulary do.
  @inlinable
  package nonisolated(nonsending) func ownValue() async throws -> Value {
    do {
      return try await value
    } catch let error as LostResolver {
      throw PromiseError.broken(createdAt: error.site)
    }
  }
}
