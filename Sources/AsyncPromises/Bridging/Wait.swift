// From promises to blocking code.

#if canImport(Dispatch)
  import Dispatch

  extension Promise {
    /// Blocks the calling thread until the promise is settled, for code that can't be made async.
    ///
    /// On the main thread, outside tasks and dispatch blocks, the call keeps main-actor handlers
    /// running: on Apple platforms it runs the thread's run loop, and on Linux the main queue. Any
    /// other pending main-actor work runs too, so state you read before the call may have changed
    /// by the time it returns. On other platforms, the call runs nothing.
    ///
    /// If the promise needs the thread that waits for it, the call deadlocks until the timeout,
    /// which is why a timeout is mandatory. While a main-actor job or a main-queue block waits, no
    /// other job or block can run there; if the promise needs one, the wait times out. All tasks
    /// share the few threads of the cooperative pool; if every one of those threads waits, nothing
    /// makes progress until a timeout expires.
    ///
    /// The library can't know in advance whether the promise needs the thread. It reports the risk
    /// at once, as ``PromiseDiagnostics/Event/blockedWait(trace:)``, if the wait is in a task or,
    /// on Linux, in a main-queue block.
    ///
    /// ## Cancellation
    /// The wait can't be cancelled. A timeout leaves the promise untouched.
    ///
    /// ## Example
    /// ```swift
    /// func config() throws -> Config {
    ///   try loadConfig().wait(timeout: .seconds(5))
    /// }
    /// ```
    ///
    /// - Parameter timeout: the longest time to wait. With zero or less, the call checks once
    ///   without waiting.
    /// - Returns: the value.
    /// - Throws: the promise's error, or ``PromiseError/timedOut(after:work:failedAttempts:)``.
    @available(*, noasync, message: "await `value` instead")
    public func wait(
      timeout: Duration, fileID: StaticString = #fileID, line: UInt = #line
    ) throws -> Value {
      if let outcome = cell.outcome { return try outcome.get() }
      func error() -> PromiseError { .timedOut(after: timeout, waitingFor: cell) }
      guard timeout > .zero else { throw error() }
      let isInTask = withUnsafeCurrentTask { $0 != nil }
      let isMainLoopFree = isInTask ? false : MainLoop.isFree()
      if isMainLoopFree == false { reportBlockedWait(fileID, line) }
      block(timeout: timeout, runningMainLoop: isMainLoopFree == true)
      guard let outcome = cell.outcome else { throw error() }
      return try outcome.get()
    }
  }

  extension Promise {
    package func reportBlockedWait(_ fileID: StaticString, _ line: UInt) {
      PromiseDiagnostics.report(.blockedWait(trace: "\(fileID):\(line)"))
    }

    /// Returns when the promise is settled or the time is up.
    package func block(timeout: Duration, runningMainLoop: Bool) {
      func block() {
        let waiter = BlockedThread(waitingFor: cell, runningMainLoop)
        cell.origin.record?.waiterComes()
        defer { cell.origin.record?.waiterLeaves() }
        cell.attach(waiter)
        waiter.wait(timeout: timeout)
      }
      if let loop = BlockingLoops.all.top { loop(block) } else { block() }
    }
  }

  /// A thread that waits for a cell.
  private final class BlockedThread: WaitingNode, @unchecked Sendable {
    private let wakeUp = DispatchSemaphore(value: 0)
    private let runsMainLoop: Bool

    init(waitingFor cell: Cell, _ runsMainLoop: Bool) {
      self.runsMainLoop = runsMainLoop
      super.init(link: .armed(with: cell))
    }

    override func resume() {
      wakeUp.signal()
      // Wakes the main loop, so that its thread checks the semaphore.
      if runsMainLoop { DispatchQueue.main.async {} }
    }

    func wait(timeout: Duration) {
      guard !comes(within: timeout), case .from(let cell) = link.withdraw() else { return }
      Trampoline.run { cell.consumerWithdrew(.stopped, &$0) }
    }

    /// - Returns: whether the promise settled in time.
    private func comes(within timeout: Duration) -> Bool {
      let deadline = ContinuousClock.now.advanced(by: min(timeout, .century))
      while runsMainLoop {
        if case .success = wakeUp.wait(timeout: .now()) { return true }
        let left = deadline - .now
        guard left > .zero else { return false }
        guard MainLoop.run(for: left) else { break }
      }
      // Rounds up: a wait may outlast its timeout, but never ends before it.
      let nanoseconds = ((deadline - .now) / .nanoseconds(1)).rounded(.up)
      let end = DispatchTime.now().uptimeNanoseconds + UInt64(max(0, nanoseconds))
      return wakeUp.wait(timeout: DispatchTime(uptimeNanoseconds: end)) == .success
    }
  }
#endif

/// What a module that runs handlers in a loop makes of a call that blocks the thread: handlers that
/// wait in the loop may have to run first.
package enum BlockingLoops {
  package static let all = SharedStack<@Sendable (() -> Void) -> Void>()
}
