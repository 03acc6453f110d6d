// The wait of synchronous tests: for every promise of the process.

#if canImport(Dispatch)
  import AsyncPromises
  import Dispatch
  import Foundation

  /// Waits until no promise of the process is pending and no handler or operation is running.
  ///
  /// Use it in tests that are not async. On the main thread it runs the main run loop meanwhile, so
  /// that handlers of the main actor run; elsewhere it blocks the thread. It does not poll: the
  /// last handler that ends wakes it up. When the timeout has passed, a report of the remaining
  /// promises goes to standard error: the line of the call, then a line for each promise, under the
  /// promise that it waits for.
  ///
  /// Promises of tests that run at the same time count as well: in async tests use
  /// `withPromiseScope`, which sees its own promises alone.
  ///
  /// Called by a handler or an operation of a promise, it traps: it would wait for its own end.
  /// Called on the main thread from within a task, it can't run handlers of the main actor, because
  /// the task occupies it.
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
  ///   - timeout: the longest time to wait. With zero or less, the call checks once.
  ///   - mark: the mark before which promises are ignored; without one, none is. Set a mark where
  ///     each test begins, so that what one test leaves behind does not fail all later ones.
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

  /// A moment that separates the promises of the process created after it from those created
  /// before.
  ///
  /// What a handler or an operation creates belongs to the period of its promise. The period of a
  /// mark ends with the next mark: the promises created from then on belong to that one.
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

    /// Creates a mark of this moment.
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
