// Blocking the thread to wait for one promise, or for all of them.

import AsyncPromises
import Dispatch
import Foundation
import PromiseCompatSupport

/// Blocks the thread until the promise is settled; throws if it is rejected.
///
/// If the promise depends on a handler that needs the blocked thread, the call deadlocks. By
/// default, every handler needs the main thread, because the default queue is the main queue.
public func awaitPromise<Value>(_ promise: Promise<Value>) throws -> Value {
  try promise.core.waitForOutcome().get().value
}

/// Waits up to `timeout` seconds for all promises in the process to settle and all handlers to
/// finish, and returns whether they did.
///
/// It counts only tracked promises, so call it in a program that links `AsyncPromisesTesting`, as
/// tests do; other programs track none. On the main thread, it runs the main run loop while it
/// waits; on any other thread, it blocks. If time runs out, it writes a report of the remaining
/// promises, with the line of the call, to standard error.
@available(*, noasync, message: "use withPromiseScope from AsyncPromisesTesting")
public func waitForPromises(
  timeout: TimeInterval, fileID: StaticString = #fileID, line: UInt = #line
) -> Bool {
  precondition(
    Tracking.isOn,
    "Promises are not tracked: link AsyncPromisesTesting to the target that calls waitForPromises.")
  if settle(within: max(0, min(timeout, 100 * 365 * 86_400))) { return true }
  let pending = AsyncPromises.Promise.dumpPending()
  FileHandle.standardError.write(
    Data("\(fileID):\(line): Promises did not settle within \(timeout) seconds.\n\(pending)\n".utf8)
  )
  return false
}

/// Blocks until nothing is left, or the time is up.
private func settle(within timeout: TimeInterval) -> Bool {
  let end = DispatchSemaphore(value: 0)
  let isMain = Thread.isMainThread
  Scope.process.outstanding.whenZero {
    end.signal()
    // Wakes the run loop, which then checks the semaphore.
    if isMain { DispatchQueue.main.async {} }
  }
  let deadline = Date(timeIntervalSinceNow: timeout)
  while isMain {
    if end.wait(timeout: .now()) == .success { return true }
    guard deadline.timeIntervalSinceNow > 0 else { return false }
    // With nothing to run, it returns at once. The thread may as well sleep then.
    guard RunLoop.main.run(mode: .default, before: deadline) else { break }
  }
  return end.wait(timeout: .now() + max(0, deadline.timeIntervalSinceNow)) == .success
}
