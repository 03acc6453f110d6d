// A ticket, with which a task waits for its turn.

import AsyncPromises

/// The ticket of a limiter's or a flight's operation.
///
/// `@unchecked Sendable`: the variables belong to the thread that holds the lock of the table that
/// the ticket is for.
@usableFromInline
class Ticket: OperationTurn, @unchecked Sendable {
  /// The cell that the operation settles. Without one, there are no reports.
  final let cell: Cell?
  /// Whether the task has come before its turn, and waits for `ring()`.
  @exclusivity(unchecked) final var isWaiting = false
  private var waiter: CheckedContinuation<Void, Never>?

  @usableFromInline
  init(for cell: Cell?) { self.cell = cell }

  /// Whether the operation's turn has come, and so it begins.
  @usableFromInline
  func begins() -> Bool { true }

  /// Whether the task has to wait, because its turn may come later.
  func waits() -> Bool { false }

  /// Gives the ticket back, whether or not the operation has begun. A second call changes nothing.
  func leave() {}

  // Takes an isolated parameter for the reason that `Promise.outcome` does.
  @usableFromInline
  final func comes(isolation: isolated (any Actor)?) async throws {
    if !Task.isCancelled {
      if begins() { return }
      await withTaskCancellationHandler {
        await withCheckedContinuation(isolation: isolation) {
          waiter = $0
          if !waits() { ring() }
        }
      } onCancel: {
        // At once, although the task's executor may be busy.
        leave()
      }
      if !Task.isCancelled, begins() { return }
    }
    leave()
    throw Self.cancellation
  }

  @usableFromInline
  final func ends(_ error: (any Error)?, _ settle: () -> Void) {
    leave()
    settle()
  }

  /// One object for all that leave.
  static let cancellation: any Error = CancellationError()

  /// Returns the ticket if its task waits, once. The caller rings after it has given up the lock.
  final func alarm() -> Ticket? {
    defer { isWaiting = false }
    return isWaiting ? self : nil
  }

  /// Wakes up the task.
  final func ring() { waiter?.resume() }
}
