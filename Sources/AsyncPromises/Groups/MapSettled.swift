// mapSettled: work on the items of a sequence, each of which may fail.
//
// The overloads are ranked like those of `map` in ConcurrentMap.swift.

extension PromiseProtocol {
  /// Returns a promise that is fulfilled with the outcomes of `transform` for all items, in order.
  /// It is rejected only if it is cancelled.
  ///
  /// It behaves like `Promise.map`, except that an item's error becomes its outcome and the other
  /// work continues. With no items, the promise is fulfilled with an empty array.
  ///
  /// ## Cancellation
  /// Cancelling the promise cancels the running tasks, and nothing more is started. A promise that
  /// such a task awaits with ``Promise/value`` continues. To stop its work too, unless it has other
  /// consumers, await ``Promise/get()`` or return the promise.
  ///
  /// ## Example
  /// ```swift
  /// let outcomes = Promise.mapSettled(urls, concurrency: 4) { try await fetch($0) }
  /// let pages = outcomes.map { $0.compactMap { try? $0.get() } }
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
  /// - Returns: a promise for all outcomes.
  public static func mapSettled<S: Sequence & Sendable, T: Sendable>(
    _ items: S, concurrency: Int = .max,
    @_inheritActorContext progress: (@Sendable @isolated(any) (_ completed: Int) -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ transform: @escaping @Sendable @isolated(any) (S.Element) async throws -> T
  ) -> Promise<[Result<T, any Error>]>
  where Self == Promise<[Result<T, any Error>]>, S.Element: Sendable {
    Self.map("mapSettled", items, concurrency, progress, on: transform.isolation, fileID, line) {
      item, _ in
      do { return .success(try await transform(item)) } catch { return .failure(error) }
    }
  }
}

extension PromiseProtocol where Value: Sequence {
  /// Returns a promise that is fulfilled with the outcomes of the promises `transform` returns for
  /// all items, in order. It is rejected only if it is cancelled.
  ///
  /// It behaves like the overload whose closure returns a value, except that an item's work lasts
  /// until its promise settles.
  ///
  /// ## Cancellation
  /// Cancelling the promise cancels the running tasks, and withdraws it from the promises that
  /// finished tasks have returned. Nothing more is started.
  ///
  /// ## Example
  /// ```swift
  /// let outcomes = Promise.mapSettled(urls, concurrency: 4) { load($0) }
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
  /// - Returns: a promise for all outcomes.
  public static func mapSettled<S: Sequence & Sendable, Followed: PromiseProtocol>(
    _ items: S, concurrency: Int = .max,
    @_inheritActorContext progress: (@Sendable @isolated(any) (_ completed: Int) -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ transform:
      @escaping @Sendable @isolated(any) (S.Element) async throws -> Followed
  ) -> Promise<[Result<Followed.Value, any Error>]>
  where Self == Promise<[Result<Followed.Value, any Error>]>, S.Element: Sendable {
    Self.map("mapSettled", items, concurrency, progress, on: transform.isolation, fileID, line) {
      item, _ in
      do { return .success(try await transform(item).promise.get()) } catch {
        return .failure(error)
      }
    }
  }
}
