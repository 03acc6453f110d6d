// A key whose hash is known before a table is locked.

/// A key of the user's. Its `hash(into:)` runs here, in its own caller's call.
struct HashedKey<Key: Hashable & Sendable>: Hashable, Sendable {
  let key: Key
  private let hash: Int

  init(_ key: Key) { (self.key, hash) = (key, key.hashValue) }

  static func == (one: HashedKey, other: HashedKey) -> Bool {
    one.hash == other.hash && one.key == other.key
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
