// race: the first input to settle decides.

extension Promise {
  /// Returns a promise that settles like the promise that is settled first, fulfilled or rejected.
  ///
  /// Without any promises, it is rejected with ``PromiseError/emptyGroup``. When the race is
  /// decided, it stops observing the other inputs, which continue unless `losers` says to cancel
  /// them. A million races against one promise that stays pending leave nothing behind. Of several
  /// inputs that are already settled, the first in the order of the inputs decides.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws from the inputs; those without another consumer are cancelled.
  ///
  /// ## Example
  /// ```swift
  /// let answer = Promise.race(question.answer, shutdown)
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs. The same promise may occur several times.
  ///   - losers: what happens to the inputs that are pending when the group is decided.
  ///   - fileID: Pass nothing: the call site.
  ///   - line: Pass nothing: the call site.
  /// - Returns: a promise of the first outcome.
  @inlinable
  public static func race(
    _ promises: some Sequence<Promise>, losers: LoserPolicy = .leave,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    let inputs = Array(promises)
    guard !inputs.isEmpty else {
      return .rejected(PromiseError.emptyGroup, fileID: fileID, line: line)
    }
    let cell = ValueCell<Value>(Origin("race", fileID, line))
    // What captures a cell and nothing else is no allocation.
    Group.wait(for: inputs.map(\.cell), on: cell, losers: losers) { input, _, effects in
      cell.settle(as: input, &effects)
    }
    return Promise(cell: cell)
  }

  /// Returns a promise that settles like the promise that is settled first, like `race` of an
  /// array.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws from the inputs; those without another consumer are cancelled.
  ///
  /// ## Example
  /// ```swift
  /// let answer = Promise.race(ask(server), shutdown, losers: .cancel)
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs.
  ///   - losers: what happens to the inputs that are pending when the group is decided.
  ///   - fileID: Pass nothing: the call site.
  ///   - line: Pass nothing: the call site.
  /// - Returns: a promise of the first outcome.
  @inlinable
  public static func race(
    _ promises: Promise..., losers: LoserPolicy = .leave,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    race(promises, losers: losers, fileID: fileID, line: line)
  }
}
