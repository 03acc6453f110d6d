// The wait of synchronous tests: for every promise of the process.

import AsyncPromises
import Foundation

/// Waits until no promise of the process is pending and no handler or operation is at work.
///
/// For tests that are not async. On the main thread it runs the main run loop meanwhile, so that
/// handlers of the main actor run; elsewhere it blocks the thread. It does not poll: the last
/// handler that ends wakes it up. When the time is up, a report of what is left goes to standard
/// error: a line for each promise, under the promise that it waits for.
///
/// Promises of other tests count as well if those run at the same time: in async tests use
/// ``withPromiseScope(_:leftovers:within:isolation:_:)``, which sees its own alone.
///
/// Called by a handler or an operation of a promise it traps: it would wait for its own end. Called
/// on the main thread from within a task it can't run handlers of the main actor, because the task
/// occupies it.
///
/// ## Cancellation
/// The wait can't be cancelled.
///
/// ```swift
/// func testLogin() {
///   session.login("anna")
///   XCTAssert(waitForPromises(timeout: .seconds(1)))
///   XCTAssertEqual(session.user?.name, "anna")
/// }
/// ```
///
/// - Parameter timeout: how long to wait at most. With zero or less it looks once.
/// - Returns: whether everything was settled in time.
@available(*, noasync, message: "use withPromiseScope and await settle(within:)")
public func waitForPromises(timeout: Duration) -> Bool {
  Start.requireTracking()
  precondition(
    !TrackingContext.areHandler(of: .process),
    "A handler of a promise can't wait for all promises, its own among them: "
      + "call waitForPromises(timeout:) from the test.")
  if settle(.process, within: timeout) { return true }
  let error = UnsettledPromises("Promises did not settle within \(timeout).", in: .process)
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  return false
}

/// Blocks until nothing is left, or the time is up.
private func settle(_ scope: Scope, within timeout: Duration) -> Bool {
  let outstanding = scope.outstanding
  if outstanding.isZero { return true }
  guard timeout > .zero else { return false }
  let end = DispatchSemaphore(value: 0)
  let isMain = Thread.isMainThread
  outstanding.whenZero {
    end.signal()
    // Wakes the run loop up, which looks at the semaphore then.
    if isMain { DispatchQueue.main.async {} }
  }
  let deadline = ContinuousClock.now.advanced(by: min(timeout, .seconds(100 * 365 * 86_400)))
  while isMain {
    if end.wait(timeout: .now()) == .success { return true }
    let left = (deadline - .now) / .seconds(1)
    guard left > 0 else { return false }
    // Without anything to run, which is so where a task occupies the main thread, it returns at
    // once: the thread may as well sleep then.
    guard RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: left)) else { break }
  }
  return end.wait(timeout: .now() + (deadline - .now) / .seconds(1)) == .success
}
