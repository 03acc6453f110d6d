// race: the first input to settle decides.

extension Promise where Value == Never {
  /// Settled as the first promise in time that is settled, whichever way.
  ///
  /// No promises at all: rejected with ``PromiseError/emptyGroup``. The other inputs go on, and the
  /// group leaves every one of them at the decision, unless `losers` says to cancel them: a million
  /// races against one promise that stays pending leave nothing behind. Of several inputs that are
  /// settled already the first in the order of the inputs decides.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws from the inputs: those without another consumer are
  /// cancelled.
  ///
  /// ```swift
  /// let answer = Promise.race(question.answer, shutdown)
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs. A promise may be among them several times.
  ///   - losers: what becomes of the inputs that are pending when the group is decided.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  /// - Returns: a promise of the first outcome.
  @inlinable
  public static func race<T: Sendable>(
    _ promises: some Sequence<Promise<T>>, losers: LoserPolicy = .leave,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<T> {
    let inputs = Array(promises)
    guard !inputs.isEmpty else {
      return .rejected(PromiseError.emptyGroup, fileID: fileID, line: line)
    }
    return Promise<T>.group(
      of: inputs.map(\.cell), losers: losers, Origin(.race, fileID, line)
    ) { input, cell, trampoline in
      cell.settle(as: input, &trampoline)
    }
  }

  /// Settled as the first of the promises that is settled: `race` of an array of them.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws from the inputs: those without another consumer are
  /// cancelled.
  ///
  /// ```swift
  /// let answer = Promise.race(ask(server), shutdown, losers: .cancel)
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs.
  ///   - losers: what becomes of the inputs that are pending when the group is decided.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  /// - Returns: a promise of the first outcome.
  @inlinable
  public static func race<T: Sendable>(
    _ promises: Promise<T>..., losers: LoserPolicy = .leave,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<T> {
    race(promises, losers: losers, fileID: fileID, line: line)
  }
}
