// The queue: one promise after the other, a chain that grows at its tail.

import AsyncPromises
import Synchronization

/// Runs tasks one after the other, in the order in which they are added, from any thread, at any
/// time. A task is over when its promise is settled.
///
/// Turn `n` begins when turn `n - 1` is over, and is over when its own task is as well. By
/// induction no task begins before all tasks ahead of it are over, also when some of them were
/// cancelled while they waited.
///
/// The queue keeps the last turn alone, and a settled promise keeps none of those before it: what
/// is over is freed, however many there were.
///
/// A lock and not an actor: `add` is an ordinary function, so tasks are in the order of the calls.
/// Calls to an actor's function from several tasks arrive in any order.
final class SerialQueue: Sendable {
  private struct State {
    var lastTurn = Promise<Void>.fulfilled
    var isStopped = false
  }

  private let state = Mutex(State())

  /// Adds a task; settled as the promise that the task returns, or with what it throws.
  ///
  /// A failure is its caller's concern and does not hold up the tasks behind it; one that is to
  /// end it all says so: `show(terms).catch { _ in queue.stop() }`.
  ///
  /// ## Cancellation
  /// Cancelling the returned promise takes a task that waits out of the queue. It withdraws from
  /// the promise of one that runs, and the next one begins without waiting for it to tidy up.
  @discardableResult
  func add<Value>(
    _ task: @escaping @Sendable () async throws -> Promise<Value>
  ) -> Promise<Value> {
    let (taskIsOver, end) = Promise<Void>.pending()
    let turnBefore = state.withLock { state in
      defer { state.lastTurn = state.lastTurn.then { taskIsOver } }
      return state.lastTurn
    }
    // Nobody but the caller looks at the outcome, so an error that the caller ignores is reported;
    // and nobody can cancel a turn, because the next turn wants it.
    return turnBefore.then(.async) {
      if self.state.withLock(\.isStopped) { throw CancellationError() }
      return try await task()
    }
    .finally { end.fulfill() }
  }

  /// Begins no task any more: those that wait are cancelled in their turn, and so are those that
  /// are added from now on. One that runs goes on.
  func stop() {
    state.withLock { $0.isStopped = true }
  }

  /// Returns when all tasks are over, those included that are added while it waits.
  ///
  /// ## Cancellation
  /// The wait ends with `CancellationError`. The tasks go on: waiting is not owning.
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
