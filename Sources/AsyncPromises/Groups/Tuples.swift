// all and allSettled for promises of different types: they return a typed tuple.
//
// The overloads with parameter packs take any number of promises. `all` of two and of three do the
// same, but the compiler knows the values' types earlier: several such links in a chain, each
// followed by a closure with operators, type-check in no time.

extension Promise {
  /// Returns a promise that is fulfilled with all values as a tuple, or rejected with the first
  /// error.
  ///
  /// Once the group settles, it stops observing the other inputs, which continue unless `remaining`
  /// is `.cancel`.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws it from the inputs; those with no other consumer are abandoned.
  ///
  /// ## Example
  /// ```swift
  /// let (user, avatar) = try await Promise.all(loadUser(), loadAvatar()).get()
  /// ```
  ///
  /// - Parameters:
  ///   - promise: the inputs.
  ///   - remaining: what happens to inputs still pending when the group settles.
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
  /// Cancelling the group withdraws it from the inputs; those with no other consumer are abandoned.
  ///
  /// ## Example
  /// ```swift
  /// let (user, news) = try await Promise.allSettled(loadUser(), loadNews()).get()
  /// ```
  ///
  /// - Parameter promise: the inputs.
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

  /// The same as the variadic `all`, but for exactly three promises.
  public static func all<A: Sendable, B: Sendable, C: Sendable>(
    _ a: Promise<A>, _ b: Promise<B>, _ c: Promise<C>, remaining: RemainingInputs = .leave,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(A, B, C)> where Value == (A, B, C) {
    all([a.cell, b.cell, c.cell], remaining: remaining, Origin("all", fileID, line)) {
      (a.fulfilledValue, b.fulfilledValue, c.fulfilledValue)
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
