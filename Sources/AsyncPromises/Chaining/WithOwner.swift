// with: handlers of values that use an object without retaining it.
//
// `with:` is the last label, next to the closure that receives the object.

extension Promise {
  /// Returns a promise that is fulfilled when `body` returns, or rejected with this promise's error
  /// or the error `body` throws.
  ///
  /// The closure is skipped if `owner` has been released.
  ///
  /// The promise doesn't retain `owner`, so pending work doesn't keep a screen alive. The closure
  /// runs in the isolation it was written in, after any earlier handlers with the same isolation.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws it from this promise. The body is skipped unless it
  /// has already started. If `owner` has been released by the time the body is due, the derived
  /// promise is cancelled. To stop the work as soon as the owner is released, store the chain in a
  /// ``PromiseBag`` that the owner holds.
  ///
  /// ## Example
  /// ```swift
  /// load(url).done(with: screen) { screen, page in screen.show(page) }
  /// ```
  ///
  /// - Parameters:
  ///   - owner: the object to pass to `body`, if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: receives the value.
  /// - Returns: a promise that carries no value.
  @discardableResult
  public func done<Owner: AnyObject & Sendable>(
    with owner: Owner, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, Value) throws -> Void
  ) -> Promise<Void> {
    map(with: owner, body, Origin("done", fileID, line))
  }

  /// Returns a promise that is fulfilled with the result of `transform`, or rejected with this
  /// promise's error or the error `transform` throws.
  ///
  /// The closure is skipped if `owner` has been released.
  ///
  /// The promise doesn't retain `owner`. The closure runs in the isolation it was written in, after
  /// any earlier handlers with the same isolation.
  ///
  /// ## Cancellation
  /// The same as for ``done(with:fileID:line:_:)``.
  ///
  /// ## Example
  /// ```swift
  /// let title = load(url).map(with: screen) { screen, page in screen.title(of: page) }
  /// ```
  ///
  /// - Parameters:
  ///   - owner: the object to pass to `transform`, if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - transform: returns the new value.
  /// - Returns: a promise for the new value.
  public func map<Owner: AnyObject & Sendable, U: Sendable>(
    with owner: Owner, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ transform: @escaping @Sendable @isolated(any) (_ owner: Owner, Value) throws -> U
  ) -> Promise<U> {
    map(with: owner, transform, Origin("map", fileID, line))
  }

  /// Returns a promise that is fulfilled with the result of the asynchronous `transform`, or
  /// rejected with this promise's error or the error `transform` throws.
  ///
  /// The closure is skipped if `owner` has been released.
  ///
  /// The promise doesn't retain `owner`. The closure runs in its own task, in the isolation it was
  /// written in; the task retains `owner` until it ends.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise rejects it at once and cancels the transform's task if it is
  /// running. If `owner` has been released by the time the transform is due, the derived promise is
  /// cancelled.
  ///
  /// ## Example
  /// ```swift
  /// let shown = load(url).map(.async, with: screen) { screen, page in await screen.present(page) }
  /// ```
  ///
  /// - Parameters:
  ///   - form: `.async`.
  ///   - owner: the object to pass to `transform`, if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - transform: returns the new value.
  /// - Returns: a promise for the new value.
  public func map<Owner: AnyObject & Sendable, U: Sendable>(
    _ form: AsyncForm, with owner: Owner,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ transform: @escaping @Sendable @isolated(any) (_ owner: Owner, Value) async throws -> U
  ) -> Promise<U> {
    derive(with: owner, on: transform.isolation, Origin("map", fileID, line)) {
      owner, value, derived, effects in
      Promise<U>.reportIfNested(derived)
      Promise<U>.settle(derived, on: transform.isolation, &effects) {
        try await transform(owner, value)
      }
    }
  }

  /// Returns a promise that settles like the promise `next` returns, or is rejected with this
  /// promise's error or the error `next` throws.
  ///
  /// The closure is skipped if `owner` has been released.
  ///
  /// The promise doesn't retain `owner`. The closure runs in the isolation it was written in, after
  /// any earlier handlers with the same isolation.
  ///
  /// ## Cancellation
  /// The same as for ``done(with:fileID:line:_:)``. Cancelling also withdraws the derived promise
  /// from the one that `next` returned.
  ///
  /// ## Example
  /// ```swift
  /// let preview = load(url).then(with: screen) { screen, page in screen.render(page) }
  /// ```
  ///
  /// - Parameters:
  ///   - owner: the object to pass to `next`, if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - next: starts the next step and returns its promise.
  /// - Returns: a promise that follows the one `next` returns.
  public func then<Owner: AnyObject & Sendable, U: Sendable>(
    with owner: Owner, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ next: @escaping @Sendable @isolated(any) (_ owner: Owner, Value) throws -> Promise<U>
  ) -> Promise<U> {
    derive(with: owner, on: next.isolation, Origin("then", fileID, line)) {
      [next = synchronous(next)] owner, value, derived, effects in
      Promise<U>.follow(derived, &effects) { try next(owner, value) }
    }
  }

  /// Returns a promise that settles like the promise that the asynchronous `next` returns, or is
  /// rejected with this promise's error or the error `next` throws.
  ///
  /// The closure is skipped if `owner` has been released.
  ///
  /// The promise doesn't retain `owner`. The closure runs in its own task, in the isolation it was
  /// written in; the task retains `owner` until it ends.
  ///
  /// ## Cancellation
  /// The same as for ``map(_:with:fileID:line:_:)``. Cancelling also withdraws the derived promise
  /// from the one that `next` returned.
  ///
  /// ## Example
  /// ```swift
  /// let preview = load(url).then(.async, with: screen) { screen, page in
  ///   screen.render(try await screen.styled(page))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - form: `.async`.
  ///   - owner: the object to pass to `next`, if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - next: starts the next step and returns its promise.
  /// - Returns: a promise that follows the one `next` returns.
  public func then<Owner: AnyObject & Sendable, U: Sendable>(
    _ form: AsyncForm, with owner: Owner,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ next:
      @escaping @Sendable @isolated(any) (_ owner: Owner, Value) async throws -> Promise<U>
  ) -> Promise<U> {
    derive(with: owner, on: next.isolation, Origin("then", fileID, line)) {
      owner, value, derived, effects in
      Promise<U>.follow(derived, on: next.isolation, &effects) {
        try await next(owner, value)
      }
    }
  }

  private func map<Owner: AnyObject & Sendable, U: Sendable>(
    with owner: Owner, _ transform: @escaping @Sendable @isolated(any) (Owner, Value) throws -> U,
    _ origin: Origin
  ) -> Promise<U> {
    derive(with: owner, on: transform.isolation, origin) {
      [transform = synchronous(transform)] owner, value, derived, effects in
      Promise<U>.reportIfNested(derived)
      Promise<U>.settle(derived, &effects) { try transform(owner, value) }
    }
  }

  /// Creates a promise that `run` settles if this one is fulfilled and `owner` still exists.
  private func derive<Owner: AnyObject & Sendable, U: Sendable>(
    with owner: Owner, on isolation: (any Actor)?, _ origin: Origin,
    _ run: @escaping @Sendable (Owner, Value, Cell, inout Effects) -> Void
  ) -> Promise<U> {
    derive(on: isolation, origin) { [weak owner] _, source, derived, effects in
      guard case .success(let value) = Self.outcome(of: source) else {
        return _ = derived.settle(as: source, &effects)
      }
      derived.settle(with: owner, &effects) { run($0, value, derived, &$1) }
    }
  }
}

extension Cell {
  /// Lets `body` settle the cell with the handler's owner, or cancels the cell if the owner is
  /// gone.
  final func settle<Owner: AnyObject>(
    with owner: Owner?, _ effects: inout Effects,
    _ body: (Owner, inout Effects) -> Void
  ) {
    guard let owner else { return _ = cancel(&effects) }
    // This may be the last reference, and settling may hold a list.
    effects.release(owner)
    body(owner, &effects)
  }
}
