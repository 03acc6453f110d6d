// What a cache can be asked and told.

import AsyncPromises

extension PromiseCache {
  /// Keeps `value` for `key` from now on, in place of what there is.
  ///
  /// Work in progress continues for the callers that requested it, and its value isn't kept.
  ///
  /// ## Cancellation
  /// Nothing is cancelled.
  ///
  /// ## Example
  /// ```swift
  /// pageCache.store(try await fetch(url), for: url)
  /// ```
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - key: its key.
  public func store(_ value: Value, for key: Key) {
    let isTooOld = clockOfValue.flatMap { expiry(on: $0) }
    let entry = CacheEntry(value, HashedKey(key))
    let (replaced, oldest) = values.withLock {
      $0.store(entry, until: isTooOld, maxCount: maxCount)
    }
    withExtendedLifetime(replaced) {}
    var dropped = oldest
    _ = consume oldest
    releaseInJob(&dropped)
  }

  /// Returns the value that is kept for `key`, if there is one that is usable and not too old.
  ///
  /// It is only a look: it starts nothing, waits for nothing, and doesn't count as a use.
  ///
  /// ## Cancellation
  /// Nothing is cancelled.
  ///
  /// ## Example
  /// ```swift
  /// let page = pageCache.keptValue(for: url) ?? .offline
  /// ```
  ///
  /// - Parameter key: the key of the value.
  /// - Returns: the value.
  public func keptValue(for key: Key) -> Value? {
    let key = HashedKey(key)
    keepIfArrived(values.withLock { $0.inProgress[key] })
    guard let entry = values.withLock({ $0.kept(key) }),
      mayBeGiven(entry, on: clockOfValue)
    else { return nil }
    return value(of: entry)
  }

  /// How many values are kept. Work in progress doesn't count; values that are too old do, until
  /// they are removed or replaced.
  public var count: Int {
    for entry in values.withLock({ Array($0.inProgress.values) }) { keepIfArrived(entry) }
    return values.withLock { $0.count }
  }

  /// Keeps a value that its callers may have seen, although the operation's task has yet to do so.
  private func keepIfArrived(_ entry: CacheEntry<Key, Value>?) {
    if let entry, entry.work.isFulfilled { ended(entry, on: entry.clock) }
  }

  /// Removes the value for `key`, so that the next request creates a new one.
  ///
  /// Work in progress continues for the callers that requested it.
  ///
  /// ## Cancellation
  /// Nothing is cancelled.
  ///
  /// ## Example
  /// ```swift
  /// pageCache.remove(url)
  /// ```
  ///
  /// - Parameter key: the key of the value.
  public func remove(_ key: Key) {
    let key = HashedKey(key)
    let removed = values.withLock { $0.remove(key) }
    withExtendedLifetime(removed) {}
  }

  /// Removes all values, as ``remove(_:)`` does for one key.
  ///
  /// ## Cancellation
  /// Nothing is cancelled.
  ///
  /// ## Example
  /// ```swift
  /// pageCache.removeAll()
  /// ```
  public func removeAll() {
    let removed = values.withLock { $0.removeAll() }
    withExtendedLifetime(removed) {}
  }
}
