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
  /// promise and its other consumers are not affected: to look is not to own, and the work
  /// continues even if nobody else waits for it. A function that makes a promise and awaits it
  /// writes ``get()``.
  ///
  /// ## Example
  /// ```swift
  /// let page = try await pages[url]?.value  // others look at it, too
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
    by wait: Wait = .value, isolation: isolated (any Actor)?
  ) async -> Result<Value, any Error> {
    if let outcome = cell.outcome { return outcome }
    guard await cell.waitUntilSettled(by: wait, isolation: isolation),
      let outcome = cell.outcome
    else { return .failure(CancellationError()) }
    return outcome
  }

  /// Returns the value of the promise, awaited until it is fulfilled, for a function that has made
  /// the promise: the work is its own.
  ///
  /// ``value`` looks, `get()` takes: it is a consumer like a derived promise. When the promise is
  /// already settled, it returns at once as ``value`` does.
  ///
  /// ## Cancellation
  /// When the waiting task is cancelled, the wait ends at once with `CancellationError`, and leaves
  /// the promise. If no other consumer is left, the work is stopped: its task is cancelled, and
  /// what it waits for is left in turn.
  ///
  /// ## Example
  /// ```swift
  /// func portrait() async throws -> Image {
  ///   try await loadUser().then { images.load($0.avatarURL) }.get()
  /// }
  /// ```
  ///
  /// - Returns: the value.
  /// - Throws: the promise's error, unwrapped; `CancellationError` when the waiting task is
  ///   cancelled.
  @inlinable
  public nonisolated(nonsending) func get() async throws -> Value {
    try await outcome(by: .get, isolation: #isolation).get()
  }
}

/// What a wait for a promise is called, and so what its cancellation means.
@usableFromInline
enum Wait {
  /// It only ends.
  case value
  /// The same, by somebody who means that: work that goes on is no mistake.
  case end
  /// It leaves the promise.
  case get
}

extension Cell {
  /// Waits until the cell is settled, or the task that waits is cancelled.
  ///
  /// - Returns: whether it is settled.
  @usableFromInline
  final func waitUntilSettled(by wait: Wait, isolation: isolated (any Actor)?) async -> Bool {
    origin.record?.waiterCame()
    defer { origin.record?.waiterLeft() }
    let waiter = Waiter(wait)
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
private final class Waiter: WaitingNode, @unchecked Sendable {
  // The link says who may touch it: there is nothing that a check could find.
  @exclusivity(unchecked) private var continuation: CheckedContinuation<Void, Never>?
  private let suspension = TrackedSuspension.ofCurrentTask()
  private let wait: Wait

  init(_ wait: Wait) {
    self.wait = wait
    super.init(link: .unarmed)
  }

  var isCancelled: Bool { link.isWithdrawn }

  func wait(for cell: Cell, isolation: isolated (any Actor)?) async {
    guard System.hasImmediateTasks,
      #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), !cell.root.link.isDead
    else { return await suspend(for: cell, isolation: isolation) }
    cell.root.task?.escalatePriority(to: Task.currentPriority)
    await withTaskPriorityEscalationHandler {
      _ = isolation
      await suspend(for: cell, isolation: isolation)
    } onPriorityEscalated: { _, priority in
      cell.root.task?.escalatePriority(to: priority)
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
    Trampoline.run { effects in
      if wait == .get { cell.consumerWithdrew(.cancelled, &effects) }
      didLeave(cell, &effects)
    }
  }

  private func cancel() {
    // Otherwise another thread resumes, or the task does when it finds that it can't arm the link.
    guard case .from(let cell) = link.withdraw() else { return }
    resume()
    // Nothing of the user's goes with `cell`: the task keeps it, and goes on when this returns.
    Trampoline.runPlumbing { effects in
      cell.consumerWithdrew(wait == .get ? .cancelled : .stopped, &effects)
      didLeave(cell, &effects)
    }
  }

  private func didLeave(_ upstream: Upstream, _ effects: inout Effects) {
    #if DEBUG
      guard wait == .value, let cell = upstream as? Cell else { return }
      cell.mentionUnattendedWork(&effects)
    #endif
  }

  override func resume() {
    let waiting = continuation
    continuation = nil
    suspension?.ends()
    waiting?.resume()
  }
}
