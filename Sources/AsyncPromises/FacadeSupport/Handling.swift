// What the operators of other libraries' vocabularies are made of: a promise that waits with a
// handler where that vocabulary has it run, and closures that need not be `Sendable`.

/// How the handler of an operator is called: for which promise, and where.
@usableFromInline
package struct Handling {
  @usableFromInline let origin: Origin
  @usableFromInline let context: ExecutionContext
  /// Whether an outcome that is not for the handler waits for its turn, too.
  @usableFromInline let passesInTurn: Bool

  /// - Parameter context: inline for handlers of the library's own.
  @usableFromInline
  package init(
    _ origin: Origin, in context: ExecutionContext = .inline, passesInTurn: Bool = false
  ) {
    (self.origin, self.context) = (origin, context)
    self.passesInTurn = passesInTurn
  }

  /// What the core is to know of the purpose of a handler.
  @usableFromInline
  func purpose(_ purpose: Handler.Purpose) -> Handler.Purpose {
    switch purpose {
    case .values where passesInTurn: .valuesInTurn
    case .failures where passesInTurn: .failuresInTurn
    default: purpose
    }
  }
}

/// Carries a value of any type through a core that takes `Sendable` ones alone.
///
/// `@unchecked Sendable`: the vocabularies never asked their values to be `Sendable`. As ever, the
/// code that settles a promise hands the value over.
@usableFromInline
package struct Transfer<Value>: ForeignValue, @unchecked Sendable {
  @usableFromInline package let value: Value

  @inlinable
  package init(_ value: Value) { self.value = value }
}

/// A closure of the user's, on its way through the core without its type.
@usableFromInline
struct Step<Input, Output> {
  @usableFromInline let run: (Input) throws -> Output

  @inlinable
  init(run: @escaping (Input) throws -> Output) { self.run = run }
}

/// A closure that runs even when its handler is skipped: the core calls it as it is.
@usableFromInline
struct Cleanup {
  @usableFromInline let run: () -> Void

  @inlinable
  init(run: @escaping () -> Void) { self.run = run }
}

extension Promise {
  /// A promise of what `body` makes of the outcome, with the help of `closure`.
  ///
  /// - Parameter body: captures nothing, which would be another allocation for each promise.
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

  /// A promise that follows the one which `body` returns.
  ///
  /// - Parameter error: what it is rejected with if that is itself.
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

  /// A promise of the same outcome, when `body` has seen it.
  ///
  /// - Parameter body: answers whether the user has seen the failure, if there is one.
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

  /// A promise of the same outcome, when `body` has run, whatever becomes of it.
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

  /// A promise of the same outcome, when the promise that `body` returns is settled, whichever way.
  /// The body is called whatever becomes of this promise.
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

  /// A promise of what `transform` makes of the value.
  @inlinable
  package func map<T, U>(_ handling: Handling, _ transform: @escaping (T) throws -> U) -> Promise<
    Transfer<U>
  >
  where Value == Transfer<T> {
    settle(handling, for: .values, transform) { transform, outcome in
      try transform(outcome.get().value)
    }
  }

  /// A promise of the same value, when `body` has seen it.
  @inlinable
  package func get<T>(_ handling: Handling, _ body: @escaping (T) throws -> Void) -> Self
  where Value == Transfer<T> {
    pass(handling, for: .values, body) { body, outcome in
      try body(outcome.get().value)
      return false
    }
  }

  /// A promise of what `body` makes of the outcome.
  @inlinable
  package func settle<U>(
    _ handling: Handling, for purpose: Handler.Purpose = .anyOutcome,
    _ body: @escaping (Result<Value, any Error>) throws -> U
  ) -> Promise<
    Transfer<U>
  > {
    settle(handling, for: purpose, body) { body, outcome in try body(outcome) }
  }

  /// A promise that follows the one which `body` returns.
  @inlinable
  package func follow<U>(
    _ handling: Handling,
    _ body: @escaping (Result<Value, any Error>) throws -> Promise<Transfer<U>>
  ) -> Promise<Transfer<U>> {
    follow(handling, body) { body, outcome in try body(outcome) }
  }

  /// A promise of ours with the same outcome; it does not wait for good.
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
  package func pipe(_ body: @escaping (Result<Value, any Error>) -> Void) {
    _ = settle(.init(.none), body)
  }
}

extension Cell {
  /// Settles as a cell did whose outcome is not for the handler of this one.
  @usableFromInline
  final func pass(_ source: Cell, _ effects: inout Effects) {
    settle(as: source, &effects)
  }

  /// Settles a promise of ours as a rejected one of a vocabulary.
  package final func pass(asOurs source: Cell, _ effects: inout Effects) {
    guard let lost = source.failure as? LostResolver else { return pass(source, &effects) }
    // It has been reported when the resolver went.
    markFailureHandled()
    reject(PromiseError.broken(createdAt: lost.site), &effects)
  }
}
