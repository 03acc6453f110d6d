// PromiseCache: one value for each key, created once and kept.

import AsyncPromises

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
/// values, or to values of a certain age. Values that these limits remove are released in a job of
/// their own; those that ``remove(_:)`` removes, in that call.
///
/// Async code awaits the promise: `try await cache.value(for: key) { … }.get()` joins what promises
/// have started, and is joined by them. A value that is kept comes without a suspension.
///
/// ## Values with an age of their own
/// ```swift
/// struct Ticket: Sendable { let text: String, end: ContinuousClock.Instant }
/// let tickets = PromiseCache<Account.ID, Ticket>(isUsable: { $0.end > .now })
/// ```
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
  @usableFromInline let values = Locked(CachedValues<Key, Value>())
  @usableFromInline let maxCount: Int
  let maxAge: Duration?
  private let clock: (any Clock<Duration>)?
  @usableFromInline let staleValues: StaleValues
  @usableFromInline let stopsUnwantedWork: Bool
  private let isUsable: (@Sendable (Value) -> Bool)?
  /// Whether a value may be given as long as it is kept.
  @usableFromInline let isLasting: Bool

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - maxCount: how many values are kept at most; unlimited by default. Work in progress doesn't
  ///     count. When another value arrives, the one that has gone unused for the longest time is
  ///     removed. Traps if it is less than one.
  ///   - maxAge: how long a value is kept after it has arrived; unlimited by default.
  ///   - clock: the clock that measures the age; by default that of the test's scope in which the
  ///     cache is used, if any, or else the continuous clock. A value whose age another clock has
  ///     measured counts as too old.
  ///   - staleValues: what becomes of a value that is too old, or isn't usable, when somebody asks
  ///     for it; by default, it is removed.
  ///   - stopsUnwantedWork: whether work is cancelled when all of its callers have left.
  ///   - isUsable: whether a kept value may still be given to a caller, for values that know their
  ///     own age, such as tokens; by default, all may. It is asked in each call that finds a value,
  ///     on the caller's thread. One that isn't usable is made again.
  public init(
    maxCount: Int = .max, maxAge: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    staleValues: StaleValues = .removed, stopsUnwantedWork: Bool = false,
    isUsable: (@Sendable (Value) -> Bool)? = nil
  ) {
    precondition(maxCount >= 1, "A cache must keep at least one value, not \(maxCount).")
    self.maxCount = maxCount
    self.maxAge = maxAge.map { max(.zero, min($0, .century)) }
    self.clock = clock
    self.staleValues = staleValues
    self.stopsUnwantedWork = stopsUnwantedWork
    self.isUsable = isUsable
    isLasting = maxAge == nil && isUsable == nil
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
  @inlinable
  public func value(
    for key: Key, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation: @escaping @Sendable @isolated(any) () async throws -> Value
  ) -> Promise<Value> {
    let key = HashedKey(key)
    // A closure before the look would be an allocation for each hit.
    return hit(for: key)
      ?? made(OperationInTurn(operation), for: key, fileID, line)
  }

  /// The clock that measures the age of a value that is made now.
  @usableFromInline
  var clockOfValue: (any Clock<Duration>)? { maxAge.map { _ in clockOfCall(clock) } }

  /// The promise of a value that is there. Inlined, because generic code takes several times as
  /// long.
  @inlinable
  func hit(for key: HashedKey<Key>) -> Promise<Value>? {
    isLasting ? values.withLock { $0.use(key, maxCount: maxCount)?.promise } : keptValue(for: key)
  }

  /// The promise of a value that is being made, or is made now.
  @inlinable
  func made(
    _ operation: OperationInTurn<Value>, for key: HashedKey<Key>, _ fileID: StaticString,
    _ line: UInt
  ) -> Promise<Value> {
    let (origin, clock) = (Origin("cache", named: key.key, fileID, line), clockOfValue)
    let promise = SharedWork.promise(
      for: origin, isKept: !stopsUnwantedWork, sharesValue: true
    ) {
      values.withLock { $0.current(key) }
    } begin: { new, late in
      CacheEntry(for: new, key, in: self, on: clock, insteadOf: late).map {
        new.begin(operation, for: origin, $0)
      }
    }
    guard staleValues == .givenMeanwhile, let kept = values.withLock({ $0.kept(key) })
    else { return promise }
    return kept.promise
  }

  /// The old value that callers get instead of an error.
  @usableFromInline
  func staleValue(for entry: CacheEntry<Key, Value>, insteadOf error: any Error) -> Value? {
    guard staleValues == .givenOnFailure, !PromiseError.isCancellation(error) else { return nil }
    return values.withLock { $0.isInProgress(entry) ? $0.kept(entry.key) : nil }.flatMap(value)
  }

  /// The promise of a value that is there and may be given.
  @usableFromInline
  func keptValue(for key: HashedKey<Key>) -> Promise<Value>? {
    guard let entry = values.withLock({ $0.use(key, maxCount: maxCount) }) else { return nil }
    if mayBeGiven(entry, on: clockOfValue) { return entry.promise }
    if staleValues != .removed {
      let isInProgress = values.withLock { $0.noteStale(entry) }
      return isInProgress && staleValues == .givenMeanwhile ? entry.promise : nil
    }
    var removed = values.withLock { $0.removeValue(entry) }
    _ = consume entry
    releaseInJob(&removed)
    return nil
  }

  func mayBeGiven(
    _ entry: CacheEntry<Key, Value>, on clock: (any Clock<Duration>)?
  ) -> Bool {
    if let clock, entry.isTooOld?(clock) == true { return false }
    guard let isUsable else { return true }
    return value(of: entry).map(isUsable) == true
  }

  func value(of entry: CacheEntry<Key, Value>) -> Value? {
    try? entry.promise.resultIfSettled?.get()
  }

  /// Keeps a value from now on, but removes a failure.
  @inlinable
  func ended(_ entry: CacheEntry<Key, Value>, on clock: (any Clock<Duration>)?) {
    guard entry.work.isFulfilled, !entry.hasFailed else {
      // The caller keeps the entry.
      return values.withLock { _ = $0.remove(entry) }
    }
    let isTooOld = clock.flatMap { expiry(on: $0) }
    // What is dropped may be another caller's.
    var dropped = values.withLock { $0.keep(entry, until: isTooOld, maxCount: maxCount) }
    releaseInJob(&dropped)
  }

  @usableFromInline
  func expiry(on clock: any Clock<Duration>) -> IsOver? { maxAge.map { clock.counting($0) } }

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
  @inlinable
  public func value<Followed: PromiseProtocol>(
    for key: Key, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation: @escaping @Sendable @isolated(any) () async throws -> Followed
  ) -> Promise<Value> where Followed.Value == Value {
    let key = HashedKey(key)
    return hit(for: key)
      ?? made(OperationInTurn(following: operation), for: key, fileID, line)
  }
}

/// What a cache does with a value that is too old or not usable, when somebody asks for it.
public enum StaleValues: Sendable {
  /// The value is removed, and a new one is made, for which callers wait.
  case removed
  /// Callers get the old value while a new one is made, and also after that has failed. In that
  /// case, the failure is reported as an unhandled rejection, and the next caller tries again.
  case givenMeanwhile
  /// Callers wait for the new value, but get the old one if making it fails. The next caller tries
  /// again.
  case givenOnFailure
}
