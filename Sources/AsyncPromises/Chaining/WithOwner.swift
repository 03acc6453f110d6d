// with: a handler of values that needs an object, and does not keep it.
//
// `with:` stands last, beside the closure that is handed the object.

extension Promise {
  /// Returns a promise that is fulfilled when `body` has returned, or rejected with the error that
  /// `body` throws or the error of this promise.
  ///
  /// The closure is skipped when `owner` no longer exists.
  ///
  /// The promise keeps no reference to `owner`, so that its work does not keep a screen alive. The
  /// closure runs in the isolation it was written in, after those registered before it.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise skips a body that has not started, and withdraws from this
  /// promise. When `owner` no longer exists at the turn of the body, the derived promise is
  /// cancelled. To stop the work as soon as the owner is released, store the chain in a
  /// ``PromiseBag`` that the owner keeps.
  ///
  /// ## Example
  /// ```swift
  /// load(url).done(with: screen) { screen, page in screen.show(page) }
  /// ```
  ///
  /// - Parameters:
  ///   - owner: the object that `body` receives if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: receives the value.
  /// - Returns: a promise without a value.
  @discardableResult
  public func done<Owner: AnyObject & Sendable>(
    with owner: Owner, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, Value) throws -> Void
  ) -> Promise<Void> {
    map(with: owner, body, Origin("done", fileID, line))
  }

  /// Returns a promise that is fulfilled with the result of `transform`, or rejected with the error
  /// that `transform` throws or the error of this promise.
  ///
  /// The closure is skipped when `owner` no longer exists.
  ///
  /// The promise keeps no reference to `owner`. The closure runs in the isolation it was written
  /// in, after those registered before it.
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
  ///   - owner: the object that `transform` receives if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - transform: returns the new value.
  /// - Returns: a promise of the new value.
  public func map<Owner: AnyObject & Sendable, U: Sendable>(
    with owner: Owner, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ transform: @escaping @Sendable @isolated(any) (_ owner: Owner, Value) throws -> U
  ) -> Promise<U> {
    map(with: owner, transform, Origin("map", fileID, line))
  }

  /// Returns a promise that is fulfilled with the result of the asynchronous `transform`, or
  /// rejected with the error that `transform` throws or the error of this promise.
  ///
  /// The closure is skipped when `owner` no longer exists.
  ///
  /// The promise keeps no reference to `owner`. The closure runs in a task of its own, in the
  /// isolation it was written in, and its task keeps `owner` until it ends.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise rejects it at once and cancels the task of a running transform.
  /// When `owner` no longer exists at the turn of the transform, the derived promise is cancelled.
  ///
  /// ## Example
  /// ```swift
  /// let shown = load(url).map(.async, with: screen) { screen, page in await screen.present(page) }
  /// ```
  ///
  /// - Parameters:
  ///   - form: `.async`.
  ///   - owner: the object that `transform` receives if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - transform: returns the new value.
  /// - Returns: a promise of the new value.
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

  /// Returns a promise that settles like the promise returned by `next`, or is rejected with the
  /// error that `next` throws or the error of this promise.
  ///
  /// The closure is skipped when `owner` no longer exists.
  ///
  /// The promise keeps no reference to `owner`. The closure runs in the isolation it was written
  /// in, after those registered before it.
  ///
  /// ## Cancellation
  /// The same as for ``done(with:fileID:line:_:)``; cancelling also withdraws from the promise that
  /// `next` returned.
  ///
  /// ## Example
  /// ```swift
  /// let preview = load(url).then(with: screen) { screen, page in screen.render(page) }
  /// ```
  ///
  /// - Parameters:
  ///   - owner: the object that `next` receives if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - next: starts the next piece of work and returns its promise.
  /// - Returns: a promise that follows the returned one.
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

  /// Returns a promise that settles like the promise returned by the asynchronous `next`, or is
  /// rejected with the error that `next` throws or the error of this promise.
  ///
  /// The closure is skipped when `owner` no longer exists.
  ///
  /// The promise keeps no reference to `owner`. The closure runs in a task of its own, in the
  /// isolation it was written in, and its task keeps `owner` until it ends.
  ///
  /// ## Cancellation
  /// The same as for ``map(_:with:fileID:line:_:)``; cancelling also withdraws from the promise
  /// that `next` returned.
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
  ///   - owner: the object that `next` receives if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - next: starts the next piece of work and returns its promise.
  /// - Returns: a promise that follows the returned one.
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

  /// Makes a promise that `run` settles when this one is fulfilled, if `owner` is still there.
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
  /// Settles by `body`, which is handed the owner of the handler, or is cancelled without one.
  final func settle<Owner: AnyObject>(
    with owner: Owner?, _ effects: inout Effects,
    _ body: (Owner, inout Effects) -> Void
  ) {
    guard let owner else { return _ = cancel(&effects) }
    // This may be the last to keep it, while the settling holds a list.
    effects.release(owner)
    body(owner, &effects)
  }
}
