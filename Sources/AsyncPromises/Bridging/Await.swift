// From promise to async: waiting for the outcome in a task.

extension Promise {
  /// The value, as soon as the promise is fulfilled; throws the error that it is rejected with.
  ///
  /// When the promise is settled already, there is no suspension, no hop off the caller's actor and
  /// no allocation, even in a cancelled task. Waiters are resumed in the order in which they
  /// came. A promise that stands for a task (``init(name:priority:fileID:line:_:)``) raises it to
  /// the priority of its waiter, where the platform can.
  ///
  /// ## Cancellation
  /// When the waiting task is cancelled, the wait ends at once with `CancellationError`. The
  /// promise and its other consumers don't notice: waiting is not owning.
  ///
  /// ```swift
  /// let avatar = try await user.then { images.load($0.avatar) }.value
  /// ```
  ///
  /// - Returns: the value.
  /// - Throws: the promise's error, as it is; `CancellationError` when the waiting task is
  ///   cancelled.
  @inlinable
  public nonisolated(nonsending) var value: Value {
    get async throws { try await result.get() }
  }

  /// The outcome, as soon as the promise is settled.
  ///
  /// ## Cancellation
  /// As for ``value``; the end of a cancelled wait is `.failure(CancellationError())`.
  ///
  /// - Returns: the outcome.
  @inlinable
  public nonisolated(nonsending) var result: Result<Value, any Error> {
    get async {
      if let outcome = cell.outcome { return outcome }
      guard await cell.isSettledLater(), let outcome = cell.outcome else {
        return .failure(CancellationError())
      }
      return outcome
    }
  }
}

extension Cell {
  /// Waits until the cell is settled, or the task that waits is cancelled.
  ///
  /// - Returns: whether it is settled.
  @usableFromInline
  nonisolated(nonsending) final func isSettledLater() async -> Bool {
    origin.record?.waiterCame()
    defer { origin.record?.waiterLeft() }
    let waiter = Waiter()
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), root.link.namesProducer {
      root.escalate(to: Task.currentPriority)
      await withTaskPriorityEscalationHandler {
        await waiter.wait(for: self)
      } onPriorityEscalated: { _, priority in
        self.root.escalate(to: priority)
      }
    } else {
      await waiter.wait(for: self)
    }
    return !waiter.isCancelled
  }

  /// Raises the task that works for this cell, if one does.
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private final func escalate(to priority: TaskPriority) {
    guard case .producer(let producer) = upstream(of: self) else { return }
    (producer as? TaskProducer)?.task.escalatePriority(to: priority)
  }
}

/// A task that waits for a cell.
///
/// The continuation is resumed by whoever claims or withdraws the link, and by nobody else. It
/// carries nothing: the task reads the outcome from the cell when it is awake.
///
/// The continuation is written before the link is armed, and taken by the one thread that wins the
/// link.
private final class Waiter: Node, @unchecked Sendable {
  private var continuation: CheckedContinuation<Void, Never>?

  init() {
    super.init(link: .unarmed)
  }

  var isCancelled: Bool { link.isWithdrawn }

  nonisolated(nonsending) func wait(for cell: Cell) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        self.continuation = continuation
        guard link.arm(with: cell) else { return resume() }
        cell.attach(self)
      }
    } onCancel: {
      cancel()
    }
  }

  private func cancel() {
    switch link.withdraw(byCancellation: false) {
    case .tooLate, .unarmed, .producer:
      // Somebody else resumes, or the task itself does when it finds that it can't arm the link.
      break
    case .lent:
      resume()
    case .from(let cell):
      resume()
      Trampoline.runInCancellationHandler { cell.consumerLeft(byCancellation: false, &$0) }
    }
  }

  override func receive(from source: Cell, _ trampoline: inout Trampoline) {
    resume()
  }

  private func resume() {
    let waiting = continuation
    continuation = nil
    waiting?.resume()
  }
}
