// PromiseCache: one value for each key, created once and kept.

/// Caches one value per key, created on first request.
///
/// Concurrent callers share the work. A success is kept until removed. A failure is not kept: its
/// waiters receive it, and the next caller starts again. The work belongs to the cache, not to its
/// callers: it continues after all of them have left, and later callers get its value.
///
/// To share work without keeping its result, and stop it when no callers are left, use
/// ``SingleFlight``.
///
/// By default, a cache keeps every value for as long as it exists. It can be limited to a number of
/// values, or to values of a certain age.
///
/// ## Cancellation
/// Cancelling a caller's promise affects only that caller. The work continues, unless the cache was
/// created with `stopsUnwantedWork`.
///
/// ## Example
/// ```swift
/// let pageCache = PromiseCache<URL, Page>()
/// let page = try await pageCache.value(for: url) { try await fetch(url) }.get()
/// ```
public struct PromiseCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let desk = Desk(CachedValues<Key, Value>())
  private let maxCount: Int
  private let expiry: Expiry?
  private let stopsUnwantedWork: Bool

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - maxCount: how many values are kept at most; unlimited by default. When another is
  ///     added, the value that has gone unused for the longest time is removed. Traps if it is less
  ///     than one.
  ///   - maxAge: how long a value is kept after it has arrived; unlimited by default.
  ///   - clock: the clock that measures the age; by default that of the test's scope in which the
  ///     cache is used, if any, or else the continuous clock. A value whose age another clock has
  ///     measured counts as too old.
  ///   - stopsUnwantedWork: whether work is cancelled when all of its callers have left.
  public init(
    maxCount: Int = .max, maxAge: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    stopsUnwantedWork: Bool = false
  ) {
    precondition(maxCount >= 1, "A cache must keep at least one value, not \(maxCount).")
    self.maxCount = maxCount
    expiry = maxAge.map { Expiry(age: max(.zero, min($0, .century)), clock: clock) }
    self.stopsUnwantedWork = stopsUnwantedWork
  }

  /// Returns a promise for the key's value, and runs `operation` unless the value is already cached
  /// or being produced.
  ///
  /// Callers are served in call order.
  ///
  /// ## Cancellation
  /// Cancelling the promise affects neither the cache nor the work, unless the cache stops unwanted
  /// work and no other caller waits for it.
  ///
  /// ## Example
  /// ```swift
  /// let page = pageCache.value(for: url) { try await fetch(url) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the key of the value.
  ///   - operation: produces the value. It runs in the isolation it was written in.
  /// - Returns: this caller's own promise for the value.
  public func value(
    for key: Key, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation: @escaping @Sendable @isolated(any) () async throws -> Value
  ) -> Promise<Value> {
    if let kept = keptValue(for: key) { return kept }
    let caller = Caller()
    return Promise.shared("cache", for: key, at: desk, fileID, line) {
      join(key, with: $0, for: caller, operation)
    }
  }

  /// The promise of a value that is there, unless another thread is at the desk.
  private func keptValue(for key: Key) -> Promise<Value>? {
    let now = expiry?.now
    return desk.look { values, errands in
      values.keptCell(for: key, at: now, &errands).map { Promise(cell: $0) }
    }
  }

  private func join(
    _ key: Key, with share: ShareCell<Value>, for caller: Caller,
    _ operation: @escaping @Sendable @isolated(any) () async throws -> Value
  ) {
    let now = expiry?.now
    desk.serve { [self] values, errands in
      if let cell = values.cell(for: key, at: now, &errands) {
        return errands.append { share.join(cell, at: cell) }
      }
      let cell = OperationCell<Value>(Origin(partOf: share.origin), isKept: !stopsUnwantedWork)
      cell.marks.set(.lateConsumerKnown)
      cell.marks.consumerCame()
      values.add(cell, for: key, maxCount: maxCount, &errands)
      errands.append {
        let caller = caller.working(for: key, at: desk)
        caller.begin { cell.begin(Work(operation), for: caller) { ended(cell, for: key, now) } }
        share.join(cell, at: cell)
      }
    }
  }

  /// Keeps a value from now on, but removes a failure.
  ///
  /// - Parameter clock: the clock of the call that began the work, which measures the value's age.
  private func ended(_ cell: OperationCell<Value>, for key: Key, _ clock: ClockReading?) {
    let end = expiry.flatMap { clock?.later(by: $0.age) }
    if end == nil, !cell.isRejected { return }
    desk.serve { values, errands in values.ended(cell, for: key, end, &errands) }
  }

  /// Returns a promise for the key's value, using the promise that `operation` returns unless the
  /// value is already cached or being produced.
  ///
  /// ## Cancellation
  /// Cancelling the promise affects neither the cache nor the work, unless the cache stops unwanted
  /// work and no other caller waits for it.
  ///
  /// ## Example
  /// ```swift
  /// let page = pageCache.value(for: url) { load(url) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the key of the value.
  ///   - operation: starts the work and returns its promise. It runs in the isolation it was
  ///     written in.
  /// - Returns: this caller's own promise for the value.
  public func value<Followed: PromiseProtocol>(
    for key: Key, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation: @escaping @Sendable @isolated(any) () async throws -> Followed
  ) -> Promise<Value> where Followed.Value == Value {
    let own = OwnPromise()
    return own.isKnown(
      value(for: key, fileID: fileID, line: line) { try await own.get(operation()) })
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
    desk.serve { $0.remove(key, &$1) }
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
    desk.serve { $0.removeAll(&$1) }
  }
}

