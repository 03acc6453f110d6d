// SingleFlight: many callers, but one running operation.

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
  /// The latest operation for each key, which callers join as long as it is pending, and the line
  /// in which it waits for earlier ones.
  private typealias Flights = [Key: (cell: OperationCell<Value>, line: Line)]

  private let desk = Desk<Flights>([:])

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
    run(Work(operation), for: key, fileID, line)
  }

  private func run(
    _ work: Work<some Sendable, Value>, for key: Key, _ fileID: StaticString, _ line: UInt
  ) -> Promise<Value> {
    let caller = Caller()
    return Promise.shared("singleFlight", for: key, at: desk, fileID, line) { [desk] in
      Self.join(key, with: $0, at: desk, for: caller, work)
    }
  }

  private static func join(
    _ key: Key, with share: ShareCell<Value>, at desk: Desk<Flights>, for caller: Caller,
    _ work: Work<some Sendable, Value>
  ) {
    desk.serve { [desk] flights, errands in
      let flight = flights[key]
      if let cell = flight?.cell, let target = cell.counted() {
        return errands.append { share.join(cell, at: target) }
      }
      let cell = OperationCell<Value>(Origin(partOf: share.origin))
      // A caller that comes when all others have left is no mistake: it gets the next operation.
      cell.marks.set(.lateConsumerKnown)
      cell.marks.consumerCame()
      let slot = flight?.line ?? Line(limit: 1)
      flights[key] = (cell, slot)
      errands.append {
        let caller = caller.working(for: key, at: desk)
        slot.enter(cell, for: caller, waitsInTask: true, work) { isEmpty in
          guard isEmpty else { return }
          desk.serve { flights, errands in
            guard let index = flights.index(forKey: key), flights[index].value.line === slot,
              flights[index].value.cell.root.state.phase != .pending
            else { return }
            errands.release(flights.remove(at: index))
          }
        }
        share.join(cell, at: cell)
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
  public func run<Followed: PromiseProtocol>(
    for key: Key, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation:
      @escaping @Sendable @isolated(any) () async throws -> Followed
  ) -> Promise<Value> where Followed.Value == Value {
    let own = OwnPromise()
    return own.isKnown(run(Work(for: own, following: operation), for: key, fileID, line))
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
    desk.serve { flights, errands in
      if let index = flights.index(forKey: key) { errands.release(flights.remove(at: index)) }
    }
  }
}
