// with: the last handlers of a chain, which use an object without retaining it.
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
  ///   - body: receives the value.
  /// - Returns: a promise that carries no value.
  @discardableResult
  public func done<Owner: AnyObject & Sendable>(
    with owner: Owner, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, Value) throws -> Void
  ) -> Promise<Void> {
    derive(on: body.isolation, Origin("done", fileID, line)) {
      [weak owner, body = synchronous(body)] _, source, derived, effects in
      guard case .success(let value) = Self.outcome(of: source) else {
        return _ = derived.take(from: source, &effects)
      }
      guard let owner else { return _ = derived.cancel(&effects) }
      // This may be the last reference, and settling may hold a list.
      effects.release(owner)
      Promise<Void>.settle(derived, &effects) { try body(owner, value) }
    }
  }

  /// Returns a promise that settles like this promise, after `body` has received its error, if any.
  ///
  /// The closure is skipped if `owner` has been released.
  ///
  /// The promise doesn't retain `owner`. The closure runs in the isolation it was written in, after
  /// any earlier handlers with the same isolation. If the closure is skipped, the error is passed
  /// on as unhandled.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws it from this promise. The body is skipped unless it
  /// has already started.
  ///
  /// ## Example
  /// ```swift
  /// load(url).catch(with: screen) { screen, error in screen.show(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - owner: the object to pass to `body`, if it still exists.
  ///   - body: receives the error.
  /// - Returns: a promise with the same outcome.
  @discardableResult
  public func `catch`<Owner: AnyObject & Sendable>(
    with owner: Owner, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, any Error) -> Void
  ) -> Promise {
    derivePassing(on: body.isolation, Origin("catch", fileID, line)) {
      [weak owner, look = synchronous(body)] _, outcome in
      guard case .failure(let error) = outcome, let owner else { return false }
      look(owner, error)
      return true
    }
  }

  /// Returns a promise that settles like this promise, after `body` has received the error unless
  /// it is of the given type.
  ///
  /// The closure is skipped if `owner` has been released.
  ///
  /// The promise doesn't retain `owner`. The closure runs in the isolation it was written in, after
  /// any earlier handlers with the same isolation. Pass `CancellationError.self` to ignore
  /// cancellations.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws it from this promise. The body is skipped unless it
  /// has already started.
  ///
  /// ## Example
  /// ```swift
  /// load(url).done(with: screen) { screen, page in screen.show(page) }
  ///   .catch(except: CancellationError.self, with: screen) { screen, error in
  ///     screen.show(error)
  ///   }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type of the errors that `body` does not receive.
  ///   - owner: the object to pass to `body`, if it still exists.
  ///   - body: receives any other error.
  /// - Returns: a promise with the same outcome.
  @discardableResult
  public func `catch`<Owner: AnyObject & Sendable, E: Error>(
    except type: E.Type, with owner: Owner, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, any Error) -> Void
  ) -> Promise {
    derivePassing(on: body.isolation, Origin("catch", fileID, line)) {
      [weak owner, look = synchronous(body)] _, outcome in
      guard case .failure(let error) = outcome, !PromiseError.excludes(type, error), let owner
      else { return false }
      look(owner, error)
      return true
    }
  }

  /// Returns a promise that settles like this promise, after `body` has run, whatever the outcome.
  ///
  /// The closure is skipped if `owner` has been released, because nothing is left to clean up.
  /// Otherwise it always runs, exactly once.
  ///
  /// The promise doesn't retain `owner`. The closure runs in the isolation it was written in, after
  /// any earlier handlers with the same isolation.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise rejects it at once, withdraws it from this promise and runs the
  /// body, unless it has already started or `owner` is gone.
  ///
  /// ## Example
  /// ```swift
  /// load(url).done(with: screen) { screen, page in screen.show(page) }
  ///   .finally(with: screen) { screen in screen.endLoading() }
  /// ```
  ///
  /// - Parameters:
  ///   - owner: the object to pass to `body`, if it still exists.
  ///   - body: cleans up.
  /// - Returns: a promise with the same outcome.
  @discardableResult
  public func finally<Owner: AnyObject & Sendable>(
    with owner: Owner, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner) -> Void
  ) -> Promise {
    let cleanup = ErasedCleanup { [weak owner, cleanup = synchronous(body)] in
      if let owner { cleanup(owner) }
    }
    return deriveCleaning(
      on: body.isolation, Origin("finally", fileID, line), ErasedClosure(cleanup))
  }
}
