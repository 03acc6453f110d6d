// Where a task runs that has no isolation.

/// A task executor, in words that systems without them have too.
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
