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
/// ## Cancellation
/// Cancelling a caller's promise affects only that caller. The work itself can't be cancelled.
///
/// ## Example
/// ```swift
/// let pageCache = PromiseCache<URL, Page>()
/// let page = try await pageCache.value(for: url) { try await fetch(url) }.get()
/// ```
public struct PromiseCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let entrance = Entrance(to: Values())

  /// Creates an empty cache.
  public init() {}

  /// Returns a promise for the key's value, and runs `operation` unless the value is already cached
  /// or being produced.
  ///
  /// Callers are served in call order.
  ///
  /// ## Cancellation
  /// Cancelling the promise affects neither the cache nor the work.
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
    let name = Tracking.isOn ? "\(key)" : nil
    let makePart = { @Sendable in Origin(partOf: "cache", name: name, fileID, line) }
    let origin = Origin("cache", name: name, fileID, line)
    return entrance.admit(origin) {
      $0.value(for: key, makePart, operation)
    }
  }

  /// Returns a promise for the key's value, using the promise that `operation` returns unless the
  /// value is already cached or being produced.
  ///
  /// ## Cancellation
  /// Cancelling the promise affects neither the cache nor the work.
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
    value(for: key, fileID: fileID, line: line) { try await operation().promise.get() }
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
    entrance.home.inTurn { $0.remove(key) }
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
    entrance.home.inTurn { $0.removeAll() }
  }

  /// The values, cached or in progress, by key. Calls run as jobs on this actor, in order.
  private actor Values {
    private var kept: [Key: (number: Int, value: Promise<Value>)] = [:]
    private var made = 0

    /// Runs `body` after all earlier calls.
    nonisolated fileprivate func inTurn(_ body: @escaping @Sendable (isolated Values) -> Void) {
      Tasks.start(on: self) { await body(self) }
    }

    func value(
      for key: Key, _ makePart: @Sendable () -> Origin,
      _ operation: @escaping @Sendable @isolated(any) () async throws -> Value
    ) -> Promise<Value> {
      if let last = kept[key]?.value, !last.cell.isSettledItself || !last.cell.isRejected {
        return last.share(makePart())
      }
      return make(operation, for: key, makePart).share(makePart())
    }

    private func make(
      _ operation: @escaping @Sendable @isolated(any) () async throws -> Value,
      for key: Key, _ makePart: @Sendable () -> Origin
    ) -> Promise<Value> {
      made += 1
      let number = made
      let work = Promise<Value>.start(makePart()) { @Sendable in
        do {
          return try await operation()
        } catch {
          self.inTurn { if $0.kept[key]?.number == number { $0.kept[key] = nil } }
          throw error
        }
      }
      let value = work.shielded(makePart())
      kept[key] = (number, value)
      return value
    }

    func remove(_ key: Key) { kept[key] = nil }
    func removeAll() { kept = [:] }
  }
}
