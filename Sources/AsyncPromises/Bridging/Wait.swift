// From promise to code that blocks. The only file of the library that knows Dispatch.

import Dispatch

extension Promise {
  /// Blocks the calling thread until the promise is settled, for code that can't be made async.
  ///
  /// The promise may need the very thread that waits. On the main thread no handler of the main
  /// actor runs meanwhile: a promise that depends on one ends the wait with the timeout. A thread
  /// of the cooperative pool is one of a few that all tasks share: to wait there is reported as
  /// ``PromiseDiagnostics/Event/blockedWait(trace:)``, and a pool whose threads all wait makes no
  /// progress until a timeout passes. That is why the timeout is mandatory.
  ///
  /// ## Cancellation
  /// The wait can't be cancelled. When its time is up it leaves the promise as it is.
  ///
  /// ```swift
  /// func config() throws -> Config {
  ///   try loadConfig().wait(timeout: .seconds(5))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - timeout: how long to wait at most. Zero or less looks once and does not wait.
  ///   - fileID: where the call stands; leave it to the compiler.
  ///   - line: where the call stands; leave it to the compiler.
  /// - Returns: the value.
  /// - Throws: the promise's error, or ``PromiseError/timedOut(after:)``.
  @available(*, noasync, message: "await `value` instead")
  public func wait(
    timeout: Duration, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Value {
    if let outcome = cell.outcome { return try outcome.get() }
    guard timeout > .zero else { throw PromiseError.timedOut(after: timeout) }
    if withUnsafeCurrentTask(body: { $0 != nil }) {
      PromiseDiagnostics.report(
        .blockedWait(trace: "\(fileID):\(line)"), in: TrackingContext.current?.scope)
    }
    let waiter = BlockedThread(waitingFor: cell)
    cell.origin.record?.waiterCame()
    defer { cell.origin.record?.waiterLeft() }
    cell.attach(waiter)
    waiter.wait(timeout: timeout)
    guard let outcome = cell.outcome else { throw PromiseError.timedOut(after: timeout) }
    return try outcome.get()
  }
}

/// A thread that waits for a cell.
private final class BlockedThread: Node, @unchecked Sendable {
  private let wakeUp = DispatchSemaphore(value: 0)

  init(waitingFor cell: Cell) {
    super.init(link: .armed(with: cell))
  }

  override func receive(from source: Cell, _ trampoline: inout Trampoline) {
    wakeUp.signal()
  }

  func wait(timeout: Duration) {
    guard case .timedOut = wakeUp.wait(timeout: .now() + timeout) else { return }
    guard case .from(let cell) = link.withdraw() else { return }
    Trampoline.run { cell.consumerWithdrew(.stopped, &$0) }
  }
}

extension DispatchTime {
  /// A time so far away that it overflows is the distant future.
  fileprivate static func + (time: DispatchTime, duration: Duration) -> DispatchTime {
    let (seconds, attoseconds) = duration.components
    let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow, let whole = Int(exactly: nanoseconds), whole < .max / 2 else {
      return .distantFuture
    }
    // Rounded up: a wait may last longer than its timeout, never shorter.
    return time
      + DispatchTimeInterval.nanoseconds(whole + Int((attoseconds + 999_999_999) / 1_000_000_000))
  }
}
