// The cell of a retry, which waits for the promises of its attempts.

/// The cell of a retry.
///
/// While the promise of an attempt is pending, it waits for that promise as a derived cell does,
/// and the task waits for it. So the task needs no handlers for cancellation and escalation, which
/// would double its memory.
final class RetryCell<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  private let wish = Wish()
  /// Resumes the task. It belongs to the thread that claims or withdraws the link, so an
  /// exclusivity check can't find anything.
  @exclusivity(unchecked) private var resume: (@Sendable () -> Void)?

  /// Returns when `inner` is settled or this cell is cancelled.
  nonisolated(nonsending) func waits(for inner: Cell) async {
    inner.origin.record?.waiterCame()
    defer { inner.origin.record?.waiterLeft() }
    wish.raise(to: Task.currentPriority)
    wish.works(inner)
    let suspension = TrackedSuspension.ofCurrentTask()
    await withCheckedContinuation { continuation in
      wait(for: inner) {
        suspension?.ends()
        continuation.resume()
      }
      suspension?.begins(for: inner)
    }
    suspension?.isOver()
  }

  /// Calls `resume` once: when `inner` is settled or this cell is cancelled.
  func wait(for inner: Cell, resume: @escaping @Sendable () -> Void) {
    self.resume = resume
    Trampoline.run { attach(to: inner, &$0) }
  }

  private func attach(to inner: Cell, _ effects: inout Effects) {
    inner.marks.consumerCame()
    guard link.arm(with: inner) else {
      inner.consumerWithdrew(.cancelled, &effects)
      return letHandlerGo(&effects)
    }
    inner.attach(counted: .passRetained(self), &effects)
    if state.isDecided { leaveUpstream(&effects) }
  }

  override func receive(
    from source: Cell, with reference: Unmanaged<Node>, _ effects: inout Effects
  ) -> Bool {
    letHandlerGo(&effects)
    reference.release()
    return false
  }

  override func letHandlerGo(_ effects: inout Effects) {
    if let resume = resume.take() { effects.callOut(resume) }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  override func raise(to priority: TaskPriority) {
    if wish.raise(to: priority) { super.raise(to: priority) }
  }

  deinit { wish.release() }
}
