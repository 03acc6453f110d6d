// Work for a key that asks for the same key, and so would wait for itself.

/// The keys that the current task works for.
final class Inside: Sendable {
  @TaskLocal static var current: Inside?

  private let desk: ObjectIdentifier
  private let key: any Hashable & Sendable
  private let outer: Inside?
  private let isOver = StateWord(0)

  /// - Parameter outer: what the caller works for.
  init(_ desk: AnyObject, _ key: any Hashable & Sendable, within outer: Inside?) {
    (self.desk, self.key, self.outer) = (ObjectIdentifier(desk), key, outer)
  }

  /// Whether the current task works for `key`, or was started by work for it that has not ended.
  static func isWithin<Key: Hashable & Sendable>(_ desk: AnyObject, _ key: Key) -> Bool {
    guard let current else { return false }
    return sequence(first: current, next: \.outer).contains {
      $0.desk == ObjectIdentifier(desk) && $0.isOver.load() == 0 && $0.key as? Key == key
    }
  }

  /// Runs an operation for the key.
  nonisolated(nonsending) func run<T: Sendable>(
    _ operation: @Sendable () async throws -> T
  ) async throws -> T {
    defer { _ = isOver.exchange(1) }
    return try await Inside.$current.withValue(self) { try await operation() }
  }
}
