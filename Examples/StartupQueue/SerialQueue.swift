// A serial queue, built as a chain of promises that grows at its end.

import AsyncPromises
import Synchronization

/// Runs tasks one at a time, in the order in which they are added. Tasks can be added from any
/// thread, at any time. A task ends when its promise settles.
///
/// Turn `n` starts when turn `n - 1` has ended, and ends when its own task has ended too. By
/// induction, no task starts before all earlier tasks have ended, even if some were cancelled while
/// they waited.
///
/// The queue keeps only the last turn, and a settled promise doesn't keep earlier ones, so all
/// ended turns are freed.
///
/// It uses a lock rather than an actor, so that `add` is a synchronous function and tasks keep the
/// order of the calls. Calls to an actor from several tasks arrive in any order.
final class SerialQueue: Sendable {
  private struct State {
    var lastTurn = Promise<Void>.fulfilled
    var isStopped = false
  }

  private let state = Mutex(State())

  /// Adds a task. The result settles like the promise that the task returns, or with the error it
  /// throws.
  ///
  /// A failure doesn't affect later tasks. If it should, stop the queue:
  /// `show(terms).catch { _ in queue.stop() }`.
  ///
  /// ## Cancellation
  /// Cancelling the returned promise removes a waiting task from the queue. If the task is running,
  /// the promise withdraws from the task's promise, and the next task starts without waiting for
  /// cleanup.
  @discardableResult
  func add<Value>(
    _ task: @escaping @Sendable () async throws -> Promise<Value>
  ) -> Promise<Value> {
    let (taskIsOver, end) = Promise<Void>.pending()
    let turnBefore = state.withLock { state in
      defer { state.lastTurn = state.lastTurn.then { taskIsOver } }
      return state.lastTurn
    }
    // Only the caller consumes the outcome, so an error that it ignores is reported. And no
    // consumer can cancel a turn, because the next turn depends on it.
    return turnBefore.then(.async) {
      if self.state.withLock(\.isStopped) { throw CancellationError() }
      return try await task()
    }
    .finally { end.fulfill() }
  }

  /// Starts no more tasks: waiting and new tasks are cancelled when their turn comes. The
  /// running task continues.
  func stop() {
    state.withLock { $0.isStopped = true }
  }

  /// Waits until all tasks have ended, including those that are added meanwhile.
  ///
  /// ## Cancellation
  /// The wait ends with `CancellationError`. The tasks continue: a waiter doesn't own them.
  func waitUntilEmpty() async throws {
    var turn = state.withLock(\.lastTurn)
    while true {
      try await turn.value
      let lastTurn = state.withLock(\.lastTurn)
      if turn == lastTurn { return }
      turn = lastTurn
    }
  }
}
