// all and allSettled that count their inputs as they settle.

extension Promise {
  /// Returns a promise that is fulfilled with the values of all promises, in their order, or
  /// rejected with the first rejection, and calls `progress` as the inputs are fulfilled.
  ///
  /// Otherwise this is ``all(_:remaining:fileID:line:)->Promise<[T]>``. The last call of `progress`
  /// comes before the promise is fulfilled. After a rejection no further calls come.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws from the inputs; those without another consumer are cancelled.
  ///
  /// ## Example
  /// ```swift
  /// let images = Promise.all(downloads, progress: { bar.value = $0 })
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs. The same promise may occur several times.
  ///   - remaining: what happens to the inputs that are pending when the group is decided.
  ///   - progress: called with the number of fulfilled inputs each time another one is, in order,
  ///     in the isolation it was written in.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: a promise of all values.
  public static func all<T: Sendable>(
    _ promises: some Sequence<Promise<T>>, remaining: RemainingInputs = .leave,
    @_inheritActorContext progress: @escaping @Sendable @isolated(any) (_ completed: Int) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[T]> where Value == [T] {
    map(
      Items(Array(promises)), .max, as: "all", remaining: remaining,
      { Origin($0, fileID, line) }, progress
    ) { promise, _ in promise }
  }

  /// Returns a promise that is fulfilled with the outcomes of all promises, in their order, as soon
  /// as the last is settled, and calls `progress` as the inputs settle; it is never rejected.
  ///
  /// The last call of `progress` comes before the promise is fulfilled. Without any promises, it is
  /// fulfilled with an empty array.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws from the inputs; those without another consumer are cancelled.
  ///
  /// ## Example
  /// ```swift
  /// let outcomes = Promise.allSettled(uploads, progress: { bar.value = $0 })
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs. The same promise may occur several times.
  ///   - progress: called with the number of settled inputs each time another one is, in order, in
  ///     the isolation it was written in.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: a promise of all outcomes.
  public static func allSettled<T: Sendable>(
    _ promises: some Sequence<Promise<T>>,
    @_inheritActorContext progress: @escaping @Sendable @isolated(any) (_ completed: Int) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[Result<T, any Error>]> where Value == [Result<T, any Error>] {
    map(
      Items(Array(promises)), .max, as: "allSettled", remaining: .leave,
      { Origin($0, fileID, line) }, progress
    ) { promise, _ in
      Promise<Result<T, any Error>>.allSettled([promise.cell], .none) { promise.settledOutcome }
    }
  }
}
