// catch: handles an error and passes it on.

extension Promise {
  /// Returns a promise that settles like this promise, after `body` has received its error, if any.
  ///
  /// The closure runs in the isolation it was written in, after any earlier handlers with the same
  /// isolation. Cancellations count as errors. To replace the error, use `recover`.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws it from this promise. The body is skipped unless it
  /// has already started.
  ///
  /// ## Example
  /// ```swift
  /// load().done { show($0) }.catch { alert($0.localizedDescription) }
  /// ```
  ///
  /// - Parameter body: receives the error.
  /// - Returns: a promise with the same outcome.
  @inlinable @discardableResult
  public func `catch`(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (any Error) -> Void
  ) -> Promise {
    let closure = ErasedClosure(IsolatedObservation(run: body))
    return derivePassing(on: body.isolation, Origin("catch", fileID, line), closure) {
      closure, outcome in
      guard case .failure(let error) = outcome else { return false }
      closure.lend(as: ErasedObservation<any Error>.self) { $0.closure.run(error) }
      return true
    }
  }

  /// Returns a promise that settles like this promise, after `body` has received the error if it is
  /// of the given type.
  ///
  /// The closure runs in the isolation it was written in, after any earlier handlers with the same
  /// isolation.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws it from this promise. The body is skipped unless it
  /// has already started.
  ///
  /// ## Example
  /// ```swift
  /// load().catch(URLError.self) { status.text = "Offline: \($0.code)" }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type of the errors that `body` receives.
  ///   - body: receives the error.
  /// - Returns: a promise with the same outcome.
  @inlinable @discardableResult
  public func `catch`<E: Error>(
    _ type: E.Type,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (E) -> Void
  ) -> Promise {
    let closure = ErasedClosure(IsolatedObservation(run: body))
    return derivePassing(on: body.isolation, Origin("catch", fileID, line), closure) {
      closure, outcome in
      guard case .failure(let error as E) = outcome else { return false }
      closure.lend(as: ErasedObservation<E>.self) { $0.closure.run(error) }
      return true
    }
  }

  /// Returns a promise that settles like this promise, after `body` has received the error unless
  /// it is of the given type.
  ///
  /// The closure runs in the isolation it was written in, after any earlier handlers with the same
  /// isolation. Pass `CancellationError.self` to ignore cancellations,
  /// also those that a ``PossibleCancellation`` means.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws it from this promise. The body is skipped unless it
  /// has already started.
  ///
  /// ## Example
  /// ```swift
  /// load()
  ///   .done { show($0) }
  ///   .catch(except: CancellationError.self) { alert($0.localizedDescription) }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type of the errors that `body` does not receive.
  ///   - body: receives any other error.
  /// - Returns: a promise with the same outcome.
  @inlinable @discardableResult
  public func `catch`<E: Error>(
    except type: E.Type,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (any Error) -> Void
  ) -> Promise {
    let closure = ErasedClosure(IsolatedObservation(run: body))
    return derivePassing(on: body.isolation, Origin("catch", fileID, line), closure) {
      closure, outcome in
      guard case .failure(let error) = outcome, !PromiseError.excludes(type, error) else {
        return false
      }
      closure.lend(as: ErasedObservation<any Error>.self) { $0.closure.run(error) }
      return true
    }
  }
}
