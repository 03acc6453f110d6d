// The write end of a promise.

/// The write end of a promise: keep it where the callback arrives.
///
/// Copies of a resolver settle the same promise. The first call wins; every later one changes
/// nothing, returns `false` and is reported to ``PromiseDiagnostics`` with the lines of both calls,
/// unless it lost against a cancellation, which is not a mistake.
///
/// When the last copy is released while the promise is pending, the promise is rejected with
/// ``PromiseError/broken(createdAt:)``, so that no consumer waits indefinitely for a forgotten
/// callback. An optimised build ends a resolver's life at its last use.
///
/// A resolver may outlive every copy of its promise; it settles the promise for the consumers that
/// remain.
///
/// ## Example
/// ```swift
/// let (promise, resolver) = Promise<Data>.pending()
/// socket.onMessage = { resolver.fulfill($0) }
/// socket.onError = { resolver.reject($0) }
/// ```
public struct Resolver<Value: Sendable>: Sendable {
  @usableFromInline let writeEnd: WriteEnd

  @inlinable
  init(_ cell: ValueCell<Value>, name: String? = nil) {
    writeEnd = WriteEnd(cell, name: name)
  }

  @inlinable
  var cell: ValueCell<Value> {
    ValueCell.of(writeEnd.cell)
  }

  /// Fulfills the promise with `value`.
  ///
  /// ## Cancellation
  /// After a cancellation the call changes nothing and returns `false`: it is not reported as a
  /// second settle, but as ``PromiseDiagnostics/Event/lateWork(error:trace:)``.
  ///
  /// - Parameters:
  ///   - value: released by the caller when the promise is settled already.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: whether this call settled the promise.
  @inlinable @discardableResult
  public func fulfill(
    _ value: Value, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    guard cell.claimSettling() else { return writeEnd.lost(.success(()), fileID, line) }
    writeEnd.settles(fileID, line)
    cell.fulfillClaimed(value)
    return true
  }

  /// Rejects the promise with `error`.
  ///
  /// ## Cancellation
  /// After a cancellation the call changes nothing and returns `false`: it is not reported as a
  /// second settle, but as ``PromiseDiagnostics/Event/lateWork(error:trace:)``.
  ///
  /// - Parameters:
  ///   - error: the error that consumers receive, unwrapped.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: whether this call settled the promise.
  @inlinable @discardableResult
  public func reject(
    _ error: any Error, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    guard cell.claimSettling() else { return writeEnd.lost(.failure(error), fileID, line) }
    writeEnd.settles(fileID, line)
    Trampoline.run { cell.rejectClaimed(error, &$0) }
    return true
  }

  /// Settles the promise with `result`.
  ///
  /// ## Cancellation
  /// After a cancellation the call changes nothing and returns `false`: it is not reported as a
  /// second settle, but as ``PromiseDiagnostics/Event/lateWork(error:trace:)``.
  ///
  /// ## Example
  /// ```swift
  /// client.fetchUser(id) { resolver.resolve(with: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - result: a value to fulfill with, or an error to reject with.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: whether this call settled the promise.
  @inlinable @discardableResult
  public func resolve(
    with result: Result<Value, any Error>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    switch result {
    case .success(let value): fulfill(value, fileID: fileID, line: line)
    case .failure(let error): reject(error, fileID: fileID, line: line)
    }
  }

  /// Settles the promise with `result`, whose failure is of a concrete type.
  ///
  /// ## Cancellation
  /// After a cancellation the call changes nothing and returns `false`: it is not reported as a
  /// second settle, but as ``PromiseDiagnostics/Event/lateWork(error:trace:)``.
  ///
  /// - Parameters:
  ///   - result: a value to fulfill with, or an error to reject with.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: whether this call settled the promise.
  @inlinable @discardableResult
  public func resolve(
    with result: Result<Value, some Error>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    resolve(with: result.mapError { $0 as any Error }, fileID: fileID, line: line)
  }

