// any: one input has to be fulfilled.

extension Promise where Value == Never {
  /// Fulfilled as the first promise in time that is fulfilled; rejected with
  /// ``PromiseError/noneFulfilled(_:)``, which has all errors in the order of the inputs, when all
  /// are rejected.
  ///
  /// No promises at all: rejected with ``PromiseError/emptyGroup``. The other inputs go on, and the
  /// group leaves every one of them at the decision, unless `losers` says to cancel them.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws from the inputs: those that nobody else is interested in are
  /// cancelled.
  ///
  /// ```swift
  /// let page = Promise.any(mirrors.map { load($0) }, losers: .cancel)
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs. A promise may be among them several times.
  ///   - losers: what becomes of the inputs that are pending when the group is decided.
  /// - Returns: a promise of the first value.
  public static func any<T: Sendable>(
    _ promises: some Sequence<Promise<T>>, losers: LoserPolicy = .leave
  ) -> Promise<T> {
    let inputs = Array(promises)
    guard !inputs.isEmpty else { return .rejected(PromiseError.emptyGroup) }
    let cell = ValueCell<T>()
    let countdown = Countdown(from: inputs.count)
    Trampoline.run { trampoline in
      Group.wait(for: inputs.map(\.cell), on: cell, losers: losers, &trampoline) {
        input, _, trampoline in
        switch ValueCell<T>.outcome(of: input) {
        case .success(let value):
          cell.fulfill(value, &trampoline)
        case .failure:
          guard countdown.countDown() else { return }
          let errors = inputs.compactMap { $0.cell.root.failure }
          cell.reject(PromiseError.noneFulfilled(errors), &trampoline)
        }
      }
    }
    return Promise<T>(cell: cell)
  }

  /// Fulfilled as the first of the promises that is fulfilled: `any` of an array of them.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws from the inputs.
  ///
  /// - Parameters:
  ///   - promises: the inputs.
  ///   - losers: what becomes of the inputs that are pending when the group is decided.
  /// - Returns: a promise of the first value.
  public static func any<T: Sendable>(
    _ promises: Promise<T>..., losers: LoserPolicy = .leave
  ) -> Promise<T> {
    any(promises, losers: losers)
  }
}
