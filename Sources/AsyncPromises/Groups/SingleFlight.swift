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
  private let entrance = Entrance(to: Slots())
  var slots: Slots { entrance.home }

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
    // In reports, the parts of this promise appear with its name and line.
    let name = Tracking.isOn ? "\(key)" : nil
    let makePart = { @Sendable in Origin(partOf: "singleFlight", name: name, fileID, line) }
    let origin = Origin("singleFlight", name: name, fileID, line)
    return entrance.admit(origin) {
      $0.join(key, makePart, operation)
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
    run(for: key, fileID: fileID, line: line) { try await operation().promise.get() }
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
    slots.inTurn { $0.flights[key] = nil }
  }

  /// The flights by key. Joining and invalidating run as jobs on one actor, in call order.
  actor Slots {
    /// The latest flight for each key, which callers join until it ends or is invalidated: the
    /// promise for its operation, and one that is fulfilled when the operation has really ended.
    fileprivate var flights: [Key: (operation: Promise<Value>, end: Promise<Void>)] = [:]

    /// Runs `body` after all earlier calls.
    nonisolated fileprivate func inTurn(_ body: @escaping @Sendable (isolated Slots) -> Void) {
      Tasks.start(on: self) { await body(self) }
    }

    /// Returns the caller's own promise for the operation in flight for `key`, or for a new one if
    /// every caller has left that one.
    ///
    /// - Parameter makePart: creates the origin of a promise that is part of the caller's.
    func join(
      _ key: Key, _ makePart: @escaping @Sendable () -> Origin,
      _ operation: @escaping @Sendable @isolated(any) () async throws -> Value
    ) -> Promise<Value> {
      guard let flight = flights[key] else {
        return start(operation, for: key, after: nil, makePart()).share(makePart())
      }
      // Becomes a consumer first and checks afterwards: a promise that is pending now can't lose
      // its last consumer.
      let share = flight.operation.share(makePart())
      if !flight.operation.cell.isSettled { return share }
      share.ignoreErrors()
      return start(operation, for: key, after: flight.end, makePart()).share(makePart())
    }

    /// Starts an operation.
    ///
    /// - Parameter last: the end of the previous operation, which this one waits for.
    private func start(
      _ operation: @escaping @Sendable @isolated(any) () async throws -> Value,
      for key: Key, after last: Promise<Void>?, _ origin: Origin
    ) -> Promise<Value> {
      // No origin, so it is not tracked: waiting for an operation to end is waiting for the
      // operation.
      let end = Promise<Void>(cell: ValueCell())
      let promise = Promise<Value>.start(origin) { @Sendable in
        if let last {
          do {
            try await last.value
            try Task.checkCancellation()
          } catch {
            // Every caller has left this one, too: the next one waits for the same end.
            Trampoline.run { _ = end.cell.follow(last.cell, &$0) }
            throw error
          }
        }
        defer { Trampoline.run { _ = end.cell.fulfill((), &$0) } }
        return try await operation()
      }
      // A caller that arrives when all others have left is expected: it waits for the next
      // operation.
      promise.cell.marks.set(.lateConsumerKnown)
      flights[key] = (promise, end)
      _ = end.map({ self.operationEnded(end, for: key) }, .none)
      return promise
    }

    private func operationEnded(_ end: Promise<Void>, for key: Key) {
      if flights[key]?.end == end { flights[key] = nil }
    }
  }
}
