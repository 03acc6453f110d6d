// all: every input must be fulfilled.

extension Promise {
  /// Returns a promise that is fulfilled with all values, in input order, once every input is
  /// fulfilled, or rejected with the first error.
  ///
  /// With no inputs, it is fulfilled with an empty array. Once the group settles, it stops
  /// observing the other inputs, which continue unless `remaining` is `.cancel`.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws it from the inputs; those with no other consumer are abandoned.
  ///
  /// ## Example
  /// ```swift
  /// let images = Promise.all(urls.map { load($0) })
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs. A promise may appear more than once.
  ///   - remaining: what happens to inputs still pending when the group settles.
  ///   - progress: called after each input is fulfilled, in order, with the number fulfilled so
  ///     far, in the isolation it was written in; the last time before the promise is fulfilled,
  ///     and never after a rejection.
  /// - Returns: a promise for all values.
  @inlinable
  public static func all<T: Sendable>(
    _ promises: some Sequence<Promise<T>>, remaining: RemainingInputs = .leave,
    @_inheritActorContext progress: (@Sendable @isolated(any) (_ completed: Int) -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[T]> where Value == [T] {
    let inputs = Array(promises)
    return all(
      inputs.map(\.cell), remaining: remaining, Origin("all", fileID, line),
      progress: GroupProgress(telling: progress, fileID, line)
    ) {
      inputs.compactMap { try? $0.resultIfSettled?.get() }
    }
  }

  /// Returns a promise that is fulfilled with the result of `collect` once all inputs are
  /// fulfilled.
  @inlinable
  package static func all(
    _ inputs: [Cell], remaining: RemainingInputs, _ origin: @autoclosure () -> Origin,
    progress: GroupProgress? = nil, _ collect: @escaping @Sendable () -> Value
  ) -> Promise {
    guard !inputs.isEmpty else { return .fulfilled(collect()) }
    let countdown = Countdown(from: inputs.count)
    return group(of: inputs, remaining: remaining, origin()) { input, cell, effects in
      if input.isRejected {
        cell.settle(as: input, &effects)
      } else {
        inputFinished(of: cell, countdown, progress, &effects, collect)
      }
    }
  }
}
