// The test that a scope belongs to, as far as jobs are concerned.

/// A test that takes responsibility for what happens in a scope.
package protocol ScopeHost: AnyObject, Sendable {
  /// Calls `make`, which creates a task, in a task that sees the test's task-locals, but none of
  /// the caller's.
  ///
  /// - Returns: whether it was called; it isn't once the test is over.
  func start(_ make: () -> Void) -> Bool

  /// Calls `body` on the caller's thread, in a task that sees the test's task-locals.
  func run(_ body: () -> Void)

  /// Called in a task of the test that has waited for work in `scope`, or at the end of the test.
  ///
  /// - Parameter isSettled: whether the task has waited for all of it.
  func workIsDone(in scope: Scope, isSettled: Bool)
}

extension TrackingContext {
  /// The test that the running code belongs to.
  fileprivate static var host: (any ScopeHost)? { current?.scope.host }
}

extension Record {
  /// Whether the running code belongs to another test than the promise.
  var isInOtherTest: Bool { scope.host !== TrackingContext.host }

  /// Calls a handler of the promise in its test. The handlers of a job are there already, but a
  /// queue, or a thread that settles a promise, belongs to no test.
  func runInTest(_ body: () -> Void) {
    guard let host = scope.host, Tasks.current == 0 else { return body() }
    host.run(body)
  }
}

extension Origin.Surroundings {
  /// Calls `make`, which creates a task, so that the task sees the task-locals of the test.
  func start(_ make: (Tasks.Start) -> Void) {
    if context.scope.host?.start({ make(.enqueued) }) != true { make(.detached) }
  }
}
