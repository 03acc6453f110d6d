// The building blocks of the compatibility modules' operators: promises whose handlers run where
// the original library runs them, and closures that need not be `Sendable`.

import AsyncPromises

/// How an operator's handler is called: for which promise, and where.
@usableFromInline
package struct Handling {
  @usableFromInline let origin: Origin
  @usableFromInline let context: ExecutionContext
  /// Whether an outcome that skips the handler still waits for its turn.
  @usableFromInline let passesInTurn: Bool

  /// - Parameter context: where the handler runs; inline for the library's own handlers.
  @usableFromInline
  package init(
    _ origin: Origin, in context: ExecutionContext = .inline, passesInTurn: Bool = false
  ) {
    (self.origin, self.context) = (origin, context)
    self.passesInTurn = passesInTurn
  }

  /// Returns the purpose to pass to the core for a handler.
  @usableFromInline
  func purpose(_ purpose: Handler.Purpose) -> Handler.Purpose {
    switch purpose {
    case .values where passesInTurn: .valuesInTurn
    case .failures where passesInTurn: .failuresInTurn
    default: purpose
    }
  }
}

/// Carries a value of any type through the core, which accepts only `Sendable` values.
///
/// `@unchecked Sendable`: the original libraries never required `Sendable` values. As in those
/// libraries, the code that settles a promise gives up the value.
@usableFromInline
package struct Transfer<Value>: AnyTransfer, @unchecked Sendable {
  @usableFromInline package let value: Value

  @inlinable
  package init(_ value: Value) { self.value = value }
}

/// A `Transfer`, whatever its type.
package protocol AnyTransfer {}

/// A closure passed in by the user, type-erased on its way through the core.
@usableFromInline
struct Step<Input, Output> {
  @usableFromInline let run: (Input) throws -> Output

  @inlinable
  init(run: @escaping (Input) throws -> Output) { self.run = run }
}

/// A closure that runs even if its handler is skipped. The core calls it directly.
@usableFromInline
struct Cleanup {
  @usableFromInline let run: () -> Void

  @inlinable
  init(run: @escaping () -> Void) { self.run = run }
}

extension Promise {
  /// Returns a promise for the result of `body`, called with `closure` and the outcome.
  ///
  /// - Parameter body: should capture nothing, because a capture would cost an allocation for each
  ///   promise.
  @inlinable
  package func settle<Input, Output, U>(
    _ handling: Handling, for purpose: Handler.Purpose = .anyOutcome,
    _ closure: @escaping (Input) throws -> Output,
    _ body: @escaping ((Input) throws -> Output, Result<Value, any Error>) throws -> U
  ) -> Promise<Transfer<U>> {
    nonisolated(unsafe) let body = body
    return derive(
      in: handling.context, handling.origin, ErasedClosure(Step(run: closure)),
      for: handling.purpose(purpose)
    ) { closure, source, derived, effects in
      if source.hasLostResolver { return derived.pass(source, &effects) }
      Promise<Transfer<U>>.settle(derived, &effects) {
        try Transfer(body(closure.as(Step<Input, Output>.self).run, Self.outcome(of: source)))
      }
    }
  }

  /// Returns a promise that follows the one `body` returns.
  ///
  /// - Parameter error: the error if the new promise would have to follow itself.
  @inlinable
  package func follow<Input, Output, U>(
    _ handling: Handling, for purpose: Handler.Purpose = .anyOutcome,
    _ closure: @escaping (Input) throws -> Output,
    ifSelf error: @autoclosure @escaping () -> any Error = PromiseError.cycle,
    _ body:
      @escaping ((Input) throws -> Output, Result<Value, any Error>) throws -> Promise<Transfer<U>>
  ) -> Promise<Transfer<U>> {
    nonisolated(unsafe) let (body, error) = (body, error)
    return derive(
      in: handling.context, handling.origin, ErasedClosure(Step(run: closure)),
      for: handling.purpose(purpose)
    ) { closure, source, derived, effects in
      if source.hasLostResolver { return derived.pass(source, &effects) }
      Promise<Transfer<U>>.follow(derived, &effects) {
        let inner = try body(
          closure.as(Step<Input, Output>.self).run, Self.outcome(of: source))
        guard inner.cell !== derived else { throw error() }
        return inner
      }
    }
  }

  /// Returns a promise that settles with the same outcome once `body` has received it.
  ///
  /// - Parameter body: returns whether the user has seen the failure, if there is one.
  @inlinable
  package func pass<Input, Output>(
    _ handling: Handling, for purpose: Handler.Purpose = .anyOutcome,
    _ closure: @escaping (Input) throws -> Output,
    _ body: @escaping ((Input) throws -> Output, Result<Value, any Error>) throws -> Bool
  ) -> Self {
    nonisolated(unsafe) let body = body
    return derive(
      in: handling.context, handling.origin, ErasedClosure(Step(run: closure)),
      for: handling.purpose(purpose)
    ) { closure, source, derived, effects in
      if source.hasLostResolver { return derived.pass(source, &effects) }
      Self.settle(derived, like: source, &effects) {
        try body(closure.as(Step<Input, Output>.self).run, Self.outcome(of: source))
      }
    }
  }

