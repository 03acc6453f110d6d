// Blocking the thread to wait for a promise.

import AsyncPromises
import Foundation
import PromiseCompatSupport

/// Blocks the thread until the promise is settled; throws if it is rejected.
///
/// If the promise depends on a handler that needs the blocked thread, the call deadlocks. By
/// default, every handler needs the main thread, because the default queue is the main queue.
public func awaitPromise<Value>(
  _ promise: Promise<Value>, fileID: StaticString = #fileID, line: UInt = #line
) throws -> Value {
  try promise.core.waitForOutcome(fileID, line).get().value
}

/// Unavailable: import `AsyncPromisesTesting`, which has it.
@available(
  *, unavailable, message: "import AsyncPromisesTesting, and add it to the test target"
)
public func waitForPromises(timeout: TimeInterval) -> Bool { fatalError() }
