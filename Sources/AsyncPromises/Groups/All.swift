// all: every input has to be fulfilled.

extension Promise where Value == Never {
  /// Fulfilled with the values of all promises, in their order, as soon as the last is fulfilled;
  /// rejected as the first in time that is rejected.
  ///
  /// No promises at all: fulfilled with an empty array. The other inputs go on, and the group
  /// leaves every one of them at the decision, unless `losers` says to cancel them.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws from the inputs: those without another consumer are
  /// cancelled.
  ///
  /// ```swift
  /// let images = Promise.all(urls.map { load($0) })
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs. A promise may be among them several times.
  ///   - losers: what becomes of the inputs that are pending when the group is decided.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  /// - Returns: a promise of all values.
  @inlinable
  public static func all<T: Sendable>(
    _ promises: some Sequence<Promise<T>>, losers: LoserPolicy = .leave,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[T]> {
    let inputs = Array(promises)
    return all(inputs.map(\.cell), losers: losers, Origin(.all, fileID, line)) {
      inputs.compactMap { try? $0.current?.get() }
    }
  }

  /// Fulfilled with what `collect` makes of the inputs when they are all fulfilled.
  @inlinable
  static func all<T: Sendable>(
    _ inputs: [Cell], losers: LoserPolicy, _ origin: @autoclosure () -> Origin,
    _ collect: @escaping @Sendable () -> T
  ) -> Promise<T> {
    guard !inputs.isEmpty else { return .fulfilled(collect()) }
    let countdown = Countdown(from: inputs.count)
    return Promise<T>.group(of: inputs, losers: losers, origin()) { input, cell, trampoline in
      if input.isRejected {
        cell.settle(as: input, &trampoline)
      } else if countdown.countDown() {
        cell.fulfill(collect(), &trampoline)
      }
    }
  }
}
