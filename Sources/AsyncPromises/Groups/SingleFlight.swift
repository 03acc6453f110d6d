// SingleFlight: many callers, one running operation.

/// Runs one operation per key at a time, and shares it among all who ask meanwhile.
///
/// The operation belongs to the flight, not to the caller who happened to be first. The slot of a
/// key is free again when its *operation* has ended, whatever became of the callers. Nothing is
/// kept: neither a failure nor a value; who asks after the end starts a new operation.
///
/// ## Cancellation
/// A caller who cancels its promise leaves alone. When the last of them has left, the operation is
/// cancelled; who asks before it has really ended waits for its end and then starts a new one.
///
/// ```swift
/// let refreshes = SingleFlight<Account.ID, Token>()
/// let token = try await refreshes.run(for: account.id) { try await auth.refresh(account) }.value
/// ```
public struct SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  let slots = Slots()

  /// A flight that nothing runs in.
  public init() {}

  /// Joins the operation that runs for `key`, or starts `operation` if there is none.
  ///
  /// ## Cancellation
  /// Cancelling the returned promise leaves the flight. The operation is cancelled with the last
  /// who leaves.
  ///
  /// ```swift
  /// let page = requests.run(for: url) { try await fetch(url) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: what the operation is for.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - operation: the work, unless it is under way. It runs in the isolation it was written
  ///     in.
  /// - Returns: a promise of the operation's result, of this caller's own.
  public func run(
    for key: Key, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ operation: @escaping @Sendable @isolated(any) () async throws -> Value
  ) -> Promise<Value> {
    Promise<Void>.fulfilled.then(.async, fileID: fileID, line: line) { [slots] in
      await slots.join(key, fileID, line, operation)
    }
  }

  /// Joins the operation that runs for `key`, or starts `operation` if there is none, and settles
  /// like the promise that it returned.
  ///
  /// The slot of the key is free again when that promise is settled.
  ///
  /// ## Cancellation
  /// Cancelling the returned promise leaves the flight. With the last who leaves, the operation is
  /// cancelled, and the flight withdraws from the promise that it returned.
  ///
  /// ```swift
  /// let page = requests.run(for: url) { load(url) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: what the operation is for.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - operation: starts the work, unless it is under way, and returns its promise. It runs in
  ///     the isolation it was written in.
  /// - Returns: a promise of the operation's result, of this caller's own.
  public func run<Followed: PromiseProtocol>(
    for key: Key, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ operation:
      @escaping @Sendable @isolated(any) () async throws -> Followed
  ) -> Promise<Value> where Followed.Value == Value {
    run(for: key, fileID: fileID, line: line) { try await operation().promise.ownedValue }
  }

  /// The operations by key.
  actor Slots {
    private struct Slot {
      let promise: Promise<Value>
      /// Fulfilled when the operation has really ended.
      let end: Promise<Void>
    }

    private var slots: [Key: Slot] = [:]

    /// Gives the caller a promise of its own of the operation that runs for `key`.
    func join(
      _ key: Key, _ fileID: StaticString, _ line: UInt,
      _ operation: @escaping @Sendable @isolated(any) () async throws -> Value
    ) async -> Promise<Value> {
      while let slot = slots[key] {
        // Interest first, then the look: a promise that is pending now can't lose its last
        // consumer.
        let share = slot.promise.map(fileID: fileID, line: line) { $0 }
        if slot.promise.current == nil { return share }
        _ = await slot.end.result
        clear(key, slot)
      }
      return start(key, fileID, line, operation).map(fileID: fileID, line: line) { $0 }
    }

    private func start(
      _ key: Key, _ fileID: StaticString, _ line: UInt,
      _ operation: @escaping @Sendable @isolated(any) () async throws -> Value
    ) -> Promise<Value> {
      let (end, ended) = Promise<Void>.pending(fileID: fileID, line: line)
      let promise = Promise<Value>(fileID: fileID, line: line) {
        defer { ended.fulfill() }
        return try await operation()
      }
      let slot = Slot(promise: promise, end: end)
      slots[key] = slot
      end.done(fileID: fileID, line: line) { self.clear(key, slot) }
      return promise
    }

    private func clear(_ key: Key, _ slot: Slot) {
      if slots[key]?.promise == slot.promise { slots[key] = nil }
    }
  }
}
