// Where a task without isolation prefers to run.

/// A task executor, as a type that also exists on systems without task executors.
package struct PreferredExecutor: Sendable {
  private let executor: any Sendable

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  package init(_ executor: some TaskExecutor) { self.executor = executor }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  var taskExecutor: any TaskExecutor {
    guard let executor = executor as? any TaskExecutor else {
      preconditionFailure("A preferred executor must be a task executor.")
    }
    return executor
  }
}
