// The write end of a promise.

/// The write end of a promise: keep it where your callback can reach it.
///
/// Copies of a resolver settle the same promise. The first call wins. Later calls change nothing,
/// return `false` and are reported to ``PromiseDiagnostics`` with both call sites. A call that
/// loses to a cancellation is not a mistake, and is reported to diagnostics hooks only, as late
/// work.
///
/// If the last copy is released while the promise is pending, the promise is rejected with
/// ``PromiseError/broken(createdAt:)``, so a forgotten callback leaves no consumer waiting forever.
/// In optimized builds, a resolver may be released right after its last use.
///
/// A resolver may outlive every copy of its promise. It then still settles the promise for the
/// remaining consumers.
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
  package init(_ cell: ValueCell<Value>, name: String? = nil) {
    writeEnd = WriteEnd(cell, name: name)
  }

  @inlinable
  var cell: ValueCell<Value> {
    ValueCell.of(writeEnd.cell)
  }

  /// Fulfills the promise with `value`.
  ///
  /// ## Cancellation
  /// After a cancellation, the call changes nothing and returns `false`. It is reported as
  /// ``PromiseDiagnostics/Event/lateWork(error:trace:)``, not as
  /// ``PromiseDiagnostics/Event/redundantSettle(trace:second:)``.
  ///
  /// - Parameter value: the value to fulfill with. If the promise is already settled, the value is
  ///   not retained.
  /// - Returns: whether this call settled the promise.
  @inlinable @discardableResult
  public func fulfill(
    _ value: Value, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    guard cell.claimSettling() else { return writeEnd.lost(.success(()), fileID, line) }
    cell.fulfillClaimed(value)
    return true
  }

  /// Rejects the promise with `error`.
  ///
  /// ## Cancellation
  /// After a cancellation, the call changes nothing and returns `false`. It is reported as
  /// ``PromiseDiagnostics/Event/lateWork(error:trace:)``, not as
  /// ``PromiseDiagnostics/Event/redundantSettle(trace:second:)``. A late cancellation error
  /// is not reported.
  ///
  /// - Parameter error: the error that consumers receive, not wrapped in another.
  /// - Returns: whether this call settled the promise.
  @inlinable @discardableResult
  public func reject(
    _ error: any Error, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    guard cell.claimSettling() else { return writeEnd.lost(.failure(error), fileID, line) }
    Trampoline.run { cell.rejectClaimed(error, &$0) }
    return true
  }

  /// Settles the promise with `result`.
  ///
  /// ## Cancellation
  /// After a cancellation, the call changes nothing and returns `false`. It is reported as
  /// ``PromiseDiagnostics/Event/lateWork(error:trace:)``, not as
  /// ``PromiseDiagnostics/Event/redundantSettle(trace:second:)``. A late cancellation error
  /// is not reported.
  ///
  /// ## Example
  /// ```swift
  /// client.fetchUser(id) { resolver.resolve(with: $0) }
  /// ```
  ///
  /// - Parameter result: a value to fulfill with, or an error to reject with.
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

  /// Settles the promise with `result`, which has a concrete failure type.
  ///
  /// ## Cancellation
  /// After a cancellation, the call changes nothing and returns `false`. It is reported as
  /// ``PromiseDiagnostics/Event/lateWork(error:trace:)``, not as
  /// ``PromiseDiagnostics/Event/redundantSettle(trace:second:)``. A late cancellation error
  /// is not reported.
  ///
  /// - Parameter result: a value to fulfill with, or an error to reject with.
  /// - Returns: whether this call settled the promise.
  @inlinable @discardableResult
  public func resolve(
    with result: Result<Value, some Error>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    resolve(with: result.mapError { $0 as any Error }, fileID: fileID, line: line)
  }

  /// Binds the resolver's promise to `promise`: it settles the same way, and no other resolver call
  /// can settle it.
  ///
  /// The two remain separate promises. A promise that is made to follow itself is rejected with
  /// ``PromiseError/cycle``. Promises that follow each other in a longer cycle stay pending until
  /// one of them is cancelled. `Promise.dumpPending()` of `AsyncPromisesTracking` shows the cycle.
  ///
  /// ## Cancellation
  /// Cancelling the bound promise withdraws it from `promise`, which continues if it has other
  /// consumers.
  ///
  /// ## Example
  /// ```swift
  /// let (page, resolver) = Promise<Page>.pending()
  /// resolver.follow(load(url))
  /// ```
  ///
  /// - Parameter promise: the promise to follow.
  /// - Returns: whether this call bound or settled the promise.
  @inlinable @discardableResult
  public func follow(
    _ promise: Promise<Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    Trampoline.run { cell.follow(promise.cell, &$0) } || writeEnd.lost(nil, fileID, line)
  }

  /// Calls `handler` when the promise is cancelled, to stop its work.
  ///
  /// The handler runs once, in the isolation it was written in. If the promise is already
  /// cancelled, it runs immediately. A nonisolated handler runs on the cancelling thread before
  /// ``Promise/cancel()`` returns; an actor-isolated one runs in a job on its actor. If the promise
  /// settles any other way, the handler is dropped. You can register several handlers; those that
  /// share an isolation run in registration order. A handler doesn't see the task-locals of the
  /// code that cancels the promise, unless it is nonisolated and the platform can't start tasks
  /// synchronously.
  ///
  /// ## Cancellation
  /// The handler runs when ``Promise/cancel()`` is called and when the last consumer leaves, but
  /// not when the resolver itself rejects with `CancellationError`. A promise whose resolver has no
  /// such handler is a gate: its consumers may leave, but it stays pending for later ones.
  ///
  /// ## Example
  /// ```swift
  /// let page = Promise<Page> { resolver in
  ///   let request = api.load(url) { resolver.resolve(with: $0) }
  ///   resolver.onCancel { request.stop() }
  /// }
  /// ```
  ///
  /// - Parameter handler: stops the work. It is retained, along with its captures, until the
  ///   promise settles. If it captures this resolver, the promise can never be broken.
  public func onCancel(
    @_inheritActorContext
    _ handler: @escaping @Sendable @isolated(any) () -> Void
  ) {
    let cleanup = ErasedClosure(IsolatedCleanup(run: handler)).as(ErasedCleanup.self)
    writeEnd.onCancel(on: handler.isolation, cleanup.run)
  }
}

