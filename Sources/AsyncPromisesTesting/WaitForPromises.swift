// Waiting in synchronous tests, for every promise in the process.

#if canImport(Dispatch)
  import AsyncPromises
  import AsyncPromisesTracking
  import Dispatch
  import Foundation

  /// Waits until no promise in the process is pending and no handler or operation is running.
  ///
  /// Use it in tests that are not async. On the main thread it keeps the main run loop running, so
  /// that main-actor handlers can run; on any other thread it blocks. It does not poll: the last
  /// handler to finish wakes it. On timeout, it writes a report of the remaining promises to
  /// standard error: the line of the call, followed by a line for each promise, nested under the
  /// promise it waits for.
  ///
  /// Promises of concurrent tests count as well. In async tests, use `withPromiseScope` instead,
  /// which sees only its own promises.
  ///
  /// It traps if called from a promise's handler or operation, because it would wait for itself. If
  /// called on the main thread from within a task, it can't run main-actor handlers, because the
  /// task occupies the main actor.
  ///
  /// ## Cancellation
  /// The wait can't be cancelled.
  ///
  /// ## Example
  /// ```swift
  /// func testLogin() {
  ///   session.login("anna")
  ///   XCTAssert(waitForPromises(timeout: .seconds(1)))
  ///   XCTAssertEqual(session.user?.name, "anna")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - timeout: the maximum time to wait. If zero or negative, the call checks once.
  ///   - mark: the mark after which promises count; by default, all promises count. Create one at
  ///     the start of each test, so that one test's leftovers don't fail all later tests.
  /// - Returns: whether everything settled in time.
  @available(*, noasync, message: "use withPromiseScope and await settle(within:)")
  public func waitForPromises(
    timeout: Duration, since mark: PromiseMark? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Bool {
    Start.requireTracking()
    precondition(
      !TrackingContext.areHandler(of: .process),
      "A handler can't wait for all promises, because its own is one of them: "
        + "call waitForPromises(timeout:) from the test.")
    let scope = mark?.scope ?? .process
    if settle(scope, within: timeout) { return true }
    UnsettledPromises(
      "Promises did not settle within \(timeout).", in: scope, at: SourceLine(fileID, line)
    ).print()
    if let mark { mark.printOld() }
    return false
  }

  /// Waits like ``waitForPromises(timeout:since:fileID:line:)``, up to a number of seconds, as in
  /// google/promises.
  @available(*, noasync, message: "use withPromiseScope and await settle(within:)")
  @_disfavoredOverload
  public func waitForPromises(
    timeout seconds: TimeInterval, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    waitForPromises(
      timeout: .seconds(max(0, min(seconds, Duration.century / .seconds(1)))), fileID: fileID,
      line: line)
  }

  /// A moment that separates the process's earlier promises from its later ones.
  ///
  /// Each mark begins a period that ends at the next mark. A promise created by a handler or an
  /// operation falls in the period of the promise that the handler or operation runs for.
  ///
  /// ## Example
  /// ```swift
  /// final class SessionTests: XCTestCase {
  ///   private var start = PromiseMark()
  ///   override func setUp() { start = PromiseMark() }
  ///   @MainActor func testLogin() {
  ///     session.login("anna")
  ///     XCTAssert(waitForPromises(timeout: .seconds(1), since: start))
  ///   }
  /// }
  /// ```
  public struct PromiseMark: Sendable {
    fileprivate let scope: Scope

    /// Marks this moment.
    public init() {
      Start.requireTracking()
      scope = Scope.mark()
    }

    fileprivate func printOld() {
      let old = WaitGraph(of: .process, without: scope)
      if !old.isEmpty {
        UnsettledPromises(
          "Other pending promises, created before the mark or elsewhere:", old, at: nil
        )
        .print()
      }
    }
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
      // Wakes the run loop, which then checks the semaphore.
      if isMain { DispatchQueue.main.async {} }
    }
    let deadline = ContinuousClock.now.advanced(by: min(timeout, .century))
    while isMain {
      if end.wait(timeout: .now()) == .success { return true }
      let left = (deadline - .now) / .seconds(1)
      guard left > 0 else { return false }
      // With nothing to run, as when a task occupies the main thread, it returns at once. The
      // thread may as well sleep then.
      guard RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: left)) else {
        break
      }
    }
    return end.wait(timeout: .now() + (deadline - .now) / .seconds(1)) == .success
  }
#endif
