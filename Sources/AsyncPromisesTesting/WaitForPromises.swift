// The wait of synchronous tests: for every promise of the process.

#if canImport(Dispatch)
  import AsyncPromises
  import Dispatch
  import Foundation

  /// Waits until no promise of the process is pending and no handler or operation is running.
  ///
  /// Use it in tests that are not async. On the main thread it keeps running the main run loop, so
  /// that main-actor handlers run; elsewhere it blocks the thread. It does not poll: the last
  /// handler to end wakes it. On timeout, a report of the remaining promises goes to standard
  /// error: the line of the call, then a line for each promise, nested under the promise it waits
  /// for.
  ///
  /// Promises of concurrent tests count as well: in async tests use `withPromiseScope`, which sees
  /// only its own.
  ///
  /// Called from a handler or an operation of a promise, it traps: it would wait for itself. Called
  /// on the main thread from within a task, it can't run main-actor handlers, because the task
  /// occupies the main actor.
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
  ///   - timeout: the longest wait. With zero or less, the call checks once.
  ///   - mark: ignores promises made before this mark; none by default. Set a mark at the start of
  ///     each test, so that leftovers of one test don't fail all later ones.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: whether everything was settled in time.
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

  /// A moment that separates the process's earlier promises from its later ones.
  ///
  /// Promises created by a handler or an operation belong to the period of its promise. A mark's
  /// period ends at the next mark.
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
        UnsettledPromises("Made before the mark or elsewhere, and not waited for:", old, at: nil)
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
      guard RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: left)) else {
        break
      }
    }
    return end.wait(timeout: .now() + (deadline - .now) / .seconds(1)) == .success
  }
#endif
