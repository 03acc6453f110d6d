// A handler that hears that its call has been cancelled.

import AsyncPromises
import GRPCCore

extension Promise {
  /// Awaits this promise in a handler, and leaves it when the call is cancelled.
  ///
  /// gRPC doesn't cancel the task of a handler whose deadline passes, whose client leaves, or whose
  /// server shuts down. It cancels the call, which `get()` doesn't hear. Give the promise a limit,
  /// too: the server isn't told of every deadline.
  ///
  /// ## Cancellation
  /// When the call or the task is cancelled, this task leaves the promise: its work is stopped
  /// unless something else waits for it. Outside of a handler, this is `get()`.
  ///
  /// - Returns: the value.
  /// - Throws: the promise's error; `CancellationError` if the call or the task is cancelled.
  public nonisolated(nonsending) func getUntilCallEnds(
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> Value {
    // Derived, so that cancelling it only leaves the promise.
    let own = map(fileID: fileID, line: line) { $0 }
    return try await withRPCCancellationHandler {
      try await own.get()
    } onCancelRPC: {
      // If the call has ended already, gRPC holds a lock here.
      Task { own.cancel() }
    }
  }
}
