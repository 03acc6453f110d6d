// Waiting for a promise: in a task, or with the whole thread.

import AsyncPromises
import Dispatch
import Foundation

extension Promise {
  /// Waits for the value.
  ///
  /// The task resumes where it waits, without a hop to the main queue. When the waiting task is
  /// cancelled, the wait ends at once with `CancellationError`; the promise is not affected. If the
  /// promise's resolver is gone, only that ends the wait.
  ///
  /// - Throws: the error that the promise is rejected with; `CancellationError` when the task is
  ///   cancelled.
  nonisolated(nonsending) public func async() async throws -> T {
    try await core.seenValue().value
  }

  /// Blocks the thread until the promise is settled.
  ///
  /// A promise that depends on a handler of the blocked thread never settles: deadlock. On the main
  /// thread, that is any promise with a handler on the default queue; each call there logs
  /// ``LogEvent/waitOnMainThread``.
  ///
  /// - Throws: the error that the promise is rejected with.
  public func wait() throws -> T {
    if Thread.isMainThread { conf.logHandler(.waitOnMainThread) }
    return try core.waitForOutcome().get().value
  }
}

extension Guarantee {
  /// Waits for the value.
  ///
  /// A wait for a guarantee that can no longer be resolved never ends: it has neither a value nor
  /// an error to return.
  nonisolated(nonsending) public func async() async -> T {
    if case .success(let value)? = core.resultIfSettled { return value.value }
    return await withCheckedContinuation { continuation in
      core.pipe { if case .success(let value) = $0 { continuation.resume(returning: value) } }
    }.value
  }

  /// Blocks the thread until the guarantee is resolved.
  public func wait() -> T {
    if Thread.isMainThread { conf.logHandler(.waitOnMainThread) }
    while true {
      if case .success(let value) = core.waitForOutcome() { return value.value }
      Thread.sleep(until: .distantFuture)
    }
  }
}

/// Runs the main run loop until the promise is settled, for programs that have nothing else to do.
///
/// On any thread but the main thread it blocks the thread.
///
/// - Throws: the error that the promise is rejected with.
public func hang<T>(_ promise: Promise<T>) throws -> T {
  guard Thread.isMainThread else { return try promise.wait() }
  InlineLoop.blocking {
    // Wakes the run loop up, which looks at the promise then.
    promise.pipe { _ in DispatchQueue.main.async {} }
    while promise.isPending {
      // Called by the main queue itself, the run loop has nothing to run.
      guard RunLoop.main.run(mode: .default, before: .distantFuture) else { break }
    }
  }
  return try promise.core.waitForOutcome().get().value
}
