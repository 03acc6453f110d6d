// PromiseCache: a value for each key, made once, and kept.

/// Keeps the value of each key, and makes it when it is asked for first.
///
/// Callers that ask while a value is being made share the work. A success is kept until it is
/// dropped; a failure is not kept: those who waited for it get it, and the next caller starts
/// anew. The work belongs to the cache and not to its callers: it goes on when all of them have
/// left, and who comes later has its value.
///
/// To share work without keeping its result, and to stop it when nobody waits, use
/// ``SingleFlight``.
///
/// ## Cancellation
/// A caller that cancels its promise leaves by itself. Nothing stops the work.
///
/// ## Example
/// ```swift
/// let pageCache = PromiseCache<URL, Page>()
/// let page = try await pageCache.value(for: url) { try await fetch(url) }.get()
/// ```
public struct PromiseCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let entrance = Entrance()

  /// Creates an empty cache.
  public init() {}

  /// Returns a promise of the value for `key`, which `operation` makes unless it is there or on its
  /// way.
  ///
  /// Callers are served in the order of their calls.
  ///
  /// ## Cancellation
  /// Cancelling the promise leaves the cache and the work as they are.
  ///
  /// ## Example
  /// ```swift
  /// let page = pageCache.value(for: url) { try await fetch(url) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the key of the value.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - operation: makes the value. It runs in the isolation it was written in.
  /// - Returns: a promise of the value, for this caller alone.
  public func value(
    for key: Key, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation: @escaping @Sendable @isolated(any) () async throws -> Value
  ) -> Promise<Value> {
    let name = Tracking.isOn ? "\(key)" : nil
    let makePart = { @Sendable in Origin(partOf: "cache", name: name, fileID, line) }
    let origin = Origin("cache", name: name, fileID, line)
    return Promise<Void>.fulfilled.derive(in: .queue(entrance), origin) {
      [values = entrance.values] _, _, derived, effects in
      Promise<Value>.follow(derived, &effects) {
        values.assumeIsolated { $0.value(for: key, makePart, operation) }
      }
    }
  }

  /// Returns a promise of the value for `key`, which settles like the promise that `operation`
  /// returns, unless the value is there or on its way.
  ///
  /// ## Cancellation
  /// Cancelling the promise leaves the cache and the work as they are.
  ///
  /// ## Example
  /// ```swift
  /// let page = pageCache.value(for: url) { load(url) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the key of the value.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - operation: starts the work and returns its promise. It runs in the isolation it was
  ///     written in.
  /// - Returns: a promise of the value, for this caller alone.
  public func value<Followed: PromiseProtocol>(
    for key: Key, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation: @escaping @Sendable @isolated(any) () async throws -> Followed
  ) -> Promise<Value> where Followed.Value == Value {
    value(for: key, fileID: fileID, line: line) { try await operation().promise.get() }
  }

  /// Drops the value for `key`: whoever asks after this call has a new one made.
  ///
  /// Work that is under way goes on, for those who have asked for it.
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
    entrance.values.inTurn { $0.remove(key) }
  }

  /// Drops all values, as ``remove(_:)`` does for one key.
  ///
  /// ## Cancellation
  /// Nothing is cancelled.
  ///
  /// ## Example
  /// ```swift
  /// pageCache.removeAll()
  /// ```
  public func removeAll() {
    entrance.values.inTurn { $0.removeAll() }
  }

  /// Where callers come in: one by one, each with its task-locals, which its operation inherits.
  private final class Entrance: HandlerQueue, @unchecked Sendable {
    let values = Values()

    override func enqueue(_ job: @escaping @Sendable () -> Void) {
      Tasks.startInheriting(on: values) { job() }
    }
  }

  /// The values that are there or on their way, by key. Calls come in jobs of this actor, in their
  /// order.
  private actor Values {
    private var kept: [Key: (number: Int, value: Promise<Value>)] = [:]
    private var made = 0

    /// Does something after what was called for before.
    nonisolated fileprivate func inTurn(_ body: @escaping @Sendable (isolated Values) -> Void) {
      Tasks.start(on: self) { await body(self) }
    }

    func value(
      for key: Key, _ makePart: @Sendable () -> Origin,
      _ operation: @escaping @Sendable @isolated(any) () async throws -> Value
    ) -> Promise<Value> {
      let value: Promise<Value>
      if let last = kept[key]?.value, !last.cell.isSettledItself || !last.cell.isRejected {
        value = last
      } else {
        value = make(operation, for: key, makePart)
      }
      let share = ValueCell(mirroring: value.cell, makePart())
      value.cell.attach(share)
      return Promise(cell: share)
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
