// finally: cleans up, whatever the outcome.

extension Promise {
  /// Returns a promise that settles like this promise, after `body` has run, whatever the outcome.
  ///
  /// The closure runs in the isolation it was written in, after any earlier handlers with the same
  /// isolation. It always runs, exactly once.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise rejects it at once, withdraws it from this promise and runs the
  /// body if it hasn't started yet, so cleanup always happens.
  ///
  /// ## Example
  /// ```swift
  /// spinner.start()
  /// load().done { show($0) }.finally { spinner.stop() }
  /// ```
  ///
  /// - Parameter body: cleans up.
  /// - Returns: a promise with the same outcome.
  @inlinable @discardableResult
  public func finally(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) () -> Void
  ) -> Promise {
    deriveCleaning(
      on: body.isolation, Origin("finally", fileID, line),
      ErasedClosure(IsolatedCleanup(run: body)))
  }

  /// Creates a promise that settles like this promise, after `cleanup` has run.
  @inlinable
  func deriveCleaning(
    on isolation: (any Actor)?, _ origin: Origin, _ cleanup: ErasedClosure
  ) -> Promise {
    derive(on: isolation, origin, cleanup, for: .cleanup) { closure, source, derived, effects in
      closure.lend(as: ErasedCleanup.self) { $0.closure.run() }
      derived.take(from: source, &effects)
    }
  }
}
