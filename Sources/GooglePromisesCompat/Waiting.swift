// Waiting with the whole thread: for a promise, or for all of them.

import AsyncPromises
import Dispatch
import Foundation

/// Blocks the thread until the promise is settled; throws the error that it is rejected with.
///
/// A promise that depends on a handler of the blocked thread never settles: deadlock. On the main
/// thread, that is any promise with a handler on the default queue.
public func awaitPromise<Value>(_ promise: Promise<Value>) throws -> Value {
  try promise.core.waitForOutcome().get().value
}

/// Waits until no promise of the process is pending and no handler is running, for at most
/// `timeout` seconds; returns whether that happened.
///
/// It counts tracked promises: call it in a program that links `AsyncPromisesTesting`, as tests do;
/// any other program tracks none. On the main thread it runs the main run loop meanwhile; elsewhere
/// it blocks. On timeout, a report of the remaining promises goes to standard error, with the line
/// of the call.
@available(*, noasync, message: "use withPromiseScope of AsyncPromisesTesting")
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
    // Wakes the run loop up, which looks at the semaphore then.
    if isMain { DispatchQueue.main.async {} }
  }
  let deadline = Date(timeIntervalSinceNow: timeout)
  while isMain {
    if end.wait(timeout: .now()) == .success { return true }
    guard deadline.timeIntervalSinceNow > 0 else { return false }
    // Without anything to run it returns at once: the thread may as well sleep then.
    guard RunLoop.main.run(mode: .default, before: deadline) else { break }
  }
  return end.wait(timeout: .now() + max(0, deadline.timeIntervalSinceNow)) == .success
}
