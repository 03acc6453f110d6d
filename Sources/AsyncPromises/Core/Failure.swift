// Responsibility for a failure: the marks that determine whether its promise has to report it.

extension Cell {
  /// Whether a settled cell is rejected.
  @usableFromInline
  package final var isRejected: Bool { failure != nil }

  /// Whether the settled cell was settled by a cancellation.
  package final var wasCancelled: Bool { marks.hasPublished(.cancelled) }

  /// Records that the user has read the outcome of this settled cell, or is about to.
  @usableFromInline
  final func markOutcomeSeen() {
    guard isRejected else {
      if marks.isValueOfWork { marks.set(.looked) }
      return
    }
    marks.set(.looked)
    reportLateConsumer()
  }

  /// Handles the arrival of a consumer at this rejected cell. If the cell was abandoned earlier,
  /// that is a mistake to report.
  final func reportLateConsumer() {
    guard marks.hasPublished(.abandoned), marks.set(.lateConsumerKnown) else { return }
    origin.reportLateConsumer()
  }

  /// Records that the user has seen the failure that the cell is about to get.
  @usableFromInline
  package final func markFailureHandled() {
    marks.set(.handled)
  }

  /// Marks the failure that the cell has or may later get.
  final func markFailure(_ mark: Marks.Mark) {
    var cell = self
    while true {
      cell.marks.set(mark)
      // Either this load shows that the cell follows, or the thread that binds the cell sees the
      // mark.
      guard let relay = cell.state.relay else { return }
      // SAFETY: the following state is final and retains its relay; `cell` is retained here.
      cell = relay.takeUnretainedValue()
    }
  }

  /// Reports the failure of a rejected cell at its deinitialization, if no consumer can have seen
  /// it: as unhandled if none has ever come, and otherwise as a failure of work that all have left.
  ///
  /// Cells without an origin are the library's own.
  final func reportUnseenFailure() {
    guard let failure, !origin.isNone else { return }
    if !marks.has(.seen) { return origin.reportUnhandled(failure) }
    // A consumer that has got the outcome stays counted.
    if marks.consumerCount > 0 || marks.has(.looked) || marks.has(.handled) || wasCancelled {
      return
    }
    origin.reportLateFailure(failure)
  }
}
