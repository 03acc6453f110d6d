// The test that a scope belongs to, as far as jobs are concerned.

/// A test that takes responsibility for what happens in a scope.
package protocol ScopeHost: AnyObject, Sendable {
  /// Calls `make`, which creates a task, in a task that sees the test's task-locals, but none of
  /// the caller's.
  ///
  /// - Returns: whether it was called; it isn't once the test is over.
  func start(_ make: () -> Void) -> Bool

  /// Calls `body` on the caller's thread, in a task that sees the test's task-locals, but none of
  /// the caller's.
  ///
  /// - Returns: whether it was called; it isn't once the test is over.
  func run(_ body: () -> Void) -> Bool

  /// Called when `scope` has kept an event, which may be after the test.
  func eventIsKept(in scope: Scope)

  /// Called in a task of the test that has waited for work in `scope`, or at the end of the test.
  ///
  /// - Parameter isSettled: whether the task has waited for all of it.
  func workIsDone(in scope: Scope, isSettled: Bool)
}
