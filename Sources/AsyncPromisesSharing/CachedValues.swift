// The table of a cache.

import AsyncPromises

/// The entries of a cache: work in progress, and kept values in the order of their last use.
struct CachedValues<Key: Hashable & Sendable, Value: Sendable> {
  typealias Entry = CacheEntry<Key, Value>

  private var entries: [HashedKey<Key>: Entry] = [:]
  /// The kept values, the one that has gone unused for the longest time first.
  private var kept = LinkedList<Entry>()

  subscript(key: HashedKey<Key>) -> Entry? { entries[key] }

  /// How many values are kept.
  var count: Int { kept.count }

  /// Returns the entry of a kept value.
  func kept(_ key: HashedKey<Key>) -> Entry? { entries[key].flatMap { $0.isKept ? $0 : nil } }

  /// Returns the entry of a kept value, which becomes the newest.
  mutating func use(_ key: HashedKey<Key>) -> Entry? {
    guard let entry = kept(key) else { return nil }
    kept.remove(entry)
    kept.append(entry)
    return entry
  }

  /// - Returns: `false` if there is something other than `late`.
  fileprivate mutating func add(_ entry: Entry, insteadOf late: SharedWork<Value>?) -> Bool {
    if let other = entries[entry.key] {
      guard other.work === late else { return false }
      // Its task keeps it, so nothing is released here. Its key goes with it.
      entries[entry.key] = nil
    }
    entries[entry.key] = entry
    return true
  }

  /// Keeps a value that has arrived.
  ///
  /// - Returns: what is no longer kept.
  mutating func keep(_ entry: Entry, until isTooOld: IsOver?, maxCount: Int) -> Entry? {
    guard entries[entry.key] === entry else { return nil }
    (entry.isKept, entry.isTooOld) = (true, isTooOld)
    kept.append(entry)
    guard kept.count > maxCount, let oldest = kept.first else { return nil }
    return remove(oldest.key)
  }

  /// Keeps a value that takes the place of what there is.
  ///
  /// - Returns: what it replaces, and what is no longer kept.
  mutating func store(
    _ entry: Entry, until isTooOld: IsOver?, maxCount: Int
  ) -> (replaced: Entry?, dropped: Entry?) {
    let replaced = remove(entry.key)
    entries[entry.key] = entry
    return (replaced, keep(entry, until: isTooOld, maxCount: maxCount))
  }

  /// Removes an entry, for the caller to release.
  mutating func remove(_ entry: Entry) -> Entry? {
    entries[entry.key] === entry ? remove(entry.key) : nil
  }

  mutating func remove(_ key: HashedKey<Key>) -> Entry? {
    let removed = entries.removeValue(forKey: key)
    if let removed, removed.isKept { kept.remove(removed) }
    return removed
  }

  mutating func removeAll() -> [HashedKey<Key>: Entry] {
    defer { self = Self() }
    return entries
  }
}

/// The work of a cache for a key, or its value.
///
/// `@unchecked Sendable`: the variables belong to the thread that holds the lock of the table,
/// except for `cache`, which belongs to the operation's task.
final class CacheEntry<Key: Hashable & Sendable, Value: Sendable>: OperationTurn, ListMember,
  @unchecked Sendable
{
  let key: HashedKey<Key>
  let work: SharedWork<Value>
  /// The clock of the call that began the work, which measures the value's age.
  private let clock: (any Clock<Duration>)?
  private var cache: PromiseCache<Key, Value>?
  fileprivate(set) var isKept = false
  /// Whether the value is too old.
  fileprivate(set) var isTooOld: IsOver?
  // The table retains what is in the list.
  unowned(unsafe) var previous: CacheEntry?
  unowned(unsafe) var next: CacheEntry?

  /// Adds work that is about to begin.
  ///
  /// - Parameter late: what may be there already, and can't be joined.
  /// - Returns: `nil` if there is something else.
  init?(
    for work: SharedWork<Value>, _ key: HashedKey<Key>, in cache: PromiseCache<Key, Value>,
    on clock: (any Clock<Duration>)?, insteadOf late: SharedWork<Value>?
  ) {
    (self.work, self.key, self.cache, self.clock) = (work, key, cache, clock)
    if !cache.values.withLock({ $0.add(self, insteadOf: late) }) { return nil }
    work.origin.record?.waits(for: .operation)
  }

  /// A value that no operation has made.
  init(_ value: Value, _ key: HashedKey<Key>) {
    (work, self.key, clock) = (SharedWork(fulfilledWith: value), key, nil)
  }

  /// At once.
  func comes(isolation: isolated (any Actor)?) async throws {}

  func ends(_ settle: () -> Void) {
    settle()
    cache?.ended(self, on: clock)
    // The cache may keep this entry.
    cache = nil
  }
}
