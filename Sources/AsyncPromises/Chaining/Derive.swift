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
    _ closure: Closure = .none, isCleanup: Bool = false, _ run: @escaping Handler.Run
  ) -> Promise<U> {
    let derived = ValueCell<U>(
      derivedFrom: cell, origin, isolation: isolation,
      handler: Handler(closure, run: run), isCleanup: isCleanup)
    cell.attach(derived)
    return Promise<U>(cell: derived)
  }

  @inlinable
  static func outcome(of source: Cell) -> Result<Value, any Error> {
    ValueCell<Value>.outcome(of: source)
  }

  /// Settles a cell of this promise's type with what `body` returns or throws.
  ///
  /// - Parameter source: the rejected cell whose failure `body` deals with.
  @inlinable
  static func settle(
    _ derived: Cell, because source: Cell? = nil, _ trampoline: inout Trampoline,
    with body: () throws -> Value
  ) {
    ValueCell<Value>.of(derived).settle(Result(catching: body), because: source, &trampoline)
  }

  /// Settles a cell of this promise's type as the promise does that `body` returns.
  @inlinable
  static func follow(
    _ derived: Cell, because source: Cell? = nil, _ trampoline: inout Trampoline,
    with body: () throws -> Promise
  ) {
    do {
      ValueCell<Value>.of(derived).follow(try body().cell, &trampoline)
    } catch {
      derived.reject(error, because: source, &trampoline)
    }
  }

  /// Starts an asynchronous handler, which settles the derived cell when it ends.
  static func settle(
    _ derived: Cell, because source: Cell? = nil, on isolation: (any Actor)?,
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
      Trampoline.run { _ = cell.settle(outcome, because: source, &$0) }
    }
  }

  /// Starts an asynchronous handler; the derived cell follows the promise that it returns.
  static func follow(
    _ derived: Cell, because source: Cell? = nil, on isolation: (any Actor)?,
    _ trampoline: inout Trampoline,
    with body: nonisolated(nonsending) @escaping @Sendable () async throws -> Promise
  ) {
    start(ValueCell<Value>.of(derived), on: isolation, &trampoline) { cell in
      do {
        let inner = try await body()
        Trampoline.run { _ = cell.follow(inner.cell, &$0) }
      } catch {
        Trampoline.run { _ = cell.reject(error, because: source, &$0) }
      }
    }
  }

  /// Starts a task for a handler in the order of its turn: in place, where the platform can.
  private static func start(
    _ derived: ValueCell<Value>, on isolation: (any Actor)?, _ trampoline: inout Trampoline,
    _ body: nonisolated(nonsending) @escaping @Sendable (ValueCell<Value>) async -> Void
  ) {
    let task = Spawn.handler(for: derived, on: isolation) {
      await body(derived)
    }
    derived.hold(TaskProducer(task), &trampoline)
  }
}

extension ValueCell {
  @inlinable
  static func of(_ derived: Cell) -> ValueCell {
    // SAFETY: `derive` makes the cell and hands it to the handler that was written beside it.
    unsafeDowncast(derived, to: ValueCell.self)
  }
}
