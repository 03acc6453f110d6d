// Whose business a failure is: marks that tell whether its promise is the one to report it.

extension Cell {
  /// Whether a settled cell is rejected.
  @usableFromInline
  final var isRejected: Bool { failure != nil }

  /// Whether the settled cell was settled by a cancellation.
  final var wasCancelled: Bool { marks.hasPublished(.cancelled) }

  /// The user has looked at the failure of this settled cell, or is about to.
  @usableFromInline
  final func markFailureSeen() {
    guard isRejected else { return }
    marks.set(.seen)
    reportLateConsumer()
  }

  /// A consumer has come to this rejected cell. One that everybody had left before has nothing for
  /// it but news of a mistake.
  final func reportLateConsumer() {
    guard marks.hasPublished(.abandoned), marks.set(.lateConsumerKnown) else { return }
    origin.reportLateConsumer()
  }

  /// The failure that the cell is about to have has been shown to the user.
  @usableFromInline
  final func markFailureHandled() {
    marks.set(.handled)
  }

  /// Marks the failure that the cell has, or may have one day.
  final func markFailure(_ mark: Marks.Mark) {
    var cell = self
    while true {
      cell.marks.set(mark)
      // Either this look sees that the cell follows, or the thread that binds it sees the mark.
      guard let relay = cell.state.relay else { return }
      // SAFETY: a following word is final and retains its relay; `cell` is retained here.
      cell = relay.takeUnretainedValue()
    }
  }

  /// For the end of a rejected cell: its failure is out of reach.
  ///
  /// Cells without an origin are the library's own.
  final func reportUnseenFailure() {
    guard let failure, !marks.has(.seen), !origin.isNone else { return }
    origin.reportUnhandled(failure)
  }
}
