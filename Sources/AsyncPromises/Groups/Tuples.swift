// all and allSettled for promises of different types: they return a typed tuple.
//
// The overloads with parameter packs take any number of promises. Those with a fixed number do the
// same, but the compiler can infer their types in the middle of a chain.

extension Promise {
  /// Returns a promise that is fulfilled with all values as a tuple, or rejected with the first
  /// error.
  ///
  /// Once the group settles, it stops observing the other inputs, which continue unless `remaining`
  /// is `.cancel`.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws it from the inputs; those with no other consumer are cancelled.
  ///
  /// ## Example
  /// ```swift
  /// let (user, avatar) = try await Promise.all(loadUser(), loadAvatar()).get()
  /// ```
  ///
  /// - Parameters:
  ///   - promise: the inputs.
  ///   - remaining: what happens to inputs still pending when the group settles.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: a promise for the tuple.
  public static func all<each T: Sendable>(
    _ promise: repeat Promise<each T>, remaining: RemainingInputs = .leave,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(repeat each T)> where Value == (repeat each T) {
    var cells: [Cell] = []
    repeat cells.append((each promise).cell)
    return all(cells, remaining: remaining, Origin("all", fileID, line)) {
      (repeat (each promise).fulfilledValue)
    }
  }

  /// Returns a promise that is fulfilled with all outcomes as a tuple. It is rejected only if it is
  /// cancelled.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws it from the inputs; those with no other consumer are cancelled.
  ///
  /// ## Example
  /// ```swift
  /// let (user, news) = try await Promise.allSettled(loadUser(), loadNews()).get()
  /// ```
  ///
  /// - Parameters:
  ///   - promise: the inputs.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: a promise for the tuple.
  public static func allSettled<each T: Sendable>(
    _ promise: repeat Promise<each T>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(repeat Result<each T, any Error>)>
  where Value == (repeat Result<each T, any Error>) {
    var cells: [Cell] = []
    repeat cells.append((each promise).cell)
    return allSettled(cells, Origin("allSettled", fileID, line)) {
      (repeat (each promise).settledOutcome)
    }
  }

  /// The same as the variadic `all`, but for exactly two promises.
  public static func all<A: Sendable, B: Sendable>(
    _ a: Promise<A>, _ b: Promise<B>, remaining: RemainingInputs = .leave,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(A, B)> where Value == (A, B) {
    all([a.cell, b.cell], remaining: remaining, Origin("all", fileID, line)) {
      (a.fulfilledValue, b.fulfilledValue)
    }
  }

  /// The same as the variadic `allSettled`, but for exactly two promises.
  public static func allSettled<A: Sendable, B: Sendable>(
    _ a: Promise<A>, _ b: Promise<B>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(Result<A, any Error>, Result<B, any Error>)>
  where Value == (Result<A, any Error>, Result<B, any Error>) {
    allSettled([a.cell, b.cell], Origin("allSettled", fileID, line)) {
      (a.settledOutcome, b.settledOutcome)
    }
  }

  /// The same as the variadic `all`, but for exactly three promises.
  public static func all<A: Sendable, B: Sendable, C: Sendable>(
    _ a: Promise<A>, _ b: Promise<B>, _ c: Promise<C>, remaining: RemainingInputs = .leave,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(A, B, C)> where Value == (A, B, C) {
    all([a.cell, b.cell, c.cell], remaining: remaining, Origin("all", fileID, line)) {
      (a.fulfilledValue, b.fulfilledValue, c.fulfilledValue)
    }
  }

  /// The same as the variadic `allSettled`, but for exactly three promises.
  public static func allSettled<A: Sendable, B: Sendable, C: Sendable>(
    _ a: Promise<A>, _ b: Promise<B>, _ c: Promise<C>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(Result<A, any Error>, Result<B, any Error>, Result<C, any Error>)>
  where Value == (Result<A, any Error>, Result<B, any Error>, Result<C, any Error>) {
    allSettled([a.cell, b.cell, c.cell], Origin("allSettled", fileID, line)) {
      (a.settledOutcome, b.settledOutcome, c.settledOutcome)
    }
  }

  /// The same as the variadic `all`, but for exactly four promises.
  public static func all<A: Sendable, B: Sendable, C: Sendable, D: Sendable>(
    _ a: Promise<A>, _ b: Promise<B>, _ c: Promise<C>, _ d: Promise<D>,
    remaining: RemainingInputs = .leave,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(A, B, C, D)> where Value == (A, B, C, D) {
    all([a.cell, b.cell, c.cell, d.cell], remaining: remaining, Origin("all", fileID, line)) {
      (a.fulfilledValue, b.fulfilledValue, c.fulfilledValue, d.fulfilledValue)
    }
  }

  /// The same as the variadic `allSettled`, but for exactly four promises.
  public static func allSettled<A: Sendable, B: Sendable, C: Sendable, D: Sendable>(
    _ a: Promise<A>, _ b: Promise<B>, _ c: Promise<C>, _ d: Promise<D>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<
    (Result<A, any Error>, Result<B, any Error>, Result<C, any Error>, Result<D, any Error>)
  >
  where
    Value == (
      Result<A, any Error>, Result<B, any Error>, Result<C, any Error>, Result<D, any Error>
    )
  {
    allSettled([a.cell, b.cell, c.cell, d.cell], Origin("allSettled", fileID, line)) {
      (a.settledOutcome, b.settledOutcome, c.settledOutcome, d.settledOutcome)
    }
  }

  /// The same as the variadic `all`, but for exactly five promises.
  public static func all<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable>(
    _ a: Promise<A>, _ b: Promise<B>, _ c: Promise<C>, _ d: Promise<D>, _ e: Promise<E>,
    remaining: RemainingInputs = .leave,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(A, B, C, D, E)> where Value == (A, B, C, D, E) {
    all(
      [a.cell, b.cell, c.cell, d.cell, e.cell], remaining: remaining, Origin("all", fileID, line)
    ) {
      (a.fulfilledValue, b.fulfilledValue, c.fulfilledValue, d.fulfilledValue, e.fulfilledValue)
    }
  }

  /// The same as the variadic `allSettled`, but for exactly five promises.
  public static func allSettled<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable>(
    _ a: Promise<A>, _ b: Promise<B>, _ c: Promise<C>, _ d: Promise<D>, _ e: Promise<E>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<
    (
      Result<A, any Error>, Result<B, any Error>, Result<C, any Error>, Result<D, any Error>,
      Result<E, any Error>
    )
  >
  where
    Value == (
      Result<A, any Error>, Result<B, any Error>, Result<C, any Error>, Result<D, any Error>,
      Result<E, any Error>
    )
  {
    allSettled([a.cell, b.cell, c.cell, d.cell, e.cell], Origin("allSettled", fileID, line)) {
      (a.settledOutcome, b.settledOutcome, c.settledOutcome, d.settledOutcome, e.settledOutcome)
    }
  }

  /// The same as the variadic `all`, but for exactly six promises.
  public static func all<
    A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable
  >(
    _ a: Promise<A>, _ b: Promise<B>, _ c: Promise<C>, _ d: Promise<D>, _ e: Promise<E>,
    _ f: Promise<F>, remaining: RemainingInputs = .leave,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(A, B, C, D, E, F)> where Value == (A, B, C, D, E, F) {
    all(
      [a.cell, b.cell, c.cell, d.cell, e.cell, f.cell], remaining: remaining,
      Origin("all", fileID, line)
    ) {
      (
        a.fulfilledValue, b.fulfilledValue, c.fulfilledValue, d.fulfilledValue, e.fulfilledValue,
        f.fulfilledValue
      )
    }
  }

  /// The same as the variadic `allSettled`, but for exactly six promises.
  public static func allSettled<
    A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable
  >(
    _ a: Promise<A>, _ b: Promise<B>, _ c: Promise<C>, _ d: Promise<D>, _ e: Promise<E>,
    _ f: Promise<F>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<
    (
      Result<A, any Error>, Result<B, any Error>, Result<C, any Error>, Result<D, any Error>,
      Result<E, any Error>, Result<F, any Error>
    )
  >
  where
    Value == (
      Result<A, any Error>, Result<B, any Error>, Result<C, any Error>, Result<D, any Error>,
      Result<E, any Error>, Result<F, any Error>
    )
  {
    allSettled(
      [a.cell, b.cell, c.cell, d.cell, e.cell, f.cell], Origin("allSettled", fileID, line)
    ) {
      (
        a.settledOutcome, b.settledOutcome, c.settledOutcome, d.settledOutcome, e.settledOutcome,
        f.settledOutcome
      )
    }
  }
}

extension Promise {
  /// The outcome of an input that has settled.
  var settledOutcome: Result<Value, any Error> {
    guard let outcome = resultIfSettled else { preconditionFailure("The input must be settled.") }
    return outcome
  }

  /// The value of an input that was fulfilled.
  package var fulfilledValue: Value {
    guard case .success(let value) = settledOutcome else {
      preconditionFailure("The input must be fulfilled.")
    }
    return value
  }
}
