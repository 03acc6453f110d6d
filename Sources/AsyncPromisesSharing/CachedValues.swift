// The table of a cache.

import AsyncPromises

/// The entries of a cache: work in progress, and kept values in the order of their last use.
@usableFromInline
struct CachedValues<Key: Hashable & Sendable, Value: Sendable> {
  @usableFromInline typealias Entry = CacheEntry<Key, Value>

  @usableFromInline var inProgress: [HashedKey<Key>: Entry] = [:]
  @usableFromInline var values: [HashedKey<Key>: Entry] = [:]
  /// The values, the one that has gone unused for the longest time first.
  @usableFromInline var uses = LinkedList<Entry>()

  /// How many values are kept.
  var count: Int { values.count }

  /// The work that a caller joins, or the value that it gets.
  @inlinable
  func current(_ key: HashedKey<Key>) -> SharedWork<Value>? {
    if let entry = inProgress[key] { return entry.work }
    return values[key].flatMap { $0.isStale ? nil : $0.work }
  }

  @inlinable
  func isInProgress(_ entry: Entry) -> Bool { inProgress[entry.key] === entry }

  /// Returns the entry of a kept value.
  @inlinable
  func kept(_ key: HashedKey<Key>) -> Entry? { values[key] }

  /// Returns the entry of a kept value, which becomes the newest if their number is limited.
  @inlinable
  mutating func use(_ key: HashedKey<Key>, maxCount: Int) -> Entry? {
    guard let entry = values[key] else { return nil }
    if maxCount == .max { return entry }
    uses.remove(entry)
    uses.append(entry)
    return entry
  }

  /// Lets the next caller make a value again.
  ///
  /// - Returns: whether that is in progress.
  func noteStale(_ entry: Entry) -> Bool {
    entry.isStale = true
    return inProgress[entry.key] != nil
  }

  /// - Returns: `false` if there is something other than `late`.
  @inlinable
  mutating func add(_ entry: Entry, insteadOf late: SharedWork<Value>?) -> Bool {
    if let current = current(entry.key) {
      guard current === late else { return false }
      // Its task keeps it, so nothing is released here. Its key goes with it.
      inProgress[entry.key] = nil
    }
    inProgress[entry.key] = entry
    return true
  }

  /// Keeps a value that has arrived.
  ///
  /// - Returns: what is no longer kept.
  @inlinable
  mutating func keep(_ entry: Entry, until isTooOld: IsOver?, maxCount: Int) -> Entry? {
    guard remove(entry) else { return nil }
    return add(entry, until: isTooOld, maxCount: maxCount)
  }

  @inlinable
  mutating func add(_ entry: Entry, until isTooOld: IsOver?, maxCount: Int) -> Entry? {
    let replaced = removeValue(entry.key)
    entry.isTooOld = isTooOld
    values[entry.key] = entry
    uses.append(entry)
    guard uses.count > maxCount, let oldest = uses.first else { return replaced }
    return removeValue(oldest.key)
  }

  /// Keeps a value that takes the place of what there is.
  ///
  /// - Returns: what it replaces, and what is no longer kept.
  mutating func store(
    _ entry: Entry, until isTooOld: IsOver?, maxCount: Int
  ) -> (replaced: Removed, dropped: Entry?) {
    (remove(entry.key), add(entry, until: isTooOld, maxCount: maxCount))
  }

  /// Removes work in progress, which the caller keeps.
  ///
  /// - Returns: `false` if something else has taken its place.
  @inlinable
  mutating func remove(_ entry: Entry) -> Bool {
    guard isInProgress(entry) else { return false }
    inProgress[entry.key] = nil
    return true
  }

  /// What was there for a key, for the caller to release.
  typealias Removed = (work: Entry?, value: Entry?)

  mutating func remove(_ key: HashedKey<Key>) -> Removed {
    (inProgress.removeValue(forKey: key), removeValue(key))
  }

  /// Removes a value, for the caller to release.
  mutating func removeValue(_ entry: Entry) -> Entry? {
    values[entry.key] === entry ? removeValue(entry.key) : nil
  }

  @inlinable
  mutating func removeValue(_ key: HashedKey<Key>) -> Entry? {
    let removed = values.removeValue(forKey: key)
    if let removed { uses.remove(removed) }
    return removed
  }

  mutating func removeAll() -> Self {
    defer { self = Self() }
    return self
  }
}

/// The work of a cache for a key, or its value.
///
/// `@unchecked Sendable`: the variables belong to the thread that holds the lock of the table,
/// except for `cache` and `hasFailed`, which belong to the operation's task.
@usableFromInline
final class CacheEntry<Key: Hashable & Sendable, Value: Sendable>: OperationTurn, ListMember,
  @unchecked Sendable
{
  @usableFromInline let key: HashedKey<Key>
  @usableFromInline let work: SharedWork<Value>
  @usableFromInline let promise: Promise<Value>
  /// The clock of the call that began the work, which measures the value's age.
  @usableFromInline let clock: (any Clock<Duration>)?
  @usableFromInline var cache: PromiseCache<Key, Value>?
  /// Whether the operation has failed, although the work has got the value before it.
  @usableFromInline var hasFailed = false
  /// Whether the next caller makes the value again.
  @usableFromInline var isStale = false
  /// Whether the value is too old.
  @usableFromInline var isTooOld: IsOver?
  // The table retains what is in the list.
  @exclusivity(unchecked) @usableFromInline unowned(unsafe) var previous: CacheEntry?
  @exclusivity(unchecked) @usableFromInline unowned(unsafe) var next: CacheEntry?

  /// Adds work that is about to begin.
  ///
  /// - Parameter late: what may be there already, and can't be joined.
  /// - Returns: `nil` if there is something else.
  @inlinable
  init?(
    for work: SharedWork<Value>, _ key: HashedKey<Key>, in cache: PromiseCache<Key, Value>,
    on clock: (any Clock<Duration>)?, insteadOf late: SharedWork<Value>?
  ) {
    (self.work, promise, self.key) = (work, Promise(cell: work), key)
    (self.cache, self.clock) = (cache, clock)
    if !cache.values.withLock({ $0.add(self, insteadOf: late) }) { return nil }
    noteObstacle()
  }

  /// Records, for reports, that the operation is about to begin.
  @usableFromInline
  func noteObstacle() { work.origin.record?.waits(for: .operation) }

  /// A value that no operation has made.
  init(_ value: Value, _ key: HashedKey<Key>) {
    (work, self.key, clock) = (SharedWork(fulfilledWith: value), key, nil)
    promise = Promise(cell: work)
  }

  @inlinable
  func begins() -> Bool { true }

  @inlinable
  func comes(isolation: isolated (any Actor)?) async throws {}

  @inlinable
  func ends(_ error: (any Error)?, _ settle: () -> Void) {
    if let error, let old = cache?.staleValue(for: self, insteadOf: error) {
      hasFailed = true
      work.operationEnded(.success(old))
    } else {
      settle()
    }
    cache?.ended(self, on: clock)
    // The cache may keep this entry.
    cache = nil
  }
}
