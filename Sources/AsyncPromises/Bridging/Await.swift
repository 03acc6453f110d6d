// From promise to async: waiting for the outcome in a task.

extension Promise {
  /// The value of the promise, awaited until it is fulfilled; throws the error that it is rejected
  /// with.
  ///
  /// When the promise is already settled, there is no suspension, no hop off the caller's actor and
  /// no allocation, even in a cancelled task. Waiters are resumed in the order in which they began
  /// to wait. A promise that stands for a task, such as `Promise { try await … }`, raises it to the
  /// priority of its waiter, where the platform can.
  ///
  /// ## Cancellation
  /// When the waiting task is cancelled, the wait ends at once with `CancellationError`. The
  /// promise and its other consumers are not affected: a waiter does not own the work.
  ///
  /// ## Example
  /// ```swift
  /// let avatar = try await user.then { images.load($0.avatarURL) }.value
  /// ```
  ///
  /// - Returns: the value.
  /// - Throws: the promise's error, unwrapped; `CancellationError` when the waiting task is
  ///   cancelled.
  @inlinable
  public nonisolated(nonsending) var value: Value {
    get async throws { try await outcome(isolation: #isolation).get() }
  }

  /// The outcome of the promise, awaited until it is settled.
  ///
  /// ## Cancellation
  /// The same as for ``value``: a cancelled wait ends with `.failure(CancellationError())`.
  ///
  /// - Returns: the outcome.
  @inlinable
  public nonisolated(nonsending) var result: Result<Value, any Error> {
    get async { await outcome(isolation: #isolation) }
  }

  // With an isolated parameter: where a `nonisolated(nonsending)` function is specialised, Swift
  // 6.3 loses the hop back to the actor.
  @inlinable
  func outcome(
    isOwned: Bool = false, isolation: isolated (any Actor)?
  ) async -> Result<Value, any Error> {
    if let outcome = cell.outcome { return outcome }
    guard await cell.waitUntilSettled(isOwned: isOwned, isolation: isolation),
      let outcome = cell.outcome
    else { return .failure(CancellationError()) }
    return outcome
  }

  /// The value of the promise, for a task that owns the work: its interest ends with its wait.
  ///
  /// ## Cancellation
  /// When the waiting task is cancelled, the wait ends at once with `CancellationError`, and
  /// withdraws from the promise like a cancelled derived promise: without another consumer, the
  /// promise is cancelled, and its work with it. With ``value`` the work would continue.
  ///
  /// ## Example
  /// ```swift
  /// let screen = Task { label.text = try await load(url).ownedValue.title }
  /// screen.cancel()  // the page is not loaded any more
  /// ```
  ///
  /// - Returns: the value.
  /// - Throws: the promise's error, unwrapped; `CancellationError` when the waiting task is
  ///   cancelled.
  @inlinable
  public nonisolated(nonsending) var ownedValue: Value {
    get async throws { try await outcome(isOwned: true, isolation: #isolation).get() }
  }

  /// The outcome of the promise, for a task that owns the work.
  ///
  /// ## Cancellation
  /// The same as for ``ownedValue``: a cancelled wait ends with `.failure(CancellationError())`.
  ///
  /// - Returns: the outcome.
  @inlinable
  public nonisolated(nonsending) var ownedResult: Result<Value, any Error> {
    get async { await outcome(isOwned: true, isolation: #isolation) }
  }
}

extension Cell {
  /// Waits until the cell is settled, or the task that waits is cancelled.
  ///
  /// - Parameter isOwned: whether the cancelled task withdraws its interest in the cell.
  /// - Returns: whether it is settled.
  @usableFromInline
  final func waitUntilSettled(
    isOwned: Bool, isolation: isolated (any Actor)?
  ) async -> Bool {
    origin.record?.waiterCame()
    defer { origin.record?.waiterLeft() }
    let waiter = Waiter(isOwner: isOwned)
    await waiter.wait(for: self, isolation: isolation)
    waiter.didResume()
    return !waiter.isCancelled
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
  // The link says who may touch it: there is nothing that a check could find.
  @exclusivity(unchecked) private var continuation: CheckedContinuation<Void, Never>?
  private let suspension = TrackedSuspension.ofCurrentTask()
  /// Whether the end of the wait by cancellation is one of interest, too.
  private let isOwner: Bool

  init(isOwner: Bool) {
    self.isOwner = isOwner
    super.init(link: .unarmed)
  }

  var isCancelled: Bool { link.isWithdrawn }

  func wait(for cell: Cell, isolation: isolated (any Actor)?) async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), cell.hasProducer
    else { return await suspend(for: cell, isolation: isolation) }
    cell.raiseTasks(to: Task.currentPriority)
    await withTaskPriorityEscalationHandler {
      _ = isolation
      await suspend(for: cell, isolation: isolation)
    } onPriorityEscalated: { _, priority in
      cell.raiseTasks(to: priority)
    }
  }

  private func suspend(for cell: Cell, isolation: isolated (any Actor)?) async {
    await withTaskCancellationHandler {
      _ = isolation
      await withCheckedContinuation(isolation: isolation) { continuation in
        self.continuation = continuation
        if link.arm(with: cell) { cell.attach(self) } else { cancelledBeforehand(cell) }
        suspension?.begins(for: cell)
      }
    } onCancel: {
      cancel()
    }
  }

  func didResume() { suspension?.isOver() }

  /// The task was cancelled before the waiter stood anywhere.
  private func cancelledBeforehand(_ cell: Cell) {
    resume()
    cell.markFailure(.seen)
    if isOwner { Trampoline.run { cell.consumerWithdrew(.cancelled, &$0) } }
  }

  private func cancel() {
    // Otherwise another thread resumes, or the task does when it finds that it can't arm the link.
    guard case .from(let cell) = link.withdraw() else { return }
    resume()
    Trampoline.runPlumbing { cell.consumerWithdrew(isOwner ? .cancelled : .stopped, &$0) }
  }

  override func receive(from source: Cell, _ trampoline: inout Trampoline) {
    resume()
  }

  private func resume() {
    let waiting = continuation
    continuation = nil
    suspension?.ends()
    waiting?.resume()
  }
}
