// allSettled: waits for every input, whatever its outcome.

extension Promise {
  /// Returns a promise that is fulfilled with all outcomes, in input order, once every input is
  /// settled. It is rejected only if it is cancelled.
  ///
  /// With no inputs, it is fulfilled with an empty array.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws it from the inputs; those with no other consumer are abandoned.
  ///
  /// ## Example
  /// ```swift
  /// let outcomes = Promise.allSettled(uploads)
  /// outcomes.done { show("\($0.count { (try? $0.get()) == nil }) failed") }
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs. A promise may appear more than once.
  ///   - progress: called after each input settles, in order, with the number settled so far, in
  ///     the isolation it was written in; the last time before the promise is fulfilled.
  /// - Returns: a promise for all outcomes.
  @inlinable
  public static func allSettled<T: Sendable>(
    _ promises: some Sequence<Promise<T>>,
    @_inheritActorContext progress: (@Sendable @isolated(any) (_ completed: Int) -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[Result<T, any Error>]> where Value == [Result<T, any Error>] {
    let inputs = Array(promises)
    return allSettled(
      inputs.map(\.cell), Origin("allSettled", fileID, line),
      progress: GroupProgress(telling: progress, fileID, line)
    ) {
      inputs.compactMap(\.resultIfSettled)
    }
  }

  /// Returns a promise that is fulfilled with the result of `collect` once all inputs are settled.
  @inlinable
  package static func allSettled(
    _ inputs: [Cell], _ origin: @autoclosure () -> Origin, progress: GroupProgress? = nil,
    _ collect: @escaping @Sendable () -> Value
  ) -> Promise {
    guard !inputs.isEmpty else { return .fulfilled(collect()) }
    let countdown = Countdown(from: inputs.count)
    return group(of: inputs, remaining: .leave, origin()) { _, cell, effects in
      inputFinished(of: cell, countdown, progress, &effects, collect)
    }
  }
}