/// The values of a cache, kept or in progress, in the order of their last use.
private struct CachedValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private final class Entry: @unchecked Sendable {
    let key: Key
    let cell: OperationCell<Value>
    // These belong to the thread at the desk.
    var end: ClockReading?
    var older: Entry?
    unowned(unsafe) var newer: Entry?

    init(_ key: Key, _ cell: OperationCell<Value>) { (self.key, self.cell) = (key, cell) }
  }

  private var entries: [Key: Entry] = [:]
  private var newest: Entry?
  private var oldest: Entry?

  typealias Errands = Desk<Self>.Errands

  /// The cell that a caller can join, and that has counted the caller.
  mutating func cell(
    for key: Key, at now: ClockReading?, _ errands: inout Errands
  ) -> OperationCell<Value>? {
    guard let entry = entry(for: key, at: now, &errands) else { return nil }
    guard entry.cell.counted() != nil || entry.cell.settledRoot?.isRejected != true else {
      return nil
    }
    use(entry)
    return entry.cell
  }

  /// The cell of a value that is there.
  mutating func keptCell(
    for key: Key, at now: ClockReading?, _ errands: inout Errands
  ) -> OperationCell<Value>? {
    guard let entry = entry(for: key, at: now, &errands), entry.cell.isSettled,
      !entry.cell.isRejected
    else { return nil }
    use(entry)
    return entry.cell
  }

  private mutating func entry(
    for key: Key, at now: ClockReading?, _ errands: inout Errands
  ) -> Entry? {
    guard let entry = entries[key] else { return nil }
    guard let end = entry.end, let now, end.hasCome(at: now) else { return entry }
    remove(key, &errands)
    return nil
  }

  private mutating func use(_ entry: Entry) {
    unlink(entry)
    link(entry)
  }

  mutating func add(
    _ cell: OperationCell<Value>, for key: Key, maxCount: Int, _ errands: inout Errands
  ) {
    remove(key, &errands)
    let entry = Entry(key, cell)
    entries[key] = entry
    link(entry)
    if entries.count > maxCount, let oldest { remove(oldest.key, &errands) }
  }

  mutating func ended(
    _ cell: OperationCell<Value>, for key: Key, _ end: ClockReading?, _ errands: inout Errands
  ) {
    guard let entry = entries[key], entry.cell === cell else { return }
    if cell.isRejected { remove(key, &errands) } else { entry.end = end }
  }

  mutating func remove(_ key: Key, _ errands: inout Errands) {
    guard let index = entries.index(forKey: key) else { return }
    let removed = entries.remove(at: index)
    unlink(removed.value)
    errands.release(removed)
  }

  mutating func removeAll(_ errands: inout Errands) {
    while let oldest { remove(oldest.key, &errands) }
  }

  private mutating func link(_ entry: Entry) {
    entry.older = newest
    if let newest { newest.newer = entry } else { oldest = entry }
    newest = entry
  }

  private mutating func unlink(_ entry: Entry) {
    let older = entry.older
    if let newer = entry.newer { newer.older = older } else { newest = older }
    if let older { older.newer = entry.newer } else { oldest = entry.newer }
    (entry.older, entry.newer) = (nil, nil)
  }
}
