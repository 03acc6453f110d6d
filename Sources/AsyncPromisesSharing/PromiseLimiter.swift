// PromiseLimiter: many callers, but few operations at a time.

import AsyncPromises

/// Limits how many operations run at a time across all its callers.
///
/// `Promise.map(_:concurrency:)` limits the work of a single call. Use a limiter for work started
/// from many call sites, such as all of an app's downloads or all of a database's queries.
/// Operations start in call order.
///
/// With a limit of one, the limiter is a serial queue.
///
/// ## Cancellation
/// Cancelling a queued promise removes it from the queue, and its operation never starts. If the
/// operation is running, cancelling the promise rejects it at once and cancels the operation, which
/// keeps its slot until it has actually ended. In a task that is cancelled already, a call starts
/// nothing, and its promise is rejected with `CancellationError`.
///
/// ## Example
/// ```swift
/// let connections = PromiseLimiter(limit: 4)
/// let pages = urls.map { url in connections.run { try await fetch(url) } }
/// ```
///
/// Each operation gets its task at the call, with the caller's task-locals and priority. A queued
/// one waits in its task, which takes about a kilobyte. Operations of one isolation begin in the
/// order of the calls. Those of different isolations get their slots in that order, and begin when
/// their executors are free.
///
/// An operation that waits for another operation of the same limiter can deadlock: waiting
/// operations may occupy every slot. The report of a tracked process names them.
///
/// A wait for a queued promise raises the priority of its own operation only, never that of the
/// operations that occupy the slots.
public struct PromiseLimiter: Sendable {
  let places: Locked<Places>

  /// Creates a limiter.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of operations that run at a time. Traps if it is less than one.
  ///   - maxWaiting: the maximum number of calls that wait; unlimited by default. A call beyond it
  ///     fails at once with ``LimiterIsFull``. Traps if it is negative.
  public init(limit: Int, maxWaiting: Int = .max) {
    precondition(limit > 0, "A PromiseLimiter's limit must be at least one, not \(limit).")
    precondition(maxWaiting >= 0, "A PromiseLimiter can't let \(maxWaiting) calls wait.")
    places = Locked(Places(limit: limit, maxWaiting: maxWaiting))
  }

  /// Starts `operation` as soon as a slot is free, and returns a promise that is fulfilled with its
  /// result or rejected with the error it throws.
  ///
  /// ## Cancellation
  /// Cancelling the promise removes it from the queue, or cancels its operation.
  ///
  /// ## Example
  /// ```swift
  /// let page = connections.run { try await fetch(url) }
  /// ```
  ///
  /// - Parameter operation: the work. It runs in the isolation it was written in.
  /// - Returns: a promise for the operation's result.
  @_disfavoredOverload
  @inlinable
  public func run<Value: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation: @escaping @Sendable @isolated(any) () async throws -> Value
  ) -> Promise<Value> {
    run(Origin("limiter", fileID, line), OperationInTurn(operation))
  }

  @inlinable
  func run<Value: Sendable>(
    _ origin: Origin, _ operation: OperationInTurn<Value>
  ) -> Promise<Value> {
    if Task.isCancelled { return .cancelled(origin) }
    let cell = TurnCell<Value>(origin)
    do {
      cell.start(operation, try ticket(on: operation.isolation, for: cell))
    } catch {
      Trampoline.run { _ = cell.settle(.failure(error), &$0) }
    }
    return Promise(cell: cell)
  }

  @usableFromInline
  func ticket(on isolation: (any Actor)?, for cell: Cell) throws -> Ticket {
    try PlaceTicket(for: places, on: isolation, cell: cell)
  }

  /// Starts `operation` as soon as a slot is free, and returns a promise that settles like the one
  /// `operation` returns.
  ///
  /// The slot is freed when the operation's promise settles, or when the returned promise is
  /// cancelled and withdraws from it.
  ///
  /// ## Cancellation
  /// Cancelling the promise removes it from the queue, or cancels its operation and withdraws the
  /// promise from the one that the operation returned.
  ///
  /// ## Example
  /// ```swift
  /// let image = connections.run { images.load(url) }
  /// ```
  ///
  /// - Parameter operation: starts the work and returns its promise. It runs in the isolation it
  ///   was written in.
  /// - Returns: a promise for the operation's result.
  @inlinable
  public func run<Followed: PromiseProtocol>(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ operation: @escaping @Sendable @isolated(any) () async throws -> Followed
  ) -> Promise<Followed.Value> {
    run(Origin("limiter", fileID, line), OperationInTurn(following: operation))
  }
}
