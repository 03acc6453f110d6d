// What any thread marks a cell with: two things that never decide together, in one word.
//
//     count of withdrawals │ patience │ marks
//
// A cell is made for each step of a chain: eight bytes are worth a shift. The count is on top,
// where one that came to the end of its bits would begin again and touch nothing else.

/// What is known of a cell for good, and who has left it.
struct Marks: ~Copyable {
  private let word = StateWord(patience(0))

  // MARK: Marks

  /// What is known of a cell for good: a set that only grows.
  enum Mark: UInt {
    /// No handle of the promise is left.
    case handlesGone = 1
    /// A consumer has been attached, whatever became of it: responsibility moves downstream.
    case seen = 2
    /// The failure has been shown to the user, and needs not be shown again further down.
    case handled = 6
    /// The promise was settled by a cancellation.
    case cancelled = 8
    /// The work of a cancelled promise has ended, too late to settle it.
    case workEnded = 16
    /// The promise was settled because everybody had left it.
    case abandoned = 32
    /// A consumer that came after everybody had left has been reported, or is no mistake.
    case lateConsumerKnown = 64
    /// Somebody is to be told when the promise is cancelled: there is work to stop.
    case hasCancelHandler = 128
    /// The cell takes over for one that follows another.
    case relay = 256
  }

  private static var markBits: Int { 9 }

  /// - Returns: whether this call has set it.
  @discardableResult
  borrowing func set(_ mark: Mark) -> Bool { set(mark.rawValue) }

  /// The same for a cell that no other thread can reach yet.
  borrowing func setExclusively(_ mark: Mark) {
    word.storeExclusively(word.loadExclusively() | mark.rawValue)
  }

  /// Takes over what is known of a failure that is passed on.
  borrowing func setFailureMarks(of other: borrowing Marks) {
    _ = set(other.word.load() & Mark.handled.rawValue)
  }

  borrowing func has(_ mark: Mark) -> Bool { word.load() & mark.rawValue == mark.rawValue }

  /// The same for a mark that is set before the outcome is published, and looked for after that.
  borrowing func hasPublished(_ mark: Mark) -> Bool {
    word.loadRelaxed() & mark.rawValue == mark.rawValue
  }

  private borrowing func set(_ marks: UInt) -> Bool {
    word.load() & marks != marks && word.insert(marks) & marks != marks
  }

  // MARK: Withdrawals

  /// So many dead nodes are left in any list: to hold it for each of them would cost more.
  private static var minimum: UInt { 8 }
  private static var countBits: Int { (UInt.bitWidth - markBits) / 2 }
  private static var countShift: Int { markBits + countBits }
  private static var countMask: UInt { (1 << countBits) - 1 }
  private static var patienceMask: UInt { countMask << markBits }

  /// Counts a consumer that has withdrawn and may still stand in the list.
  ///
  /// - Returns: whether the list is worth pruning.
  borrowing func countWithdrawal() -> Bool {
    let sum = word.add(1 << Self.countShift)
    return sum >> Self.countShift > (sum & Self.patienceMask) >> Self.markBits
  }

  /// Takes the count. By the holder of the list.
  borrowing func takeWithdrawals() -> Int {
    let count = word.load() >> Self.countShift
    if count > 0 { word.add(0 &- count << Self.countShift) }
    return Int(count)
  }

  /// Sets how many more withdrawals are to be left alone. By the holder of the list.
  borrowing func wait(forWithdrawals count: Int) {
    let old = word.load() & Self.patienceMask
    let new = Self.patience(UInt(max(0, count)))
    if old != new { word.add(new &- old) }
  }

  private static func patience(_ count: UInt) -> UInt {
    min(max(minimum, count), countMask) << markBits
  }
}
