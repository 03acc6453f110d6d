// map and mapSettled for an asynchronous sequence: work on its elements as they arrive.
//
// The overloads are disfavored, so that type-checking a call with a synchronous sequence takes no
// more steps than it would without them.
//
// They are ranked like those of `map` in ConcurrentMap.swift.

extension PromiseProtocol {
  /// Returns a promise that is fulfilled with the results of `transform` for all elements of an
  /// asynchronous sequence, in order, or rejected with the first error.
  ///
  /// The error may be thrown by `transform` or by the sequence.
  ///
  /// At most `concurrency` elements are in progress at a time. The next one is requested, in a
  /// separate task, only when a slot is free. On the first failure, the promise is rejected at
  /// once, running work is cancelled but not waited for, the iteration ends, and nothing more is
  /// started. If the sequence is empty, the promise is fulfilled with an empty array when the
  /// sequence ends.
  ///
  /// ## Cancellation
  /// Cancelling the promise cancels the running tasks and the one awaiting the next element.
  /// Nothing more is started.
  ///
  /// ## Example
  /// ```swift
  /// let pages = Promise.map(links, concurrency: 4) { try await fetch($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - items: the elements; the sequence is iterated once.
  ///   - concurrency: the maximum number of items in progress at a time; unlimited by default.
  ///     Traps if it is less than one.
  ///   - progress: called after each finished item, in order, with the number finished so far, in
  ///     the isolation it was written in. The last call is made before the promise is fulfilled.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - transform: the work; it runs in a separate task for each item, in the isolation it was
  ///     written in.
  /// - Returns: a promise for all results.
  @_disfavoredOverload
  public static func map<Elements: AsyncSequence & Sendable, T: Sendable>(
    _ items: Elements, concurrency: Int = .max,
    @_inheritActorContext progress: (@Sendable @isolated(any) (_ completed: Int) -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ transform: @escaping @Sendable @isolated(any) (Elements.Element) async throws -> T
  ) -> Promise<[T]> where Self == Promise<[T]>, Elements.Element: Sendable {
    map(Items(items), concurrency, { Origin($0, fileID, line) }, progress) { item, makeOrigin in
      Promise<T>.start(makeOrigin("item")) { try await transform(item) }
    }
  }

  /// Returns a promise that is fulfilled with the outcomes of `transform` for all elements of an
  /// asynchronous sequence, in order.
  ///
  /// It is rejected only if the sequence throws or the promise is cancelled.
  ///
  /// It behaves like `Promise.map` for an asynchronous sequence, except that an element's error
  /// becomes its outcome and the other work continues.
  ///
  /// ## Cancellation
  /// Cancelling the promise cancels the running tasks and the one awaiting the next element.
  /// Nothing more is started. The same happens if the sequence throws.
  ///
  /// ## Example
  /// ```swift
  /// let outcomes = Promise.mapSettled(links, concurrency: 4) { try await fetch($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - items: the elements; the sequence is iterated once.
  ///   - concurrency: the maximum number of items in progress at a time; unlimited by default.
  ///     Traps if it is less than one.
  ///   - progress: called after each finished item, in order, with the number finished so far, in
  ///     the isolation it was written in. The last call is made before the promise is fulfilled.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - transform: the work; it runs in a separate task for each item, in the isolation it was
  ///     written in.
  /// - Returns: a promise for all outcomes.
  @_disfavoredOverload
  public static func mapSettled<Elements: AsyncSequence & Sendable, T: Sendable>(
    _ items: Elements, concurrency: Int = .max,
    @_inheritActorContext progress: (@Sendable @isolated(any) (_ completed: Int) -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ transform: @escaping @Sendable @isolated(any) (Elements.Element) async throws -> T
  ) -> Promise<[Result<T, any Error>]>
  where Self == Promise<[Result<T, any Error>]>, Elements.Element: Sendable {
    mapSettled(Items(items), concurrency, { Origin($0, fileID, line) }, progress, transform)
  }
}

extension PromiseProtocol where Value: Sequence {
  /// Returns a promise that is fulfilled with the values of the promises `transform` returns for
  /// all elements of an asynchronous sequence, in order, or rejected with the first error.
  ///
  /// The error may also be thrown by `transform` or by the sequence.
  ///
  /// It behaves like the overload whose closure returns a value, except that an element's work
  /// lasts until its promise settles.
  ///
  /// ## Cancellation
  /// Cancelling the promise cancels the running tasks and the one awaiting the next element, and
  /// withdraws it from the promises that finished tasks have returned. Nothing more is started. The
  /// same happens on the first failure.
  ///
  /// ## Example
  /// ```swift
  /// let pages = Promise.map(links, concurrency: 4) { load($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - items: the elements; the sequence is iterated once.
  ///   - concurrency: the maximum number of items in progress at a time; unlimited by default.
  ///     Traps if it is less than one.
  ///   - progress: called after each finished item, in order, with the number finished so far, in
  ///     the isolation it was written in. The last call is made before the promise is fulfilled.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - transform: starts the work on an item and returns its promise; it runs in a separate task
  ///     for each item, in the isolation it was written in.
  /// - Returns: a promise for all results.
  @_disfavoredOverload
  public static func map<Elements: AsyncSequence & Sendable, Followed: PromiseProtocol>(
    _ items: Elements, concurrency: Int = .max,
    @_inheritActorContext progress: (@Sendable @isolated(any) (_ completed: Int) -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ transform:
      @escaping @Sendable @isolated(any) (Elements.Element) async throws -> Followed
  ) -> Promise<[Followed.Value]>
  where Self == Promise<[Followed.Value]>, Elements.Element: Sendable {
    map(Items(items), concurrency, { Origin($0, fileID, line) }, progress) { item, makeOrigin in
      Promise<Followed.Value>.follow(item, makeOrigin("item"), transform)
    }
  }

  /// Returns a promise that is fulfilled with the outcomes of the promises `transform` returns for
  /// all elements of an asynchronous sequence, in order.
  ///
  /// It is rejected only if the sequence throws or the promise is cancelled.
  ///
  /// It behaves like the overload whose closure returns a value, except that an element's work
  /// lasts until its promise settles.
  ///
  /// ## Cancellation
  /// Cancelling the promise cancels the running tasks and the one awaiting the next element, and
  /// withdraws it from the promises that finished tasks have returned. Nothing more is started. The
  /// same happens if the sequence throws.
  ///
  /// ## Example
  /// ```swift
  /// let outcomes = Promise.mapSettled(links, concurrency: 4) { load($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - items: the elements; the sequence is iterated once.
  ///   - concurrency: the maximum number of items in progress at a time; unlimited by default.
  ///     Traps if it is less than one.
  ///   - progress: called after each finished item, in order, with the number finished so far, in
  ///     the isolation it was written in. The last call is made before the promise is fulfilled.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - transform: starts the work on an item and returns its promise; it runs in a separate task
  ///     for each item, in the isolation it was written in.
  /// - Returns: a promise for all outcomes.
  @_disfavoredOverload
  public static func mapSettled<Elements: AsyncSequence & Sendable, Followed: PromiseProtocol>(
    _ items: Elements, concurrency: Int = .max,
    @_inheritActorContext progress: (@Sendable @isolated(any) (_ completed: Int) -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ transform:
      @escaping @Sendable @isolated(any) (Elements.Element) async throws -> Followed
  ) -> Promise<[Result<Followed.Value, any Error>]>
  where Self == Promise<[Result<Followed.Value, any Error>]>, Elements.Element: Sendable {
    mapSettled(Items(items), concurrency, { Origin($0, fileID, line) }, progress) {
      try await transform($0).promise.get()
    }
  }
}