  /// Returns a promise that settles with the same outcome once `body` has run. The body runs
  /// whatever happens to the new promise.
  @inlinable
  package func ensure(_ handling: Handling, _ body: @escaping () -> Void) -> Self {
    derive(
      in: handling.context, handling.origin, ErasedClosure(Cleanup(run: body)), for: .cleanup
    ) { closure, source, derived, effects in
      if source.hasLostResolver { return derived.pass(source, &effects) }
      Self.settle(derived, like: source, &effects) {
        closure.as(Cleanup.self).run()
        return false
      }
    }
  }

  /// Returns a promise that settles with the same outcome once the promise that `body` returns has
  /// settled, either way. The body runs whatever happens to the new promise.
  @inlinable
  package func ensure<U>(
    _ handling: Handling, then body: @escaping () -> Promise<Transfer<U>>
  ) -> Self {
    nonisolated(unsafe) let body = body
    let cleanup = ErasedClosure(Cleanup { _ = body() })
    return derive(in: handling.context, handling.origin, cleanup, for: .cleanup) {
      _, source, derived, effects in
      if source.hasLostResolver { return derived.pass(source, &effects) }
      Self.follow(derived, &effects) {
        body().derive(in: .inline, .none) { _, other, inner, effects in
          if other.hasLostResolver { return inner.pass(other, &effects) }
          Self.settle(inner, like: source, &effects) { false }
        }
      }
    }
  }

  /// Returns a promise for the result of `transform`, called with the value.
  @inlinable
  package func map<T, U>(_ handling: Handling, _ transform: @escaping (T) throws -> U) -> Promise<
    Transfer<U>
  >
  where Value == Transfer<T> {
    settle(handling, for: .values, transform) { transform, outcome in
      try transform(outcome.get().value)
    }
  }

  /// Returns a promise that is fulfilled with the same value once `body` has received it.
  @inlinable
  package func get<T>(_ handling: Handling, _ body: @escaping (T) throws -> Void) -> Self
  where Value == Transfer<T> {
    pass(handling, for: .values, body) { body, outcome in
      try body(outcome.get().value)
      return false
    }
  }

  /// Returns a promise for the result of `body`, called with the outcome.
  @inlinable
  package func settle<U>(
    _ handling: Handling, for purpose: Handler.Purpose = .anyOutcome,
    _ body: @escaping (Result<Value, any Error>) throws -> U
  ) -> Promise<
    Transfer<U>
  > {
    settle(handling, for: purpose, body) { body, outcome in try body(outcome) }
  }

  /// Returns a promise that follows the one `body` returns.
  @inlinable
  package func follow<U>(
    _ handling: Handling,
    _ body: @escaping (Result<Value, any Error>) throws -> Promise<Transfer<U>>
  ) -> Promise<Transfer<U>> {
    follow(handling, body) { body, outcome in try body(outcome) }
  }

  /// Returns one of the library's own promises with the same outcome. It is rejected if the
  /// resolver was lost.
  package func asyncPromise<T: Sendable>() -> Promise<T> where Value == Transfer<T> {
    derive(in: .inline, Origin("asyncPromise", whereMade: cell.origin)) {
      _, source, derived, effects in
      switch Self.outcome(of: source) {
      case .success(let value): Promise<T>.settle(derived, &effects) { value.value }
      case .failure: derived.pass(asOurs: source, &effects)
      }
    }
  }

  /// Calls `body` with the outcome, in the call that settles the promise.
  ///
  /// - Parameter origin: for user code, which a scope waits for; `none` for the library's own.
  package func pipe(
    _ origin: Origin = .none, _ body: @escaping (Result<Value, any Error>) -> Void
  ) {
    _ = settle(.init(origin), body)
  }
}

extension Cell {
  /// Settles like `source`, whose outcome skips this cell's handler.
  @usableFromInline
  final func pass(_ source: Cell, _ effects: inout Effects) {
    settle(as: source, &effects)
  }

  /// Settles one of the library's own promises like a rejected promise of a compatibility module.
  package final func pass(asOurs source: Cell, _ effects: inout Effects) {
    guard let lost = source.failure as? LostResolver else { return pass(source, &effects) }
    // This was reported when the resolver was released.
    markFailureHandled()
    reject(PromiseError.broken(createdAt: lost.site), &effects)
  }
}
