// From an existing task to a promise.

extension Promise {
  /// Creates a promise that settles with the outcome of a task.
  ///
  /// Use this for a task that is already running and may have other waiters. To start new work, use
  /// `Promise { … }`.
  ///
  /// ## Cancellation
  /// When the promise is cancelled, or its last consumer leaves, it is rejected at once and the
  /// task is cancelled. If consumers must not be able to cancel the task, hand out a
  /// ``shielded(fileID:line:)`` promise.
  ///
  /// ## Example
  /// ```swift
  /// let task = Task { try await fetch(url) }
  /// let page = Promise(task).timeout(after: .seconds(5))
  /// ```
  ///
  /// - Parameter task: the task to wait for.
  public init<Failure: Error>(
    _ task: Task<Value, Failure>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self = Self.start(Origin("task", fileID, line)) { @Sendable in
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }
}
