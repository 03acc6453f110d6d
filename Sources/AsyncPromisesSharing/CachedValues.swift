// The table of a cache.

import AsyncPromises

/// The entries of a cache: work in progress, and kept values in the order of their last use.
struct CachedValues<Key: Hashable & Sendable, Value: Sendable> {
  /// `@unchecked Sendable`: the variables belong to the thread that holds the lock of the table.
  final class Entry: ListMember, @unchecked Sendable {
    fileprivate let key: HashedKey<Key>
    fileprivate(set) var work: SharedWork<Value>
    fileprivate var isKept = false
    /// When the value is too old.
    fileprivate var end: ClockReading?
    // The table retains what is in the list.
    unowned(unsafe) var previous: Entry?
    unowned(unsafe) var next: Entry?

    init(_ key: HashedKey<Key>, _ work: SharedWork<Value>) { (self.key, self.work) = (key, work) }
  }

  private var entries: [HashedKey<Key>: Entry] = [:]
  /// The kept values, the one that has gone unused for the longest time first.
  private var kept = LinkedList<Entry>()
  private var keptCount = 0

  func work(for key: HashedKey<Key>) -> SharedWork<Value>? { entries[key]?.work }

  /// Returns the work of a kept value, which becomes the newest, and when it is too old.
  mutating func use(_ key: HashedKey<Key>) -> (SharedWork<Value>, ClockReading?)? {
    guard let entry = entries[key], entry.isKept else { return nil }
    kept.remove(entry)
    kept.append(entry)
    return (entry.work, entry.end)
  }

  /// Adds work that is about to begin.
  ///
  /// - Parameter late: what may be there already, and can't be joined.
  /// - Returns: `false` if there is something else.
  mutating func add(
    _ work: SharedWork<Value>, insteadOf late: SharedWork<Value>?, for key: HashedKey<Key>
  ) -> Bool {
    if let other = entries[key] {
      guard other.work === late else { return false }
      // The caller keeps what is replaced, so nothing is released here.
      other.work = work
    } else {
      entries[key] = Entry(key, work)
    }
    return true
  }

  /// Keeps a value that has arrived.
  ///
  /// - Returns: what is no longer kept.
  mutating func keep(
    _ work: SharedWork<Value>, for key: HashedKey<Key>, until end: ClockReading?, maxCount: Int
  ) -> Entry? {
    guard let entry = entries[key], entry.work === work else { return nil }
    (entry.isKept, entry.end) = (true, end)
    kept.append(entry)
    keptCount += 1
    guard keptCount > maxCount, let oldest = kept.first else { return nil }
    return remove(oldest)
  }

  /// Removes the entry of a work, for the caller to release.
  mutating func remove(_ work: SharedWork<Value>, for key: HashedKey<Key>) -> Entry? {
    guard let entry = entries[key], entry.work === work else { return nil }
    return remove(entry)
  }

  mutating func remove(_ key: HashedKey<Key>) -> Entry? { entries[key].map { remove($0) } }

  private mutating func remove(_ entry: Entry) -> Entry {
    entries[entry.key] = nil
    if entry.isKept {
      kept.remove(entry)
      keptCount -= 1
    }
    return entry
  }

  mutating func removeAll() -> [HashedKey<Key>: Entry] {
    defer { self = Self() }
    return entries
  }
}
