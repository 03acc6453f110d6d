// Waiting for a promise, in a task or by blocking the thread.

import AsyncPromises
import Dispatch
import Foundation
import PromiseCompatSupport

extension Promise {
  /// Waits for the value.
  ///
  /// The task resumes in its own isolation; on the main actor, after the handlers that were added
  /// before this call and run on the main queue. When the waiting task
  /// is cancelled, the wait ends at once with `CancellationError`, and the promise is not affected.
  /// If the promise's resolver was released without settling the promise, only such a cancellation
  /// ends the wait.
  ///
  /// - Throws: the error that the promise is rejected with; `CancellationError` when the task is
  ///   cancelled.
  nonisolated(nonsending) public func async() async throws -> T {
    try await core.seenValue().value
  }

  /// Blocks the thread until the promise is settled.
  ///
  /// If the promise depends on a handler that needs the blocked thread, the call deadlocks. By
  /// default, every handler needs the main thread, because the default queue is the main queue.
  /// Each call on the main thread logs ``LogEvent/waitOnMainThread``.
  ///
  /// - Throws: the error that the promise is rejected with.
  public func wait(fileID: StaticString = #fileID, line: UInt = #line) throws -> T {
    if Thread.isMainThread { conf.logHandler(.waitOnMainThread) }
    return try core.waitForOutcome(fileID, line).get().value
  }
}

extension Guarantee {
  /// Waits for the value.
  ///
  /// Waiting for a guarantee that can no longer be resolved never ends, since there is neither a
  /// value to return nor an error to throw.
  nonisolated(nonsending) public func async() async -> T {
    if case .success(let value)? = core.resultIfSettled {
      await MainQueue.turn(isolation: #isolation)
      return value.value
    }
    return await withCheckedContinuation { continuation in
      core.pipe { if case .success(let value) = $0 { continuation.resume(returning: value) } }
    }.value
  }

  /// Blocks the thread until the guarantee is resolved.
  public func wait(fileID: StaticString = #fileID, line: UInt = #line) -> T {
    if Thread.isMainThread { conf.logHandler(.waitOnMainThread) }
    while true {
      if case .success(let value) = core.waitForOutcome(fileID, line) { return value.value }
      Thread.sleep(until: .distantFuture)
    }
  }
}

/// Runs the main run loop until the promise is settled, for programs that have nothing else to do.
///
/// Called off the main thread, it blocks the calling thread instead.
///
/// - Throws: the error that the promise is rejected with.
public func hang<T>(
  _ promise: Promise<T>, fileID: StaticString = #fileID, line: UInt = #line
) throws -> T {
  guard Thread.isMainThread else { return try promise.wait(fileID: fileID, line: line) }
  InlineLoop.blocking {
    // Wakes the run loop, which then checks the promise.
    promise.pipe { _ in DispatchQueue.main.async {} }
    while promise.isPending {
      // When called from the main queue itself, the run loop has nothing to run.
      guard RunLoop.main.run(mode: .default, before: .distantFuture) else { break }
    }
  }
  return try promise.core.waitForOutcome(fileID, line).get().value
}
