// Whose business a failure is: marks that tell whether its promise is the one to report it.

/// What is known of a cell's failure for good, and of the promise: a set that only grows.
struct Marks: ~Copyable {
  enum Mark: UInt {
    /// No handle of the promise is left.
    case handlesGone = 1
    /// A consumer has been attached, whatever became of it: responsibility moves downstream.
    case seen = 2
    /// The failure has been shown to the user, and needs not be shown again further down.
    case handled = 6
  }

  private let word = StateWord(0)

  borrowing func record(_ mark: Mark) { record(mark.rawValue) }

  /// Takes over what is known of a failure that is passed on.
  borrowing func recordFailureMarks(of other: borrowing Marks) {
    record(other.word.load() & Mark.handled.rawValue)
  }

  borrowing func has(_ mark: Mark) -> Bool { word.load() & mark.rawValue == mark.rawValue }

  private borrowing func record(_ marks: UInt) {
    while true {
      let seen = word.load()
      if seen | marks == seen || word.compareExchange(seen, seen | marks) { return }
    }
  }
}

extension Cell {
  /// Whether a settled cell is rejected.
  @usableFromInline
  final var isRejected: Bool { failure != nil }

  /// The user has looked at the failure of this settled cell, or is about to.
  @usableFromInline
  final func markFailureSeen() {
    if isRejected { marks.record(.seen) }
  }

  /// The failure that the cell is about to have has been shown to the user.
  @usableFromInline
  final func markFailureHandled() {
    marks.record(.handled)
  }

  /// Marks the failure that the cell has, or may have one day.
  final func markFailure(_ mark: Marks.Mark) {
    var cell = self
    while true {
      cell.marks.record(mark)
      // Either this look sees that the cell follows, or the thread that binds it sees the mark.
      guard let relay = cell.state.relay else { return }
      // SAFETY: a following word is final and retains its relay; `cell` is retained here.
      cell = relay.takeUnretainedValue()
    }
  }

  /// For the end of a rejected cell: its failure is out of reach.
  ///
  /// Cells without an origin are the library's own. A cancellation is nothing to be handled.
  final func reportUnseenFailure() {
    guard let failure, !marks.has(.seen), !origin.isNone, !(failure is CancellationError)
    else { return }
    origin.reportUnhandled(failure)
  }
}
