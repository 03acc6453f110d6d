// What all operators of a chain are made of: a derived promise that waits with a handler.

extension Promise {
  /// Makes a promise that is settled by `run` when this one is.
  ///
  /// - Parameters:
  ///   - isolation: where the handler runs.
  ///   - origin: what the promise is made by.
  ///   - closure: the user's.
  ///   - isCleanup: whether the closure runs even if the derived promise is cancelled before.
  ///   - run: calls the closure, on `isolation`, and settles the derived cell.
  @inlinable
  func derive<U: Sendable>(
    on isolation: (any Actor)?, _ origin: Origin,
    _ closure: ErasedClosure = .none, isCleanup: Bool = false, _ run: @escaping Handler.Run
  ) -> Promise<U> {
    let handler = Handler(closure, on: isolation, isCleanup: isCleanup, run: run)
    let derived = ValueCell<U>(derivedFrom: cell, origin, handler)
    cell.attach(derived)
    return Promise<U>(cell: derived)
  }

  @inlinable
  static func outcome(of source: Cell) -> Result<Value, any Error> {
    ValueCell<Value>.outcome(of: source)
  }

  /// Settles a cell of this promise's type with what `body` returns or throws.
  @inlinable
  static func settle(
    _ derived: Cell, _ trampoline: inout Trampoline,
    with body: () throws -> Value
  ) {
    ValueCell<Value>.of(derived).settle(Result(catching: body), &trampoline)
  }

  /// Settles a cell of this promise's type as the promise does that `body` returns.
  @inlinable
  static func follow(
    _ derived: Cell, _ trampoline: inout Trampoline,
    with body: () throws -> Promise
  ) {
    do {
      ValueCell<Value>.of(derived).follow(try body().cell, &trampoline)
    } catch {
      derived.reject(error, &trampoline)
    }
  }

  /// Starts an asynchronous handler, which settles the derived cell when it ends.
  static func settle(
    _ derived: Cell, on isolation: (any Actor)?,
    _ trampoline: inout Trampoline,
    with body: nonisolated(nonsending) @escaping @Sendable () async throws -> Value
  ) {
    start(ValueCell<Value>.of(derived), on: isolation, &trampoline) { cell in
      let outcome: Result<Value, any Error>
      do {
        outcome = .success(try await body())
      } catch {
        outcome = .failure(error)
      }
      Trampoline.run { _ = cell.settle(outcome, &$0) }
    }
  }

  /// Starts an asynchronous handler; the derived cell follows the promise that it returns.
  static func follow(
    _ derived: Cell, on isolation: (any Actor)?,
    _ trampoline: inout Trampoline,
    with body: nonisolated(nonsending) @escaping @Sendable () async throws -> Promise
  ) {
    start(ValueCell<Value>.of(derived), on: isolation, &trampoline) { cell in
      do {
        let inner = try await body()
        Trampoline.run { _ = cell.follow(inner.cell, &$0) }
      } catch {
        Trampoline.run { _ = cell.reject(error, &$0) }
      }
    }
  }

  /// Starts a task for a handler in the order of its turn: in place, where the platform can.
  private static func start(
    _ derived: ValueCell<Value>, on isolation: (any Actor)?, _ trampoline: inout Trampoline,
    _ body: nonisolated(nonsending) @escaping @Sendable (ValueCell<Value>) async -> Void
  ) {
    let task = Tasks.handler(for: derived, on: isolation) {
      await body(derived)
    }
    derived.attach(TaskProducer(task), &trampoline)
  }
}
