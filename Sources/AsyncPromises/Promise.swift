// The public type: a value that arrives later, or an error that arrives instead.

/// The outcome of work that may still be running. A promise is pending until it is fulfilled or
/// rejected, once and for all.
///
/// A promise is *hot*: the code that created it has already started the work, which runs whether or
/// not anyone observes it. Promises are never lazy: functions that start work later or repeatedly,
/// such as `retry` and `Promise.map(_:concurrency:)`, take a closure. All copies of a promise are
/// the same promise. Any thread or task may observe, await or cancel it at any time. No call blocks
/// except ``wait(timeout:fileID:line:)``.
///
/// Chain handlers with `map`, `then`, `done`, `catch`, `recover` and `finally`, or await the
/// promise with ``get()`` or ``value``, in any combination.
///
/// Handlers run later, never on the stack of the call that registers them or settles the promise.
/// They run in the isolation they were written in: a closure formed on the main actor runs on the
/// main actor, a nonisolated one on the global concurrent executor. Handlers that share a promise
/// and an isolation start in registration order. Wrap an actor's method in a closure, such as
/// `{ add($0) }`, because Swift 6.3 loses the isolation of a method passed by name.
///
/// A handler sees no task-locals: neither those of the code that settles its promise nor those of
/// its own call site. To pass one on to all handlers, call its `carriedByHandlers` method once; to
/// pass one on to a single handler, bind it again there with `withValue`.
///
/// If a handler throws, the derived promise is rejected with that very error, not wrapped in
/// another. A handler may settle, cancel, observe or drop any promise, including its own.
///
/// ## Cancellation
/// ``cancel()`` rejects a pending promise with `CancellationError` and tells its producer to stop.
/// Dropping the last copy of a promise cancels nothing.
///
/// ## Example
/// ```swift
/// let user = Promise { try await server.login(name) }
/// user.map { "Welcome, \($0.name)" }
///   .done { label.text = $0 }
///   .catch { label.text = $0.localizedDescription }
/// ```
public struct Promise<Value: Sendable>: Sendable {
  @usableFromInline package let cell: ValueCell<Value>

  @inlinable
  package init(cell: ValueCell<Value>) {
    self.cell = cell
  }

  /// Creates a promise that is already settled with `result`.
  ///
  /// - Parameter result: the final outcome.
  @inlinable
  public init(
    _ result: Result<Value, any Error>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    switch result {
    case .success: self.init(cell: ValueCell(result))
    case .failure: self.init(cell: ValueCell(result, Origin("rejected", fileID, line)))
    }
  }

  /// Creates a promise that is already settled with `result`, which has a concrete failure type.
  ///
  /// - Parameter result: the final outcome.
  @inlinable
  public init(
    _ result: Result<Value, some Error>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(result.mapError { $0 as any Error }, fileID: fileID, line: line)
  }

  /// Returns a promise that is already fulfilled with `value`.
  ///
  /// - Parameter value: the final outcome.
  /// - Returns: a promise whose outcome never changes.
  @inlinable
  public static func fulfilled(_ value: Value) -> Promise {
    Promise(cell: ValueCell(.success(value)))
  }

  /// Returns a promise that is already rejected with `error`.
  ///
  /// - Parameter error: the final outcome.
  /// - Returns: a promise whose outcome never changes.
  @inlinable
  public static func rejected(
    _ error: any Error, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    Promise(.failure(error), fileID: fileID, line: line)
  }

  /// The outcome, or `nil` while the promise is pending.
  ///
  /// Reading it never blocks and never allocates.
  ///
  /// - Returns: the outcome; once set, it never changes. If another call has just won the race to
  ///   settle the promise, it may still be `nil` while that call writes the outcome.
  @inlinable
  public var resultIfSettled: Result<Value, any Error>? {
    cell.outcome
  }

  /// Rejects a pending promise with `CancellationError` at once, then asks its producer to stop.
  ///
  /// The task inside `Promise { try await … }` is cancelled. Handlers registered with
  /// ``Resolver/onCancel(_:)`` run: nonisolated ones before this call returns, actor-isolated ones
  /// in a job on their actor.
  ///
  /// Cancelling a derived promise withdraws it from its source and from the promise that its
  /// closure returned. When a promise loses its last consumer, its work is stopped too: the promise
  /// is rejected with ``PromiseError/abandoned(createdAt:)``, and the same applies further
  /// upstream. A promise that still has derived promises, handlers or awaiting callers continues.
  /// So does one with no work to stop, such as one whose resolver has no `onCancel` handler.
  ///
  /// ## Cancellation
  /// A cancelled task that awaits ``value`` just stops waiting. One that awaits ``get()`` also
  /// leaves the promise, as a cancelled derived promise does.
  ///
  /// ## Example
  /// ```swift
  /// let thumbnail = download.map { Thumbnail($0) }
  /// thumbnail.cancel()  // the download continues only if another consumer wants it
  /// ```
  ///
  /// - Returns: whether this call settled the promise.
  @discardableResult
  public func cancel() -> Bool {
    Trampoline.run(deferring: .nothing) { cell.cancel(&$0) }
  }
}

extension Promise {
  /// Cancels the promise with another library's cancellation error.
  @discardableResult
  package func cancel(with error: any Error) -> Bool {
    Trampoline.run(deferring: .nothing) { cell.cancel(with: error, &$0) }
  }
}

extension Promise where Value == Void {
  /// A fulfilled promise that carries no value.
  public static var fulfilled: Promise { .fulfilled(()) }
}

/// The return type of closures that start work and return its promise. Only ``Promise`` conforms.
///
/// It distinguishes overloads for such closures from overloads for closures that return any other
/// value. If the former were declared with `Promise<T>` itself, the compiler would also pick them
/// for multi-statement closures that return nothing.
public protocol PromiseProtocol<Value>: Sendable {
  /// The type of the value that the promise is fulfilled with.
  associatedtype Value: Sendable

  /// The promise.
  var promise: Promise<Value> { get }
}

extension Promise: PromiseProtocol {
  /// This promise.
  @_documentation(visibility: internal)
  @inlinable
  public var promise: Promise { self }
}

extension Promise: Hashable {
  /// Returns whether both values are the same promise.
  ///
  /// Outcomes are not compared. A promise that follows another is not equal to it.
  public static func == (a: Promise, b: Promise) -> Bool {
    a.cell === b.cell
  }

  /// Hashes the identity of the promise.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(cell))
  }
}

extension Promise: CustomStringConvertible {
  /// The outcome, read without marking an error as handled.
  package var unhandledOutcome: Result<Value, any Error>? {
    cell.settledRoot.map { ValueCell<Value>.outcome(of: $0) }
  }

  /// A human-readable description of the promise's state.
  ///
  /// Printing a failure does not count as handling it.
  public var description: String {
    switch unhandledOutcome {
    case nil: "Promise(pending)"
    case .success(let value): "Promise(fulfilled: \(value))"
    case .failure(let error): "Promise(rejected: \(error))"
    }
  }
}
