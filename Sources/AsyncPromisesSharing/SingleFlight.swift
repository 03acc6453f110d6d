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
  /// The latest ticket for each key. Callers join its work as long as that is pending.
  @usableFromInline let flights = Locked<[HashedKey<Key>: FlightTicket<Key, Value>]>([:])

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
  @inlinable
  public func run(
    for key: Key, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation: @escaping @Sendable @isolated(any) () async throws -> Value
  ) -> Promise<Value> {
    run(OperationInTurn(operation), for: key, fileID, line)
  }

  @inlinable
  func run(
    _ operation: OperationInTurn<Value>, for key: Key, _ fileID: StaticString, _ line: UInt,
    alone isAlone: Bool = false
  ) -> Promise<Value> {
    let key = HashedKey(key)
    let origin = Origin("singleFlight", named: key.key, fileID, line)
    if isAlone, Task.isCancelled { return .cancelled(origin) }
    return SharedWork.promise(for: origin, isKept: false, sharesValue: false) {
      let latest = flights.withLock { $0[key]?.work }
      if isAlone { latest?.cancel() }
      return latest
    } begin: { new, late in
      FlightTicket(for: new, key, in: flights, insteadOf: late).map {
        new.begin(operation, for: origin, $0)
      }
    }
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
  @inlinable
  public func run<Followed: PromiseProtocol>(
    for key: Key, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation:
      @escaping @Sendable @isolated(any) () async throws -> Followed
  ) -> Promise<Value> where Followed.Value == Value {
    run(OperationInTurn(following: operation), for: key, fileID, line)
  }

  /// Stops the operation in flight for `key`, if there is one, and starts `operation` in its place:
  /// the newest call wins.
  ///
  /// The callers of the stopped operation hear `CancellationError` at once. `operation` begins when
  /// the stopped one has ended; to begin it at once, call ``invalidate(_:)`` first.
  ///
  /// ## Cancellation
  /// As for `run`. In a task that is cancelled already, the
  /// call stops nothing and starts nothing.
  ///
  /// ## Example
  /// ```swift
  /// let page = requests.restart(for: url) { try await fetch(url) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the key of the operation.
  ///   - operation: the work. It runs in the isolation it was written in.
  /// - Returns: this caller's own promise for the operation's result.
  @inlinable
  public func restart(
    for key: Key, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation: @escaping @Sendable @isolated(any) () async throws -> Value
  ) -> Promise<Value> {
    run(OperationInTurn(operation), for: key, fileID, line, alone: true)
  }

  /// Stops the operation in flight for `key`, if there is one, and starts `operation` in its place,
  /// which returns a promise to follow.
  ///
  /// ## Cancellation
  /// As for the overload whose operation returns a value.
  ///
  /// ## Example
  /// ```swift
  /// let page = requests.restart(for: url) { load(url) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the key of the operation.
  ///   - operation: starts the work and returns its promise. It runs in the isolation it was
  ///     written in.
  /// - Returns: this caller's own promise for the operation's result.
  @inlinable
  public func restart<Followed: PromiseProtocol>(
    for key: Key, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation: @escaping @Sendable @isolated(any) () async throws -> Followed
  ) -> Promise<Value> where Followed.Value == Value {
    run(OperationInTurn(following: operation), for: key, fileID, line, alone: true)
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
    let flight = flights.withLock { $0.removeValue(forKey: key) }
    withExtendedLifetime(flight) {}
  }
}

/// The ticket of a flight's operation, which begins when the one before it for its key is over.
@usableFromInline
final class FlightTicket<Key: Hashable & Sendable, Value: Sendable>: Ticket,
  @unchecked Sendable
{
  @usableFromInline typealias Flights = [HashedKey<Key>: FlightTicket]

  @usableFromInline let work: SharedWork<Value>
  @usableFromInline let key: HashedKey<Key>
  @usableFromInline let flights: Locked<Flights>
  private var isOver = false
  // An operation's task retains its ticket until it is over.
  @usableFromInline unowned(unsafe) var previous: FlightTicket?
  @usableFromInline unowned(unsafe) var next: FlightTicket?

  /// Makes `work` the latest for its key.
  ///
  /// - Parameter late: what may be the latest so far, and can't be joined.
  /// - Returns: `nil` if something else is.
  @inlinable
  init?(
    for work: SharedWork<Value>, _ key: HashedKey<Key>, in flights: Locked<Flights>,
    insteadOf late: SharedWork<Value>?
  ) {
    (self.work, self.key, self.flights) = (work, key, flights)
    super.init(for: work)
    let isLatest = flights.withLock { flights in
      if let latest = flights[key] {
        guard latest.work === late else { return false }
        (previous, latest.next) = (latest, self)
        // Its key goes with it. The operation's task keeps it, so nothing is released here.
        flights[key] = nil
      }
      flights[key] = self
      noteObstacle()
      return true
    }
    if !isLatest { return nil }
  }

  @usableFromInline
  override func begins() -> Bool {
    flights.withLock { _ in
      noteObstacle()
      return previous == nil && !isOver
    }
  }

  override func waits() -> Bool {
    flights.withLock { _ in
      isWaiting = previous != nil && !isOver
      return isWaiting
    }
  }

  /// Records, for reports, what the operation waits for.
  @usableFromInline
  func noteObstacle() {
    guard let origin = cell?.origin, let record = origin.record else { return }
    if let other = previous?.cell {
      origin.waits(for: [other])
    } else {
      record.waits(for: .operation)
    }
  }

  override func leave() {
    // The caller keeps this ticket, and so its key.
    let alarm = flights.withLock { flights -> Ticket? in
      if isOver { return nil }
      isOver = true
      previous?.next = next
      next?.previous = previous
      if let latest = flights.removeValue(forKey: key),
        let ticket = latest === self ? previous : latest
      {
        flights[ticket.key] = ticket
      }
      if previous != nil, next?.isWaiting == true { next?.noteObstacle() }
      // One that waits has another one before it.
      return self.alarm() ?? (previous == nil ? next?.alarm() : nil)
    }
    alarm?.ring()
  }
}