extension Resolver {
  /// Whether the promise is neither settled nor bound.
  package var isPending: Bool { cell.state.phase == .pending }

  /// Settles the promise from a callback whose call site is unknown.
  @inlinable @discardableResult
  package func settle(with result: Result<Value, any Error>) -> Bool {
    resolve(with: result, fileID: "", line: 0)
  }

  /// Settles the promise unless it is already settled, which is not reported as a mistake.
  ///
  /// - Returns: whether this call settled the promise.
  package func trySettle(with result: Result<Value, any Error>) -> Bool {
    Trampoline.run { cell.settle(result, &$0) }
  }
}

extension Resolver where Value == Void {
  /// Fulfills a promise that carries no value.
  ///
  /// ## Cancellation
  /// After a cancellation, the call changes nothing and returns `false`. It is reported as
  /// ``PromiseDiagnostics/Event/lateWork(error:trace:)``, not as
  /// ``PromiseDiagnostics/Event/redundantSettle(trace:second:)``.
  ///
  /// - Returns: whether this call settled the promise.
  @inlinable @discardableResult
  public func fulfill(fileID: StaticString = #fileID, line: UInt = #line) -> Bool {
    fulfill((), fileID: fileID, line: line)
  }
}

extension Promise {
  /// Creates a pending promise and the resolver that settles it.
  ///
  /// If the last copy of the resolver is released before it settles the promise, the promise is
  /// rejected with ``PromiseError/broken(createdAt:)``. In optimized builds, a resolver may be
  /// released right after its last use. To keep the promise pending, store the resolver or use
  /// `withExtendedLifetime`.
  ///
  /// ## Cancellation
  /// ``cancel()`` rejects the promise and runs the handlers registered with
  /// ``Resolver/onCancel(_:)``. If any are registered, the same happens when the last consumer
  /// leaves.
  ///
  /// ## Example
  /// ```swift
  /// let (promise, resolver) = Promise<String>.pending(name: "greeting")
  /// button.onTap = { resolver.fulfill("hello") }
  /// let greeting = try await promise.get()
  /// ```
  ///
  /// - Parameter name: the name of the promise in diagnostics.
  /// - Returns: the promise and its resolver.
  @inlinable
  public static func pending(
    name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (promise: Promise, resolver: Resolver<Value>) {
    let cell = ValueCell<Value>(Origin("pending", name: name, fileID, line))
    return (Promise(cell: cell), Resolver(cell, name: name))
  }
}
