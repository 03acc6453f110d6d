// with: handlers of errors and outcomes that use an object without retaining it.

extension Promise {
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
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: receives the error.
  /// - Returns: a promise with the same outcome.
  @discardableResult
  public func `catch`<Owner: AnyObject & Sendable>(
    with owner: Owner, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, any Error) -> Void
  ) -> Promise {
    derivePassing(on: body.isolation, Origin("catch", fileID, line)) {
      [weak owner, look = synchronous(body)] outcome in
      guard case .failure(let error) = outcome, let owner else { return false }
      look(owner, error)
      return true
    }
  }

  /// Returns a promise that settles like this promise, after `body` has received the error if it is
  /// of the given type.
  ///
  /// The closure is skipped if `owner` has been released.
  ///
  /// The promise doesn't retain `owner`. The closure runs in the isolation it was written in, after
  /// any earlier handlers with the same isolation.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws it from this promise. The body is skipped unless it
  /// has already started.
  ///
  /// ## Example
  /// ```swift
  /// load(url).catch(URLError.self, with: screen) { screen, error in screen.show(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type of the errors that `body` receives.
  ///   - owner: the object to pass to `body`, if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: receives the error.
  /// - Returns: a promise with the same outcome.
  @discardableResult
  public func `catch`<Owner: AnyObject & Sendable, E: Error>(
    _ type: E.Type, with owner: Owner, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, E) -> Void
  ) -> Promise {
    derivePassing(on: body.isolation, Origin("catch", fileID, line)) {
      [weak owner, look = synchronous(body)] outcome in
      guard case .failure(let error as E) = outcome, let owner else { return false }
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
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: receives any other error.
  /// - Returns: a promise with the same outcome.
  @discardableResult
  public func `catch`<Owner: AnyObject & Sendable, E: Error>(
    except type: E.Type, with owner: Owner, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, any Error) -> Void
  ) -> Promise {
    derivePassing(on: body.isolation, Origin("catch", fileID, line)) {
      [weak owner, look = synchronous(body)] outcome in
      guard case .failure(let error) = outcome, !(error is E), let owner else { return false }
      look(owner, error)
      return true
    }
  }

  /// Returns a promise that settles like this promise, after `body` has received the outcome.
  ///
  /// The closure is skipped if `owner` has been released.
  ///
  /// The promise doesn't retain `owner`. The closure runs in the isolation it was written in, after
  /// any earlier handlers with the same isolation.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws it from this promise. The body is skipped unless it
  /// has already started.
  ///
  /// ## Example
  /// ```swift
  /// let page = load(url).tap(with: screen) { screen, outcome in screen.note("\(outcome)") }
  /// ```
  ///
  /// - Parameters:
  ///   - owner: the object to pass to `body`, if it still exists.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: receives the outcome.
  /// - Returns: a promise with the same outcome.
  @discardableResult
  public func tap<Owner: AnyObject & Sendable>(
    with owner: Owner, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (_ owner: Owner, Result<Value, any Error>) -> Void
  ) -> Promise {
    derivePassing(on: body.isolation, Origin("tap", fileID, line)) {
      [weak owner, look = synchronous(body)] outcome in
      guard let owner else { return false }
      look(owner, outcome)
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
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
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
