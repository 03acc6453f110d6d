// A key whose hash is known before a table is locked.

/// A key of the user's. Its `hash(into:)` runs here, in its own caller's call.
@usableFromInline
struct HashedKey<Key: Hashable & Sendable>: Hashable, Sendable {
  @usableFromInline let key: Key
  @usableFromInline let hash: Int

  @inlinable
  init(_ key: Key) { (self.key, hash) = (key, key.hashValue) }

  @inlinable
  static func == (one: HashedKey, other: HashedKey) -> Bool {
    one.hash == other.hash && one.key == other.key
  }

  @inlinable
  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
