// all and allSettled that report progress as their inputs settle.

extension Promise {
  /// Returns a promise that is fulfilled with all values, in input order, or rejected with the
  /// first error, and calls `progress` as the inputs are fulfilled.
  ///
  /// Otherwise it behaves like ``all(_:remaining:fileID:line:)->Promise<[T]>``. The last call to
  /// `progress` is made before the promise is fulfilled. After a rejection, `progress` is not
  /// called again.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws it from the inputs; those with no other consumer are cancelled.
  ///
  /// ## Example
  /// ```swift
  /// let images = Promise.all(downloads, progress: { bar.value = $0 })
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs. A promise may appear more than once.
  ///   - remaining: what happens to inputs still pending when the group settles.
  ///   - progress: called after each input is fulfilled, in order, with the number fulfilled so
  ///     far, in the isolation it was written in.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: a promise for all values.
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

  /// Returns a promise that is fulfilled with all outcomes, in input order, once every input is
  /// settled, and calls `progress` as the inputs settle. It is rejected only if it is cancelled.
  ///
  /// The last call to `progress` is made before the promise is fulfilled. With no inputs, the
  /// promise is fulfilled with an empty array.
  ///
  /// ## Cancellation
  /// Cancelling the group withdraws it from the inputs; those with no other consumer are cancelled.
  ///
  /// ## Example
  /// ```swift
  /// let outcomes = Promise.allSettled(uploads, progress: { bar.value = $0 })
  /// ```
  ///
  /// - Parameters:
  ///   - promises: the inputs. A promise may appear more than once.
  ///   - progress: called after each input settles, in order, with the number settled so far, in
  ///     the isolation it was written in.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: a promise for all outcomes.
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
