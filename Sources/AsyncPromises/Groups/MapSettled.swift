// mapSettled: work on the items of a sequence, each of which may fail.
//
// The forms are ranked as those of `map` are, in ConcurrentMap.swift.

extension PromiseProtocol {
  /// Returns a promise that is fulfilled with the outcomes of `transform` for all items, in their
  /// order, and rejected only by a cancellation.
  ///
  /// It behaves like `Promise.map`, except that the error of an item stands among the outcomes, and
  /// the work on the others continues. Without any items, it is fulfilled with an empty array.
  ///
  /// ## Cancellation
  /// Cancelling the promise cancels the running tasks, and starts nothing more. A promise that such
  /// a task awaits continues, because a waiter does not own the work; return the promise, and the
  /// group withdraws from it.
  ///
  /// ## Example
  /// ```swift
  /// let outcomes = Promise.mapSettled(urls, concurrency: 4) { try await fetch($0) }
  /// let pages = outcomes.map { $0.compactMap { try? $0.get() } }
  /// ```
  ///
  /// - Parameters:
  ///   - items: the items to work on.
  ///   - concurrency: the largest number of items to work on at a time, without a limit by default.
  ///     Traps if it is less than one.
  ///   - progress: called with the number of finished items each time one more has finished, in
  ///     order, in the isolation it was written in; for the last item before the promise is
  ///     fulfilled.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - transform: the work; it runs in a task of its own for each item, in the isolation it was
  ///     written in.
  /// - Returns: a promise of all outcomes.
  public static func mapSettled<S: Sequence & Sendable, T: Sendable>(
    _ items: S, concurrency: Int = .max,
    @_inheritActorContext progress: (@Sendable @isolated(any) (_ completed: Int) -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ transform: @escaping @Sendable @isolated(any) (S.Element) async throws -> T
  ) -> Promise<[Result<T, any Error>]>
  where Self == Promise<[Result<T, any Error>]>, S.Element: Sendable {
    mapSettled(Items(items), concurrency, { Origin($0, fileID, line) }, progress, transform)
  }
}

extension PromiseProtocol where Value: Sequence {
  /// Returns a promise that is fulfilled with the outcomes of the promises returned by `transform`
  /// for all items, in their order, and rejected only by a cancellation.
  ///
  /// It behaves as with a transform that returns a value; the work on an item lasts until its
  /// promise is settled.
  ///
  /// ## Cancellation
  /// Cancelling the promise cancels the running tasks, withdraws from the promises that they
  /// returned, and starts nothing more.
  ///
  /// ## Example
  /// ```swift
  /// let outcomes = Promise.mapSettled(urls, concurrency: 4) { load($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - items: the items to work on.
  ///   - concurrency: the largest number of items to work on at a time, without a limit by default.
  ///     Traps if it is less than one.
  ///   - progress: called with the number of finished items each time one more has finished, in
  ///     order, in the isolation it was written in; for the last item before the promise is
  ///     fulfilled.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - transform: starts the work on an item and returns its promise; it runs in a task of its
  ///     own for each item, in the isolation it was written in.
  /// - Returns: a promise of all outcomes.
  public static func mapSettled<S: Sequence & Sendable, Followed: PromiseProtocol>(
    _ items: S, concurrency: Int = .max,
    @_inheritActorContext progress: (@Sendable @isolated(any) (_ completed: Int) -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ transform:
      @escaping @Sendable @isolated(any) (S.Element) async throws -> Followed
  ) -> Promise<[Result<Followed.Value, any Error>]>
  where Self == Promise<[Result<Followed.Value, any Error>]>, S.Element: Sendable {
    mapSettled(Items(items), concurrency, { Origin($0, fileID, line) }, progress) {
      try await transform($0).promise.get()
    }
  }
}

extension Promise {
  /// A map whose work never fails: its results are the outcomes.
  static func mapSettled<Item: Sendable, T: Sendable>(
    _ items: Items<Item>, _ concurrency: Int,
    _ makeOrigin: @escaping @Sendable (Operator) -> Origin,
    _ progress: (@Sendable @isolated(any) (Int) -> Void)?,
    _ transform: @escaping @Sendable @isolated(any) (Item) async throws -> T
  ) -> Promise<[Result<T, any Error>]> where Value == [Result<T, any Error>] {
    map(items, concurrency, as: "mapSettled", makeOrigin, progress) { item, makeOrigin in
      Promise<Result<T, any Error>>.start(makeOrigin("item")) {
        do {
          return .success(try await transform(item))
        } catch {
          return .failure(error)
        }
      }
    }
  }
}
