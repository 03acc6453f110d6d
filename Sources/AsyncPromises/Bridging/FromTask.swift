// From a task that is there already to a promise.

extension Promise {
  /// Creates a promise with the outcome of a task.
  ///
  /// The task is what somebody else has started, and may await as well. To start work of your own,
  /// write `Promise { … }`.
  ///
  /// ## Cancellation
  /// When the promise is cancelled, or its last consumer leaves, it is rejected at once and the
  /// task is cancelled. To leave the task alone, pass the promise on ``shielded(fileID:line:)``.
  ///
  /// ## Example
  /// ```swift
  /// let task = Task { try await fetch(url) }
  /// let page = Promise(task).timeout(after: .seconds(5))
  /// ```
  ///
  /// - Parameters:
  ///   - task: the task to wait for.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
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
