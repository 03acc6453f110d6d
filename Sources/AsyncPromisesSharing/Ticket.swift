// An operation's ticket, with which it waits for its turn.

import AsyncPromises

/// The ticket of a limiter's or a flight's operation.
///
/// `@unchecked Sendable`: the variables belong to the thread that holds the lock of the table that
/// the ticket is for.
class Ticket: OperationTurn, @unchecked Sendable {
  /// The cell that the operation settles.
  final let cell: Cell
  /// Wakes up the operation's task, which has come before its turn.
  final var alarm: Alarm?

  init(for cell: Cell) { self.cell = cell }

  /// Whether the operation's turn has come, and so it begins.
  ///
  /// - Parameter alarm: rings when its turn comes later.
  func begins(orWaitsFor alarm: Alarm?) -> Bool { true }

  /// Gives the ticket back, whether or not the operation has begun. A second call changes nothing.
  func leave() {}

  nonisolated(nonsending) final func comes() async throws {
    if Task.isCancelled { throw Self.cancellation }
    if begins(orWaitsFor: nil) { return }
    let alarm = Alarm()
    if begins(orWaitsFor: alarm) { return }
    await withTaskCancellationHandler {
      _ = await alarm.waitUntilSettled(by: .end, isolation: #isolation)
    } onCancel: {
      // At once, although the task's executor may be busy.
      leave()
    }
    if Task.isCancelled || !begins(orWaitsFor: nil) { throw Self.cancellation }
  }

  final func ends(_ settle: () -> Void) {
    leave()
    settle()
  }

  /// One object for all that leave.
  private static let cancellation: any Error = CancellationError()

  final func takeAlarm() -> Alarm? {
    defer { alarm = nil }
    return alarm
  }
}

/// Wakes up a task, unless that has left.
typealias Alarm = ValueCell<Void>

extension Alarm {
  func ring() { Trampoline.run { _ = fulfill((), &$0) } }
}