  /// Binds the promise to another one, so that it settles like `promise` and in no other way.
  ///
  /// The two remain separate promises. A promise that is told to follow itself is rejected with
  /// ``PromiseError/cycle``. Promises that wait for each other in a longer ring wait until one of
  /// them is cancelled; while promises are tracked, ``Promise/dumpPending()`` names the ring.
  ///
  /// ## Cancellation
  /// Cancelling the bound promise withdraws from `promise`, which continues if it has another
  /// consumer.
  ///
  /// ## Example
  /// ```swift
  /// let (page, resolver) = Promise<Page>.pending()
  /// resolver.follow(load(url))
  /// ```
  ///
  /// - Parameters:
  ///   - promise: the promise to follow.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: whether this call bound or settled the promise.
  @inlinable @discardableResult
  public func follow(
    _ promise: Promise<Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    guard Trampoline.run({ cell.follow(promise.cell, &$0) }) else {
      return writeEnd.lost(nil, fileID, line)
    }
    writeEnd.settles(fileID, line)
    return true
  }

  /// Calls `handler` when the promise is cancelled, so that the work for it can stop.
  ///
  /// The handler runs once, in the isolation it was written in; at once if the promise is already
  /// cancelled. A nonisolated one runs on the thread that cancels, before ``Promise/cancel()``
  /// returns; one of an actor in a job of that actor. It is dropped when the promise settles in any
  /// other way. Several handlers may be registered; those of one isolation run in the order of
  /// registration. It sees no task-locals of the code that cancels; where the platform can't start
  /// a task in place, a nonisolated one does.
  ///
  /// ## Cancellation
  /// The handler runs for ``Promise/cancel()``, and when the last consumer leaves; not for a
  /// rejection with `CancellationError` that comes from the resolver itself. A promise whose
  /// resolver has no such handler is a gate: consumers may leave it, and it stays pending for
  /// others.
  ///
  /// ## Example
  /// ```swift
  /// let page = Promise<Page> { resolver in
  ///   let request = api.load(url) { resolver.resolve(with: $0) }
  ///   resolver.onCancel { request.stop() }
  /// }
  /// ```
  ///
  /// - Parameter handler: stops the work. It is kept, with its captures, until the promise settles;
  ///   a handler that captures this resolver keeps the promise from ever being broken.
  public func onCancel(
    @_inheritActorContext
    _ handler: @escaping @Sendable @isolated(any) () -> Void
  ) {
    let cleanup = ErasedClosure(IsolatedCleanup(run: handler)).as(ErasedCleanup.self)
    writeEnd.onCancel(on: handler.isolation, cleanup.run)
  }
}

extension Resolver {
  /// Whether nothing has settled or bound the promise.
  package var isPending: Bool { cell.state.phase == .pending }

  /// Settles the promise, for a callback whose line is not known.
  @inlinable @discardableResult
  package func settle(with result: Result<Value, any Error>) -> Bool {
    resolve(with: result, fileID: "", line: 0)
  }

  /// Settles the promise, if nothing else has: to come second is no mistake.
  ///
  /// - Returns: whether this call settled it.
  package func trySettle(with result: Result<Value, any Error>) -> Bool {
    Trampoline.run { cell.settle(result, &$0) }
  }
}

extension Resolver where Value == Void {
  /// Fulfills a promise without a value.
  ///
  /// ## Cancellation
  /// After a cancellation the call changes nothing and returns `false`: it is not reported as a
  /// second settle, but as ``PromiseDiagnostics/Event/lateWork(error:trace:)``.
  ///
  /// - Parameters:
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: whether this call settled the promise.
  @inlinable @discardableResult
  public func fulfill(fileID: StaticString = #fileID, line: UInt = #line) -> Bool {
    fulfill((), fileID: fileID, line: line)
  }
}

extension Promise {
  /// Creates a pending promise and the resolver that settles it.
  ///
  /// The promise is rejected with ``PromiseError/broken(createdAt:)`` when the last copy of the
  /// resolver is released before it has settled anything. An optimised build ends the resolver's
  /// life at its last use: to keep a promise pending, keep the resolver, or hold it with
  /// `withExtendedLifetime`.
  ///
  /// ## Cancellation
  /// ``cancel()`` rejects the promise and runs the handlers registered with
  /// ``Resolver/onCancel(_:)``. If there are any, so does the last consumer that leaves.
  ///
  /// ## Example
  /// ```swift
  /// let (promise, resolver) = Promise<String>.pending(name: "greeting")
  /// button.onTap = { resolver.fulfill("hello") }
  /// let greeting = try await promise.get()
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the promise in diagnostics.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: the promise and its resolver.
  @inlinable
  public static func pending(
    name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (promise: Promise, resolver: Resolver<Value>) {
    let cell = ValueCell<Value>(Origin("pending", name: name, fileID, line))
    return (Promise(cell: cell), Resolver(cell, name: name))
  }
}
