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
  /// Cancelling the group withdraws from the inputs: those without another consumer are
  /// cancelled.
  ///
  /// ```swift
  /// let page = Promise.any(mirrors.map { load($0) }, losers: .cancel)
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs. A promise may be among them several times.
  ///   - losers: what becomes of the inputs that are pending when the group is decided.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  /// - Returns: a promise of the first value.
  @inlinable
  public static func any<T: Sendable>(
    _ promises: some Sequence<Promise<T>>, losers: LoserPolicy = .leave,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<T> {
    let inputs = Array(promises)
    guard !inputs.isEmpty else {
      return .rejected(PromiseError.emptyGroup, fileID: fileID, line: line)
    }
    let countdown = Countdown(from: inputs.count)
    return Promise<T>.group(
      of: inputs.map(\.cell), losers: losers, Origin(.any, fileID, line)
    ) { input, cell, trampoline in
      if !input.isRejected {
        cell.settle(as: input, &trampoline)
      } else if countdown.countDown() {
        let errors = inputs.compactMap { $0.cell.root.failure }
        cell.reject(PromiseError.noneFulfilled(errors), &trampoline)
      }
    }
  }

  /// Fulfilled as the first of the promises that is fulfilled: `any` of an array of them.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws from the inputs: those without another consumer are
  /// cancelled.
  ///
  /// ```swift
  /// let page = Promise.any(server.page(), mirror.page())
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs.
  ///   - losers: what becomes of the inputs that are pending when the group is decided.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  /// - Returns: a promise of the first value.
  @inlinable
  public static func any<T: Sendable>(
    _ promises: Promise<T>..., losers: LoserPolicy = .leave,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<T> {
    any(promises, losers: losers, fileID: fileID, line: line)
  }
}
