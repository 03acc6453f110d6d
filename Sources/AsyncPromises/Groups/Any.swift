// any: one input must be fulfilled.

extension Promise {
  /// Returns a promise that is fulfilled with the first value, or rejected if every input is
  /// rejected.
  ///
  /// The error is ``PromiseError/noneFulfilled(_:)``, which contains all errors in input order.
  ///
  /// With no inputs, it is rejected with ``PromiseError/emptyGroup``. Once the group settles, it
  /// stops observing the other inputs, which continue unless `remaining` is `.cancel`.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws it from the inputs; those with no other consumer are abandoned.
  ///
  /// ## Example
  /// ```swift
  /// let page = Promise.any(mirrors.map { load($0) }, remaining: .cancel)
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs. A promise may appear more than once.
  ///   - remaining: what happens to inputs still pending when the group settles.
  /// - Returns: a promise for the first value.
  @inlinable
  public static func any(
    _ promises: some Sequence<Promise>, remaining: RemainingInputs = .leave,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    let inputs = Array(promises)
    guard !inputs.isEmpty else {
      return .rejected(PromiseError.emptyGroup, fileID: fileID, line: line)
    }
    let countdown = Countdown(from: inputs.count)
    return group(
      of: inputs.map(\.cell), remaining: remaining, Origin("any", fileID, line)
    ) { input, cell, effects in
      if !input.isRejected {
        cell.take(from: input, &effects)
      } else if countdown.countDown() {
        let errors = inputs.compactMap { $0.cell.root.failure }
        cell.reject(PromiseError.noneFulfilled(errors), &effects)
      }
    }
  }

  /// Returns a promise that is fulfilled with the first value, just as `any` does for an array.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws it from the inputs; those with no other consumer are abandoned.
  ///
  /// ## Example
  /// ```swift
  /// let page = Promise.any(server.page(), mirror.page())
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs.
  ///   - remaining: what happens to inputs still pending when the group settles.
  /// - Returns: a promise for the first value.
  @inlinable
  public static func any(
    _ promises: Promise..., remaining: RemainingInputs = .leave,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    any(promises, remaining: remaining, fileID: fileID, line: line)
  }
}
