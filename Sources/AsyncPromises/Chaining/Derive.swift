// The building block of all chaining operators: a derived promise that waits with a handler.

extension Promise {
  /// Creates a promise that `run` settles once this one has settled.
  ///
  /// - Parameters:
  ///   - context: where the handler runs.
  ///   - origin: how and where the promise was created.
  ///   - closure: the user's closure.
  ///   - purpose: the outcomes that the closure handles.
  ///   - run: calls the closure in `context` and settles the derived cell.
  @inlinable
  package func derive<U: Sendable>(
    in context: consuming ExecutionContext, _ origin: Origin,
    _ closure: consuming ErasedClosure = .none, for purpose: Handler.Purpose = .anyOutcome,
    _ run: @escaping Handler.Run
  ) -> Promise<U> {
    let derived = DerivedCell<U>(
      from: cell, origin,
      Handler(consume closure, in: consume context, for: purpose, run: run))
    cell.attach(derived: derived)
    return Promise<U>(cell: derived)
  }

  /// The same, for a handler that runs in its closure's isolation.
  @inlinable
  func derive<U: Sendable>(
    on isolation: consuming (any Actor)?, _ origin: Origin,
    _ closure: consuming ErasedClosure = .none, for purpose: Handler.Purpose = .anyOutcome,
    _ run: @escaping Handler.Run
  ) -> Promise<U> {
    derive(in: ExecutionContext(consume isolation), origin, consume closure, for: purpose, run)
  }

  @inlinable
  package static func outcome(of source: Cell) -> Result<Value, any Error> {
    ValueCell<Value>.outcome(of: source)
  }

  /// Settles a cell of this promise's type with the result or error of `body`.
  @inlinable
  package static func settle(
    _ derived: Cell, _ effects: inout Effects,
    with body: () throws -> Value
  ) {
    ValueCell<Value>.of(derived).settle(Result(catching: body), &effects)
  }

  /// Calls `body`, then settles a cell of this promise's type like `source`, which has the same
  /// type. If `body` throws, the cell is rejected with that error.
  ///
  /// - Parameter body: returns whether the user has seen the failure, if there is one.
  @inlinable
  package static func settle(
    _ derived: Cell, like source: Cell, _ effects: inout Effects,
    after body: () throws -> Bool
  ) {
    do {
      if try body() { derived.markFailureHandled() }
      derived.take(from: source, &effects)
    } catch {
      derived.reject(error, &effects)
    }
  }

  /// Settles a cell of this promise's type like the promise `body` returns.
  @inlinable
  package static func follow(
    _ derived: Cell, _ effects: inout Effects,
    with body: () throws -> Promise
  ) {
    do {
      ValueCell<Value>.of(derived).follow(try body().cell, &effects)
    } catch {
      derived.reject(error, &effects)
    }
  }

  /// Starts an asynchronous handler, which settles the derived cell when it ends.
  static func settle(
    _ derived: Cell, on isolation: (any Actor)?,
    _ effects: inout Effects,
    with body: nonisolated(nonsending) @escaping @Sendable () async throws -> Value
  ) {
    let closure = ErasedClosure(AsyncHandler(run: body))
    start(derived, on: isolation, &effects, closure) { closure, derived in
      let outcome: Result<Value, any Error>
      do {
        outcome = .success(try await closure.as(AsyncHandler<Value>.self).run())
      } catch {
        outcome = .failure(error)
      }
      ValueCell<Value>.of(derived).operationEnded(outcome)
    }
  }

  /// Starts an asynchronous handler; the derived cell follows the promise that it returns.
  static func follow(
    _ derived: Cell, on isolation: (any Actor)?,
    _ effects: inout Effects,
    with body: nonisolated(nonsending) @escaping @Sendable () async throws -> Promise
  ) {
    let closure = ErasedClosure(AsyncHandler(run: body))
    start(derived, on: isolation, &effects, closure) { closure, derived in
      let derived = ValueCell<Value>.of(derived)
      do {
        let inner = try await closure.as(AsyncHandler<Promise>.self).run()
        derived.operationReturned(inner.cell)
      } catch {
        derived.operationEnded(.failure(error))
      }
    }
  }

  /// Starts a task for a handler whose turn has come, synchronously if the platform supports that.
  private static func start(
    _ derived: Cell, on isolation: (any Actor)?, _ effects: inout Effects,
    _ closure: ErasedClosure, _ run: @escaping Operation.Run
  ) {
    derived.origin.record?.waits(for: .operation)
    let task = Tasks.handler(
      for: derived, on: isolation, .erased(closure, settling: derived, run))
    if derived.arm(with: task) { derived.leaveUpstream(&effects) }
  }
}
