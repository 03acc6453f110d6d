// The public type: a value that arrives later, or the error that came instead.

/// The outcome of work that may still be running: pending, then fulfilled or rejected once and for
/// all.
///
/// A promise is *hot*: its work was started by the code that created it, and runs whether or not a
/// consumer observes it. There is no lazy promise: a function that starts work later or several
/// times, such as `retry` and `Promise.map(_:concurrency:)`, takes a closure. Copies of a promise
/// are the same promise. Any thread or task may observe, await or cancel it at any time; no call
/// blocks but ``wait(timeout:fileID:line:)``, which says so.
///
/// Chain handlers with `map`, `then`, `done`, `catch`, `recover` and `finally`, or await the
/// promise with ``get()`` or ``value``, in any combination.
///
/// Handlers run later, never on the stack of the call that settles or registers, in the isolation
/// they were written in: a closure formed on the main actor runs on the main actor, a nonisolated
/// one on the global concurrent executor. Handlers of one promise in one isolation start in the
/// order of registration. Write a closure around a method of an actor, `{ add($0) }`: Swift 6.3
/// forgets the isolation of one that is passed by its name alone.
///
/// A handler sees no task-locals, neither those of the code that settles its promise nor those of
/// where it is written: carry the ones that it needs, with `carrying` of the task-local.
///
/// An error that a handler throws rejects the derived promise, unwrapped. A handler may settle,
/// cancel, observe or drop any promise, its own included.
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
  /// - Parameters:
  ///   - result: the final outcome.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  @inlinable
  public init(
    _ result: Result<Value, any Error>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    switch result {
    case .success: self.init(cell: ValueCell(result))
    case .failure: self.init(cell: ValueCell(result, Origin("rejected", fileID, line)))
    }
  }

  /// Creates a promise that is already settled with `result`, whose failure is of a concrete type.
  ///
  /// - Parameters:
  ///   - result: the final outcome.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
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
  /// - Parameters:
  ///   - error: the final outcome.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: a promise whose outcome never changes.
  @inlinable
  public static func rejected(
    _ error: any Error, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    Promise(.failure(error), fileID: fileID, line: line)
  }

  /// The outcome, or `nil` while the promise is pending.
  ///
  /// Reading it never waits and never allocates.
  ///
  /// - Returns: the outcome, the same on every call once there is one. Right after a settle that
  ///   lost, it may still be `nil`, while the winner is writing.
  @inlinable
  public var resultIfSettled: Result<Value, any Error>? {
    cell.outcome
  }

  /// Rejects a pending promise with `CancellationError` at once, then tells its producer.
  ///
  /// The task inside `Promise { try await … }` is cancelled; handlers registered with
  /// ``Resolver/onCancel(_:)`` run: nonisolated ones before this call returns, those of an actor in
  /// a job of that actor.
  ///
  /// A derived promise leaves its source, and the promise that its closure returned. When the last
  /// consumer of a promise has left, its work is stopped as well, and so on upstream: it is
  /// rejected with ``PromiseError/abandoned(createdAt:)``. A promise that other consumers derive
  /// from, await or handle continues, and so does one without work to stop, such as a gate.
  ///
  /// ## Cancellation
  /// A cancelled task that awaits ``value`` only stops waiting; one that awaits ``get()`` leaves.
  ///
  /// ## Example
  /// ```swift
  /// let thumbnail = download.map { Thumbnail($0) }
  /// thumbnail.cancel()  // the download continues only if another consumer wants it
  /// ```
  ///
  /// - Returns: whether this call settled the promise.
  @inlinable @discardableResult
  public func cancel() -> Bool {
    Trampoline.run { cell.cancel(&$0) }
  }
}

extension Promise {
  /// The same with an error of another vocabulary.
  @discardableResult
  package func cancel(with error: any Error) -> Bool {
    Trampoline.run { cell.cancel(with: error, &$0) }
  }
}

extension Promise where Value == Void {
  /// A promise without a value that is already fulfilled.
  public static var fulfilled: Promise { .fulfilled(()) }
}

/// The type returned by a closure that starts work and hands over its promise: a ``Promise``,
/// nothing else.
///
/// Overloads accept it where another overload accepts a closure that returns any value. Declared
/// with `Promise<T>` itself, they would also be chosen for closures of several statements that
/// return nothing.
public protocol PromiseProtocol<Value>: Sendable {
  /// The type of the value that the promise is fulfilled with.
  associatedtype Value: Sendable

  /// The promise.
  var promise: Promise<Value> { get }
}

extension Promise: PromiseProtocol {
  /// This promise.
  @inlinable
  public var promise: Promise { self }
}

extension Promise: Hashable {
  /// Returns whether both are the same promise.
  ///
  /// Outcomes are not compared, and following another promise changes nothing.
  public static func == (a: Promise, b: Promise) -> Bool {
    a.cell === b.cell
  }

  /// Hashes the identity of the promise.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(cell))
  }
}

extension Promise: CustomStringConvertible {
  /// The outcome, for a look that is not to handle it.
  package var unhandledOutcome: Result<Value, any Error>? {
    cell.settledRoot.map { ValueCell<Value>.outcome(of: $0) }
  }

  /// A description of the promise's state, for a person to read.
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
