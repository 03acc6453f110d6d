// SingleFlight: many callers, but one running operation.

import AsyncPromises

/// Runs one operation per key at a time, unless the key is invalidated, and shares it among
/// concurrent callers.
///
/// The operation belongs to the flight, not to its first caller. A key's slot is freed when its
/// *operation* has ended, whatever its callers did. Neither failures nor values are kept: a caller
/// that arrives after the operation has ended starts a new one. Callers are served in call order,
/// so ``invalidate(_:)`` separates earlier callers from later ones.
///
/// Reports list each caller's promise with its key: `singleFlight “42” at App/Feed.swift:12`.
///
/// ## Cancellation
/// Cancelling a caller's promise removes only that caller; the others keep waiting. When the last
/// one leaves, the operation is cancelled. A caller that arrives before it has actually ended waits
/// until it has, then starts a new one.
///
/// ## Example
/// ```swift
/// let refreshes = SingleFlight<Account.ID, Token>()
/// let token = try await refreshes.run(for: account.id) { try await auth.refresh(account) }.get()
/// ```
///
/// ## Keeping a value
/// A ``PromiseCache`` shares work in the same way but keeps the value.
public struct SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The latest work for each key, which callers join as long as it is pending, and the place that
  /// it takes when earlier work has ended.
  private typealias Flight = (work: SharedWork<Value>, place: Places)

  private let flights = Locked<[HashedKey<Key>: Flight]>([:])

  /// Creates an instance with nothing in flight.
  public init() {}

  /// Joins the operation running for `key`, or starts `operation` if there is none.
  ///
  /// ## Cancellation
  /// Cancelling the returned promise withdraws the caller from the flight. When the last caller
  /// leaves, the operation is cancelled.
  ///
  /// ## Example
  /// ```swift
  /// let page = requests.run(for: url) { try await fetch(url) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the key of the operation.
  ///   - operation: the work, called only if none is in flight. It runs in the isolation it was
  ///     written in.
  /// - Returns: this caller's own promise for the operation's result.
  public func run(
    for key: Key, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation: @escaping @Sendable @isolated(any) () async throws -> Value
  ) -> Promise<Value> {
    run(for: key, on: operation.isolation, fileID, line) { try await operation() }
  }

  private func run(
    for key: Key, on isolation: (any Actor)?, _ fileID: StaticString, _ line: UInt,
    _ operation: nonisolated(nonsending) @escaping @Sendable () async throws -> Value
  ) -> Promise<Value> {
    let key = HashedKey(key)
    let origin = Origin("singleFlight", named: key.key, fileID, line)
    let found = SharedWork.find(for: origin, isKept: false, sharesValue: false) {
      flights.withLock { $0[key]?.work }
    } replace: { late, new in
      enter(new, insteadOf: late, for: key, on: isolation)
    }
    switch found {
    case .promise(let promise): return promise
    case .new(let work, let (place, ticket)):
      return work.begin(for: origin, on: isolation) {
        try await place.run(ticket, operation)
      } ended: {
        forget(key, place)
      }
    }
  }

  /// Makes `new` the work for the key.
  ///
  /// - Returns: its place, or `nil` if another caller came first.
  private func enter(
    _ new: SharedWork<Value>, insteadOf late: SharedWork<Value>?, for key: HashedKey<Key>,
    on isolation: (any Actor)?
  ) -> (Places, Ticket)? {
    flights.withLock { flights in
      let flight = flights[key]
      if let flight, !(flight.work === late) { return nil }
      let place = flight?.place ?? Places(limit: 1)
      flights[key] = (new, place)
      return (place, place.enter(on: isolation, for: new.promise.cell))
    }
  }

  /// Forgets a key when nothing runs for it, or waits to.
  private func forget(_ key: HashedKey<Key>, _ place: Places) {
    let flight = flights.withLock { flights in
      flights[key]?.place === place && place.isEmpty ? flights.removeEntry(for: key) : nil
    }
    withExtendedLifetime(flight) {}
  }

  /// Joins the operation running for `key`, or starts `operation` if there is none, and returns a
  /// promise that settles like the one the operation returned.
  ///
  /// The key's slot is freed when that promise settles.
  ///
  /// ## Cancellation
  /// Cancelling the returned promise withdraws the caller from the flight. When the last caller
  /// leaves, the operation is cancelled and the flight withdraws from the promise that the
  /// operation returned.
  ///
  /// ## Example
  /// ```swift
  /// let page = requests.run(for: url) { load(url) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the key of the operation.
  ///   - operation: starts the work and returns its promise; called only if none is in flight. It
  ///     runs in the isolation it was written in.
  /// - Returns: this caller's own promise for the operation's result.
  public func run<Followed: PromiseProtocol>(
    for key: Key, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation:
      @escaping @Sendable @isolated(any) () async throws -> Followed
  ) -> Promise<Value> where Followed.Value == Value {
    run(for: key, on: operation.isolation, fileID, line) {
      try await operation().promise.get()
    }
  }

  /// Separates earlier callers for `key` from later ones.
  ///
  /// A later call to `run` never joins an operation requested earlier: it starts a new one, even if
  /// the old one is still running. Earlier callers keep their operation and its outcome. For
  /// example, a token requested before a logout is never given to a caller that asks afterward.
  ///
  /// ## Cancellation
  /// Nothing is cancelled: the old operation continues as long as it has a caller.
  ///
  /// ## Example
  /// ```swift
  /// let before = requests.run(for: url) { try await fetch(url) }
  /// requests.invalidate(url)
  /// let after = requests.run(for: url) { try await fetch(url) }  // fetches again
  /// ```
  ///
  /// - Parameter key: the key to invalidate.
  public func invalidate(_ key: Key) {
    let key = HashedKey(key)
    let flight = flights.withLock { $0.removeEntry(for: key) }
    withExtendedLifetime(flight) {}
  }
}
