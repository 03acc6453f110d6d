// any: one input has to be fulfilled.

extension Promise {
  /// Returns a promise that is fulfilled with the value of the promise that is fulfilled first, or
  /// rejected when all are rejected.
  ///
  /// The error is ``PromiseError/noneFulfilled(_:)``, which holds all errors in the order of the
  /// inputs.
  ///
  /// Without any promises, it is rejected with ``PromiseError/emptyGroup``. When the group is
  /// decided, it stops observing the other inputs, which continue unless `remaining` says to cancel
  /// them.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws from the inputs; those without another consumer are cancelled.
  ///
  /// ## Example
  /// ```swift
  /// let page = Promise.any(mirrors.map { load($0) }, remaining: .cancel)
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs. The same promise may occur several times.
  ///   - remaining: what happens to the inputs that are pending when the group is decided.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: a promise of the first value.
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
        cell.settle(as: input, &effects)
      } else if countdown.countDown() {
        let errors = inputs.compactMap { $0.cell.root.failure }
        cell.reject(PromiseError.noneFulfilled(errors), &effects)
      }
    }
  }

  /// Returns a promise that is fulfilled with the value of the promise that is fulfilled first,
  /// like `any` of an array.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws from the inputs; those without another consumer are cancelled.
  ///
  /// ## Example
  /// ```swift
  /// let page = Promise.any(server.page(), mirror.page())
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs.
  ///   - remaining: what happens to the inputs that are pending when the group is decided.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: a promise of the first value.
  @inlinable
  public static func any(
    _ promises: Promise..., remaining: RemainingInputs = .leave,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    any(promises, remaining: remaining, fileID: fileID, line: line)
  }
}
