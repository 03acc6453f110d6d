// The public type: a value that arrives later, or the error that came instead.

/// The outcome of work that may still be going on: pending, then fulfilled or rejected for ever.
///
/// A promise is *hot*: the work it stands for has been started by whoever made it, and goes on
/// whether or not anybody looks. There is no lazy promise: what starts work later or several times,
/// such as `retry` and `Promise.map(_:concurrency:)`, takes a closure. Copies of a promise are the
/// same promise. Any thread or task may observe, await or cancel it at any time; no call blocks but
/// ``wait(timeout:fileID:line:)``, which says so.
///
/// Chain handlers with `map`, `then`, `done`, `catch`,
/// `recover` and `finally`, or await the promise with ``value`` and ``result``, in any mixture.
///
/// Handlers run later, never on the stack of the call that settles or registers, in the isolation
/// they were written in: a closure formed on the main actor runs on the main actor, a nonisolated
/// one on the global concurrent executor. Handlers of one promise in one isolation start in the
/// order of registration. Write a closure around a method of an actor, `{ add($0) }`: Swift 6.3
/// forgets the isolation of one that is passed by its name alone.
///
/// A handler sees the task-locals of whoever settles its promise, not those of where it is written:
/// carry the ones that it needs, with `carrying` of the task-local.
///
/// What a handler throws rejects the derived promise, as it is. A handler may settle, cancel,
/// observe or drop any promise, its own included.
///
/// ## Cancellation
/// ``cancel()`` rejects a pending promise with `CancellationError` and tells whoever works for it.
/// Dropping the last copy of a promise cancels nothing.
///
/// ```swift
/// let user = Promise { try await server.login(name) }
/// user.map { "Welcome, \($0.name)" }
///   .done { label.text = $0 }
///   .catch { label.text = "\($0)" }
/// ```
public struct Promise<Value: Sendable>: Sendable {
  @usableFromInline let cell: ValueCell<Value>

  @inlinable
  init(cell: ValueCell<Value>) {
    self.cell = cell
  }

  /// A promise that is settled with `result` already.
  ///
  /// - Parameters:
  ///   - result: the outcome, for ever.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  @inlinable
  public init(
    _ result: Result<Value, any Error>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    switch result {
    case .success: self.init(cell: ValueCell(result))
    case .failure: self.init(cell: ValueCell(result, Origin(.rejected, fileID, line)))
    }
  }

  /// A promise that is settled already with `result`, whose failure is of a type of its own.
  ///
  /// - Parameters:
  ///   - result: the outcome, for ever.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  @inlinable
  public init(
    _ result: Result<Value, some Error>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(result.mapError { $0 as any Error }, fileID: fileID, line: line)
  }

  /// A promise that is fulfilled with `value` already.
  ///
  /// - Parameter value: the outcome, for ever.
  /// - Returns: a promise that nothing changes any more.
  @inlinable
  public static func fulfilled(_ value: Value) -> Promise {
    Promise(cell: ValueCell(.success(value)))
  }

  /// A promise that is rejected with `error` already.
  ///
  /// - Parameters:
  ///   - error: the outcome, for ever.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  /// - Returns: a promise that nothing changes any more.
  @inlinable
  public static func rejected(
    _ error: any Error, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    Promise(.failure(error), fileID: fileID, line: line)
  }

  /// The outcome, or `nil` while the promise is pending. Never waits, never allocates.
  ///
  /// - Returns: the same result for ever once there is one. A settle that has just lost may look
  ///   while the winner is still writing: it sees `nil` then.
  @inlinable
  public var current: Result<Value, any Error>? {
    cell.outcome
  }

  /// Rejects a pending promise with `CancellationError` now, then tells its producer.
  ///
  /// The task inside `Promise { try await … }` is cancelled; handlers that were given to
  /// ``Resolver/onCancel(_:)`` run: nonisolated ones before this call returns, those of an actor in
  /// a job of that actor. A derived promise withdraws from its source, and from the promise that
  /// its closure has returned: one whose last consumer has withdrawn by cancellation is cancelled
  /// as well, and so on upstream; one that others derive from, await or handle goes on.
  ///
  /// ## Cancellation
  /// A waiter that is cancelled only stops waiting. It never cancels the promise.
  ///
  /// ```swift
  /// let thumbnail = download.map { Thumbnail($0) }
  /// thumbnail.cancel()  // the download goes on only if somebody else wants it
  /// ```
  ///
  /// - Returns: whether this call settled the promise.
  @inlinable @discardableResult
  public func cancel() -> Bool {
    Trampoline.run { cell.cancel(&$0) }
  }
}

extension Promise where Value == Void {
  /// A promise of nothing that is fulfilled already.
  public static var fulfilled: Promise { .fulfilled(()) }
}

/// What a closure returns that starts work and hands over its promise: a ``Promise``, nothing else.
///
/// Overloads take it where another one takes a closure that returns any value. By `Promise<T>`
/// itself they would also be chosen for closures of several statements that return nothing.
public protocol PromiseProtocol<Value>: Sendable {
  /// What the promise is fulfilled with.
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
  /// Whether both are the same promise. Outcomes are not compared, and following changes nothing.
  public static func == (a: Promise, b: Promise) -> Bool {
    a.cell === b.cell
  }

  /// Hashes the identity of the promise.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(cell))
  }
}

extension Promise: CustomStringConvertible {
  /// The state of the promise, for a person to read. To print a failure is not to handle it.
  public var description: String {
    switch cell.settledRoot.map({ ValueCell<Value>.outcome(of: $0) }) {
    case nil: "Promise(pending)"
    case .success(let value): "Promise(fulfilled: \(value))"
    case .failure(let error): "Promise(rejected: \(error))"
    }
  }
}
