// all: every input has to be fulfilled.

extension Promise {
  /// Returns a promise that is fulfilled with the values of all promises, in their order, as soon
  /// as the last is fulfilled, or rejected with the first rejection.
  ///
  /// Without any promises, it is fulfilled with an empty array. When the group is decided, it stops
  /// observing the other inputs, which continue unless `remaining` says to cancel them.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws from the inputs; those without another consumer are cancelled.
  ///
  /// ## Example
  /// ```swift
  /// let images = Promise.all(urls.map { load($0) })
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs. The same promise may occur several times.
  ///   - remaining: what happens to the inputs that are pending when the group is decided.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: a promise of all values.
  @inlinable
  public static func all<T: Sendable>(
    _ promises: some Sequence<Promise<T>>, remaining: RemainingInputs = .leave,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[T]> where Value == [T] {
    let inputs = Array(promises)
    return all(inputs.map(\.cell), remaining: remaining, Origin("all", fileID, line)) {
      inputs.compactMap { try? $0.resultIfSettled?.get() }
    }
  }

  /// Fulfilled with what `collect` makes of the inputs when they are all fulfilled.
  @inlinable
  package static func all(
    _ inputs: [Cell], remaining: RemainingInputs, _ origin: @autoclosure () -> Origin,
    _ collect: @escaping @Sendable () -> Value
  ) -> Promise {
    guard !inputs.isEmpty else { return .fulfilled(collect()) }
    let countdown = Countdown(from: inputs.count)
    return group(of: inputs, remaining: remaining, origin()) { input, cell, effects in
      if input.isRejected {
        cell.settle(as: input, &effects)
      } else if countdown.countDown() {
        cell.fulfill(collect(), &effects)
      }
    }
  }
}
