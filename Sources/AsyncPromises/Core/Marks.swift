// A word that any thread may change: a cell's marks and its count of withdrawals, which are
// independent of each other.
//
//     count of withdrawals │ patience │ marks
//
// Each step of a chain creates a cell, so saving eight bytes is worth a shift. The count is at the
// top, where an overflow would wrap around without touching anything else.

/// The permanent facts about a cell, and a count of the consumers that have left it.
struct Marks: ~Copyable {
  private let word = StateWord(patience(0))

  // MARK: Marks

  /// A permanent fact about a cell. The set of marks only grows.
  enum Mark: UInt64 {
    /// The last handle of the promise has been released.
    case handlesGone = 1
    /// A consumer has been attached, whatever became of it, so reporting a failure is up to the
    /// promises downstream.
    case seen = 2
    /// The user has seen the failure, which need not be reported again downstream.
    case handled = 6
    /// The promise was settled by a cancellation.
    case cancelled = 8
    /// The work of a cancelled promise has ended, too late to settle it.
    case workEnded = 16
    /// The promise was settled because all of its consumers had left.
    case abandoned = 32
    /// A consumer that arrived after all others had left has been reported, or is not a mistake.
    case lateConsumerKnown = 64
    /// The promise has a cancellation handler: there is work to stop.
    case hasCancelHandler = 128
    /// The cell is a relay: it takes over for a cell that follows another.
    case relay = 256
  }

  private static var markBits: Int { 9 }

  /// - Returns: whether this call set the mark.
  @discardableResult
  borrowing func set(_ mark: Mark) -> Bool { set(mark.rawValue) }

  /// Sets a mark of a cell that no other thread can reach yet.
  borrowing func setExclusively(_ mark: Mark) {
    word.storeExclusively(word.loadExclusively() | mark.rawValue)
  }

  /// Copies the marks that go downstream along with a failure.
  borrowing func setFailureMarks(of other: borrowing Marks) {
    _ = set(other.word.load() & Mark.handled.rawValue)
  }

  borrowing func has(_ mark: Mark) -> Bool { word.load() & mark.rawValue == mark.rawValue }

  /// The same for a mark that is set before the outcome is published and checked only afterwards.
  borrowing func hasPublished(_ mark: Mark) -> Bool {
    word.loadRelaxed() & mark.rawValue == mark.rawValue
  }

  private borrowing func set(_ marks: UInt64) -> Bool {
    word.load() & marks != marks && word.insert(marks) & marks != marks
  }

  // MARK: Withdrawals

  /// How many dead nodes any list may keep: holding the list for each of them would cost more.
  private static var minimum: UInt64 { 8 }
  private static var countBits: Int { (UInt64.bitWidth - markBits) / 2 }
  private static var countShift: Int { markBits + countBits }
  private static var countMask: UInt64 { (1 << countBits) - 1 }
  private static var patienceMask: UInt64 { countMask << markBits }

  /// Counts a consumer that has withdrawn and may still be in the list.
  ///
  /// - Returns: whether the list is worth pruning.
  borrowing func countWithdrawal() -> Bool {
    let sum = word.add(1 << Self.countShift)
    return sum >> Self.countShift > (sum & Self.patienceMask) >> Self.markBits
  }

  /// Takes the count, leaving zero. Called by the holder of the list.
  borrowing func takeWithdrawals() -> Int {
    let count = word.load() >> Self.countShift
    if count > 0 { word.add(0 &- count << Self.countShift) }
    return Int(count)
  }

  /// Sets how many more withdrawals to ignore. Called by the holder of the list.
  borrowing func wait(forWithdrawals count: Int) {
    let old = word.load() & Self.patienceMask
    let new = Self.patience(UInt64(max(0, count)))
    if old != new { word.add(new &- old) }
  }

  private static func patience(_ count: UInt64) -> UInt64 {
    min(max(minimum, count), countMask) << markBits
  }
}
