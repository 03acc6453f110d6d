// map: work on the items of a sequence, several at a time.
//
// Both overloads fix `Self` to their result, so that `return .map(urls) { load($0) }` works. A
// closure that returns a promise also fits the overload for closures that return a value. The
// overload for promises wins because its extension requires the result to be a sequence, which it
// always is. If it were a member of `Promise` itself, which the compiler ranks above members of the
// protocol, the compiler would try more combinations in a chain.

extension PromiseProtocol {
  /// Returns a promise that is fulfilled with the results of `transform` for all items, in order,
  /// or rejected with the first error.
  ///
  /// At most `concurrency` items are in progress at a time. Items are taken lazily, one by one, so
  /// the sequence may be long or slow. On the first failure, the promise is rejected at once,
  /// running work is cancelled but not waited for, and nothing more is started. With no items, the
  /// promise is fulfilled with an empty array.
  ///
  /// ## Cancellation
  /// Cancelling the promise cancels the running tasks, and nothing more is started. A promise that
  /// such a task awaits with ``Promise/value`` continues. To stop its work too, unless it has other
  /// consumers, await ``Promise/get()`` or return the promise.
  ///
  /// ## Example
  /// ```swift
  /// let pages = Promise.map(urls, concurrency: 4) { try await fetch($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - items: the items to process.
  ///   - concurrency: the maximum number of items in progress at a time; unlimited by default.
  ///     Traps if it is less than one.
  ///   - progress: called after each finished item, in order, with the number finished so far, in
  ///     the isolation it was written in. The last call is made before the promise is fulfilled.
  ///   - transform: the work; it runs in the isolation it was written in. Items that are in
  ///     progress at the same time run in different tasks.
  /// - Returns: a promise for all results.
  public static func map<S: Sequence & Sendable, T: Sendable>(
    _ items: S, concurrency: Int = .max,
    @_inheritActorContext progress: (@Sendable @isolated(any) (_ completed: Int) -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ transform: @escaping @Sendable @isolated(any) (S.Element) async throws -> T
  ) -> Promise<[T]> where Self == Promise<[T]>, S.Element: Sendable {
    Self.map("map", items, concurrency, progress, on: transform.isolation, fileID, line) {
      item, _ in
      try await transform(item)
    }
  }
}

extension PromiseProtocol where Value: Sequence {
  /// Returns a promise that is fulfilled with the values of the promises `transform` returns for
  /// all items, in order, or rejected with the first error.
  ///
  /// It behaves like the overload whose closure returns a value, except that an item's work lasts
  /// until its promise settles.
  ///
  /// ## Cancellation
  /// Cancelling the promise cancels the running tasks, and withdraws it from the promises that
  /// finished tasks have returned. Nothing more is started. The same happens on the first failure.
  ///
  /// ## Example
  /// ```swift
  /// let pages = Promise.map(urls, concurrency: 4) { load($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - items: the items to process.
  ///   - concurrency: the maximum number of items in progress at a time; unlimited by default.
  ///     Traps if it is less than one.
  ///   - progress: called after each finished item, in order, with the number finished so far, in
  ///     the isolation it was written in. The last call is made before the promise is fulfilled.
  ///   - transform: starts the work on an item and returns its promise; it runs in the isolation it
  ///     was written in. Items that are in progress at the same time run in different tasks.
  /// - Returns: a promise for all results.
  public static func map<S: Sequence & Sendable, Followed: PromiseProtocol>(
    _ items: S, concurrency: Int = .max,
    @_inheritActorContext progress: (@Sendable @isolated(any) (_ completed: Int) -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ transform:
      @escaping @Sendable @isolated(any) (S.Element) async throws -> Followed
  ) -> Promise<[Followed.Value]> where Self == Promise<[Followed.Value]>, S.Element: Sendable {
    Self.map("map", items, concurrency, progress, on: transform.isolation, fileID, line) {
      item, followed in
      let promise = try await transform(item).promise
      followed = promise
      return try await promise.get()
    }
  }
}
