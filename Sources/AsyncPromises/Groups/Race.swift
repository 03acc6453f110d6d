// race: the first input to settle wins.

extension Promise {
  /// Returns a promise that settles like the first input to settle, fulfilled or rejected.
  ///
  /// With no inputs, it is rejected with ``PromiseError/emptyGroup``. Once the race settles, it
  /// stops observing the other inputs, which continue unless `remaining` is `.cancel`. A million
  /// races against one pending promise leak nothing. If several inputs are already settled, the
  /// first of them in input order wins.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws it from the inputs; those with no other consumer are abandoned.
  ///
  /// ## Example
  /// ```swift
  /// let answer = Promise.race(question.answer, shutdown)
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs. A promise may appear more than once.
  ///   - remaining: what happens to inputs still pending when the group settles.
  /// - Returns: a promise for the first outcome.
  @inlinable
  public static func race(
    _ promises: some Sequence<Promise>, remaining: RemainingInputs = .leave,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    let inputs = Array(promises)
    guard !inputs.isEmpty else {
      return .rejected(PromiseError.emptyGroup, fileID: fileID, line: line)
    }
    let cell = ValueCell<Value>(Origin("race", fileID, line))
    // A closure that captures only a cell costs no allocation.
    Group.wait(for: inputs.map(\.cell), on: cell, remaining: remaining) { input, _, effects in
      cell.take(from: input, &effects)
    }
    return Promise(cell: cell)
  }

  /// Returns a promise that settles like the first input to settle, just as `race` does for an
  /// array.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws it from the inputs; those with no other consumer are abandoned.
  ///
  /// ## Example
  /// ```swift
  /// let answer = Promise.race(ask(server), shutdown, remaining: .cancel)
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs.
  ///   - remaining: what happens to inputs still pending when the group settles.
  /// - Returns: a promise for the first outcome.
  @inlinable
  public static func race(
    _ promises: Promise..., remaining: RemainingInputs = .leave,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    race(promises, remaining: remaining, fileID: fileID, line: line)
  }
}
