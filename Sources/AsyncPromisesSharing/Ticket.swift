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
  /// Wakes up the task, which has come before its turn.
  final var alarm: Alarm?

  @usableFromInline
  init(for cell: Cell?) { self.cell = cell }

  /// Whether the operation's turn has come, and so it begins.
  func begins() -> Bool { true }

  /// Whether the task has to wait until the alarm rings, because its turn may come later.
  func waits(for alarm: Alarm) -> Bool { false }

  /// Gives the ticket back, whether or not the operation has begun. A second call changes nothing.
  func leave() {}

  // Takes an isolated parameter for the reason that `Promise.outcome` does.
  @usableFromInline
  final func comes(isolation: isolated (any Actor)?) async throws {
    if !Task.isCancelled {
      if begins() { return }
      await withTaskCancellationHandler {
        await withCheckedContinuation(isolation: isolation) { alarm in
          if !waits(for: alarm) { alarm.resume() }
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
  final func ends(_ settle: () -> Void) {
    leave()
    settle()
  }

  /// One object for all that leave.
  static let cancellation: any Error = CancellationError()

  final func takeAlarm() -> Alarm? {
    defer { alarm = nil }
    return alarm
  }
}

/// Wakes up a task. Called after the lock has been given up.
typealias Alarm = CheckedContinuation<Void, Never>
