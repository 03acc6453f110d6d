// Cancels a wait.

/// Cancels a task while it waits, or just before it waits where tasks can't start in place.
package func cancelWait(_ wait: @escaping @Sendable () async throws -> Void) async {
  guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
    let task = Task { try await wait() }
    task.cancel()
    return _ = await task.result
  }
  let task = Task.immediate { try await wait() }
  task.cancel()
  _ = await task.result
}
