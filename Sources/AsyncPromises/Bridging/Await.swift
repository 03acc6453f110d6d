// From promises to async code: waiting for the outcome in a task.

extension Promise {
  /// The promise's value once it is fulfilled; throws the promise's error if it is rejected.
  ///
  /// If the promise is already settled, the await doesn't suspend, hop off the caller's actor or
  /// allocate, even in a cancelled task. Waiters resume in FIFO order. If a task backs the promise,
  /// as in `Promise { try await … }`, that task is escalated to the waiter's priority where the
  /// platform supports it.
  ///
  /// ## Cancellation
  /// When the waiting task is cancelled, the wait ends at once with `CancellationError`. The
  /// promise and its other consumers are unaffected: the work continues even if nothing else waits
  /// for it. If a function creates the promise it awaits, use ``get()`` instead.
  ///
  /// ## Example
  /// ```swift
  /// let page = try await pages[url]?.value  // shared with other callers
  /// ```
  ///
  /// - Returns: the value.
  /// - Throws: the promise's error as is; `CancellationError` when the waiting task is cancelled.
  @inlinable
  public nonisolated(nonsending) var value: Value {
    get async throws { try await outcome(isolation: #isolation).get() }
  }

  /// The promise's outcome once it is settled.
  ///
  /// ## Cancellation
  /// The same as for ``value``, except that a cancelled wait returns
  /// `.failure(CancellationError())`.
  ///
  /// - Returns: the outcome.
  @inlinable
  public nonisolated(nonsending) var result: Result<Value, any Error> {
    get async { await outcome(isolation: #isolation) }
  }

  // Takes an isolated parameter because Swift 6.3 loses the hop back to the actor when it
  // specializes a `nonisolated(nonsending)` function that has a branch without a wait.
  @inlinable
  package func outcome(
    by wait: Wait = .value, isolation: isolated (any Actor)?
  ) async -> Result<Value, any Error> {
    if let outcome = cell.outcome { return outcome }
    let isSettled = await cell.waitUntilSettled(by: wait, isolation: isolation)
    return outcome(isSettled)
  }

  // Not inlined: what it needs would be in the frame of a task that waits.
  @inlinable
  @inline(never)
  func outcome(_ isSettled: Bool) -> Result<Value, any Error> {
    (isSettled ? cell.outcome : nil) ?? .failure(CancellationError())
  }

  /// Returns the promise's value once it is fulfilled, for functions that own the work.
  ///
  /// Cancelling a task that awaits `get()` can stop the work, whereas cancelling one that awaits
  /// ``value`` never does. If the promise is already settled, `get()` returns at once, as ``value``
  /// does.
  ///
  /// ## Cancellation
  /// When the waiting task is cancelled, the wait ends at once with `CancellationError`, and the
  /// task leaves the promise, as a cancelled derived promise does. If it was the last consumer, the
  /// work is stopped: the promise's own task is cancelled, and the promise withdraws in turn from
  /// any promise it was waiting for.
  ///
  /// ## Example
  /// ```swift
  /// func portrait() async throws -> Image {
  ///   try await loadUser().then { images.load($0.avatarURL) }.get()
  /// }
  /// ```
  ///
  /// - Returns: the value.
  /// - Throws: the promise's error as is; `CancellationError` when the waiting task is cancelled.
  @inlinable
  public nonisolated(nonsending) func get() async throws -> Value {
    try await outcome(by: .get, isolation: #isolation).get()
  }
}

/// How a task waits for a promise, which determines what cancelling the wait does.
@usableFromInline
package enum Wait: Sendable {
  /// Only the wait ends.
  case value
  /// Only the wait ends, and it is no mistake if the work continues.
  case end
  /// The wait ends, and stops being a consumer of the promise.
  case get
}

extension Cell {
  /// Waits until the cell is settled or the waiting task is cancelled.
  ///
  /// - Returns: whether it is settled.
  @usableFromInline
  final func waitUntilSettled(by wait: Wait, isolation: isolated (any Actor)?) async -> Bool {
    origin.record?.waiterComes()
    defer { origin.record?.waiterLeaves() }
    let waiter = Waiter(wait)
    await waiter.wait(for: self, isolation: isolation)
    waiter.didResume()
    return !waiter.isCancelled
  }
}

/// A task that waits for a cell.
///
/// The continuation is stored before the link is armed. Only the thread that claims or withdraws
/// the link takes the continuation and resumes it. It carries no value: the task reads the outcome
/// from the cell once it is awake.
private final class Waiter: WaitingNode, @unchecked Sendable {
  // The link determines which thread may access this, so an exclusivity check could find nothing.
  @exclusivity(unchecked) private var continuation: CheckedContinuation<Void, Never>?
  private let suspension = Tracking.tracker?.suspension()
  private let wait: Wait

  init(_ wait: Wait) {
    self.wait = wait
    super.init(link: .unarmed)
  }

  var isCancelled: Bool { link.isWithdrawn }

  // These are separate functions, so that the frame of a suspended task holds only what its wait
  // needs, and one continuation.

  @inline(__always)
  func wait(for cell: Cell, isolation: isolated (any Actor)?) async {
    if System.hasImmediateTasks,
      #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), cell.root.hasUpstream
    {
      return await raiseAndPark(for: cell, isolation: isolation)
    }
    await park(for: cell, isolation: isolation)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @inline(never)
  private func raiseAndPark(for cell: Cell, isolation: isolated (any Actor)?) async {
    cell.raise(to: Task.currentPriority)
    await withTaskPriorityEscalationHandler {
      await park(for: cell, isolation: isolation)
    } onPriorityEscalated: { _, priority in
      cell.raise(to: priority)
    }
  }

  @inline(__always)
  private func park(for cell: Cell, isolation: isolated (any Actor)?) async {
    await withTaskCancellationHandler {
      _ = isolation
      await withCheckedContinuation { begin($0, for: cell) }
    } onCancel: {
      cancel()
    }
  }

  private func begin(_ continuation: CheckedContinuation<Void, Never>, for cell: Cell) {
    self.continuation = continuation
    cell.marks.consumerCame()
    if link.arm(with: cell) {
      cell.attach(counted: .passRetained(self))
    } else {
      cancelledBeforehand(cell)
    }
    suspension?.waitBegins(for: cell)
  }

  func didResume() { suspension?.waitIsOver(isFollowed: true) }

  /// Handles a task that was cancelled before its waiter was registered.
  private func cancelledBeforehand(_ cell: Cell) {
    resume()
    Trampoline.run { effects in
      cell.consumerWithdrew(wait == .get ? .cancelled : .stopped, &effects)
      didLeave(cell, &effects)
    }
  }

  private func cancel() {
    // If this fails, another thread resumes the task, or the task resumes itself on finding that it
    // can't arm the link.
    guard case .from(let cell) = link.withdraw() else { return }
    resume()
    // Releasing `cell` here frees nothing: the task keeps it, and continues only after this
    // returns.
    Trampoline.run(deferring: .everything) { effects in
      cell.consumerWithdrew(wait == .get ? .cancelled : .stopped, &effects)
      didLeave(cell, &effects)
    }
  }

  private func didLeave(_ upstream: Node, _ effects: inout Effects) {
    #if DEBUG
      guard wait == .value, let cell = upstream as? Cell else { return }
      cell.mentionUnattendedWork(&effects)
    #endif
  }

  override func resume() {
    suspension?.waitEnds()
    continuation.take()?.resume()
  }
}
