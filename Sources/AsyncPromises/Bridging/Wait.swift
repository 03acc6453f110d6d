// From promise to code that blocks.

#if canImport(Dispatch)
  import Dispatch

  extension Promise {
    /// Blocks the calling thread until the promise is settled, for code that can't be made async.
    ///
    /// On the main thread, outside of tasks and of blocks of a dispatch queue, the call runs the
    /// main loop meanwhile, so that handlers of the main actor run: on Apple's platforms the run
    /// loop of the thread, on Linux the main queue, elsewhere nothing. All other work that waits
    /// for the main actor runs as well: state that was read before the call may have changed after
    /// it.
    ///
    /// A promise may need the very thread that waits for it. A job of the main actor that waits, or
    /// a block of the main queue, keeps the others from running: a promise that needs one of them
    /// ends the wait with the timeout. A thread of the cooperative pool is one of a few that all
    /// tasks share: a pool whose threads all wait makes no progress until a timeout passes. That is
    /// why the timeout is mandatory.
    ///
    /// Whether the promise needs the thread is not known when the wait begins; that it might is
    /// reported at once, as ``PromiseDiagnostics/Event/blockedWait(trace:)``, for a wait in a task,
    /// and on Linux for one in a block of the main queue.
    ///
    /// ## Cancellation
    /// The wait can't be cancelled. When the time limit passes, the promise is left untouched.
    ///
    /// ## Example
    /// ```swift
    /// func config() throws -> Config {
    ///   try loadConfig().wait(timeout: .seconds(5))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - timeout: the longest time to wait. With zero or less, the call checks once and does not
    ///     wait.
    ///   - fileID: the caller's file, by default.
    ///   - line: the caller's line, by default.
    /// - Returns: the value.
    /// - Throws: the promise's error, or ``PromiseError/timedOut(after:work:)``.
    @available(*, noasync, message: "await `value` instead")
    public func wait(
      timeout: Duration, fileID: StaticString = #fileID, line: UInt = #line
    ) throws -> Value {
      if let outcome = cell.outcome { return try outcome.get() }
      func error() -> PromiseError { .timedOut(after: timeout, work: TimedOutWork(cell)) }
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
    func reportBlockedWait(_ fileID: StaticString, _ line: UInt) {
      PromiseDiagnostics.report(
        .blockedWait(trace: "\(fileID):\(line)"), in: TrackingContext.current?.scope)
    }

    /// Returns when the promise is settled, or when the time is up.
    func block(timeout: Duration, runningMainLoop: Bool) {
      InlineLoop.blocking {
        let waiter = BlockedThread(waitingFor: cell, runningMainLoop)
        cell.origin.record?.waiterCame()
        defer { cell.origin.record?.waiterLeft() }
        cell.attach(waiter)
        waiter.wait(timeout: timeout)
      }
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
      // Ends the turn of the loop, whose thread looks at the semaphore then.
      if runsMainLoop { DispatchQueue.main.async {} }
    }

    func wait(timeout: Duration) {
      guard !comes(within: timeout), case .from(let cell) = link.withdraw() else { return }
      Trampoline.run { cell.consumerWithdrew(.stopped, &$0) }
    }

    /// - Returns: whether the outcome has come in time.
    private func comes(within timeout: Duration) -> Bool {
      let deadline = ContinuousClock.now.advanced(by: min(timeout, .century))
      while runsMainLoop {
        if case .success = wakeUp.wait(timeout: .now()) { return true }
        let left = deadline - .now
        guard left > .zero else { return false }
        guard MainLoop.run(for: left) else { break }
      }
      // Rounded up: a wait may last longer than its timeout, never shorter.
      let nanoseconds = ((deadline - .now) / .nanoseconds(1)).rounded(.up)
      let end = DispatchTime.now().uptimeNanoseconds + UInt64(max(0, nanoseconds))
      return wakeUp.wait(timeout: DispatchTime(uptimeNanoseconds: end)) == .success
    }
  }
#endif
