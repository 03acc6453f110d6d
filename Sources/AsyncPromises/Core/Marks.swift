// A word that any thread may change: a cell's marks, and how many consumers want its outcome.
//
//     dead consumers, 20 bits │ living consumers, 32 bits │ marks, 12 bits
//
// Each step of a chain creates a cell, so saving eight bytes is worth the shifts. Four billion
// consumers don't fit into memory. The number of dead ones is at the top, where it may
// overflow without touching anything else.

/// The permanent facts about a cell, and the numbers of its consumers.
struct Marks: ~Copyable {
  private let word = StateWord(0)

  // MARK: Marks

  /// A permanent fact about a cell, and those that it implies. The set of marks only grows.
  struct Mark {
    let bits: UInt64

    /// The last handle of the promise has been released.
    static var handlesGone: Mark { Mark(bits: 1 << 0) }
    /// A consumer has come, whatever became of it, so reporting a failure is up to the promises
    /// downstream.
    static var seen: Mark { Mark(bits: 1 << 1) }
    /// The user has seen the failure, which need not be reported again downstream.
    static var handled: Mark { Mark(bits: seen.bits | 1 << 2) }
    /// The promise was settled by a cancellation.
    static var cancelled: Mark { Mark(bits: 1 << 3) }
    /// All consumers had left, and the promise was settled because of that, unless something else
    /// settled it at the same time.
    static var abandoned: Mark { Mark(bits: 1 << 4) }
    /// A consumer that arrived after all others had left has been reported, or is not a mistake.
    static var lateConsumerKnown: Mark { Mark(bits: 1 << 5) }
    /// There is, or was, work to stop: a task, or a cancellation handler.
    static var hasWork: Mark { Mark(bits: 1 << 6) }
    /// The cell is a relay: it takes over for a cell that follows another.
    static var relay: Mark { Mark(bits: 1 << 7) }
    /// A consumer has left this relay, or the cell that it takes over for: it may be unwanted.
    static var left: Mark { Mark(bits: seen.bits | 1 << 8) }
    /// The user has looked at the outcome.
    static var looked: Mark { Mark(bits: seen.bits | 1 << 9) }
    /// A consumer that never leaves has come in place of shielded promises that were dropped.
    static var keptGoing: Mark { Mark(bits: 1 << 10) }
    /// The value has to reach somebody: see `MissedValue.swift`.
    static var owed: Mark { Mark(bits: 1 << 11) }
  }

  /// - Returns: whether this call set the mark.
  @discardableResult
  borrowing func set(_ mark: Mark) -> Bool {
    !has(mark) && !Self.isSet(mark, in: word.insert(mark.bits))
  }

  /// Copies the marks that go downstream along with a failure.
  borrowing func setFailureMarks(of other: borrowing Marks) {
    set(Mark(bits: other.word.load() & Mark.handled.bits))
  }

  borrowing func has(_ mark: Mark) -> Bool { Self.isSet(mark, in: word.load()) }

  /// The same for a mark that is set before the outcome is published and checked only afterwards.
  borrowing func hasPublished(_ mark: Mark) -> Bool { Self.isSet(mark, in: word.loadRelaxed()) }

  private static func isSet(_ mark: Mark, in word: UInt64) -> Bool { word & mark.bits == mark.bits }

  // MARK: Consumers

  private static var living: UInt64 { 1 << 12 }
  private static var dead: UInt64 { 1 << 44 }

  private static func livingNumber(_ word: UInt64) -> UInt64 { word % dead / living }

  /// How many consumers want the outcome of the pending cell.
  var consumerCount: Int { Int(clamping: Self.livingNumber(word.load())) }

  /// Whether the value of the settled cell has been missed: consumers have come, or it is owed, but
  /// none has received it. A consumer that has stays counted.
  var isMissed: Bool {
    let seen = word.loadRelaxed()
    guard Self.livingNumber(seen) == 0, !Self.isSet(.looked, in: seen) else { return false }
    return Self.isSet(.owed, in: seen)
      || Self.isSet(.seen, in: seen) && !Self.isSet(.handled, in: seen)
  }

  /// Whether it matters to anyone what becomes of the value.
  var isValueOfWork: Bool {
    word.loadRelaxed() & (Mark.hasWork.bits | Mark.owed.bits) != 0
  }

  enum Interest {
    /// No consumer has come.
    case none
    /// Consumers have come, and all have left.
    case lost
    /// Some consumer wants the outcome.
    case living
  }

  var interest: Interest {
    let seen = word.load()
    if Self.livingNumber(seen) > 0 { return .living }
    return Self.isSet(.seen, in: seen) ? .lost : .none
  }

  /// Counts a consumer, before it is pushed or can withdraw.
  ///
  /// - Returns: whether it has come before the cell was abandoned.
  @discardableResult
  borrowing func consumerCame() -> Bool {
    while true {
      let seen = word.load()
      if Self.isSet(.seen, in: seen) {
        return !Self.isSet(.abandoned, in: word.add(Self.living))
      }
      if word.compareExchange(seen, (seen | Mark.seen.bits) &+ Self.living) { return true }
    }
  }

  /// Marks the cell as abandoned, unless a consumer wants the outcome.
  ///
  /// - Returns: whether it is abandoned.
  borrowing func abandon() -> Bool {
    while true {
      let seen = word.load()
      if Self.livingNumber(seen) > 0 { return false }
      if word.compareExchange(seen, seen | Mark.abandoned.bits) { return true }
    }
  }

  /// Marks a relay that no other thread can reach yet. It counts as a consumer of itself until it
  /// has the nodes that it takes over, and is not unwanted until then.
  borrowing func beginRelay() {
    word.storeExclusively(Mark.relay.bits + Self.living)
  }

  /// Ends the count of a consumer that is in no list and doesn't get the outcome.
  borrowing func consumerVanished() { word.add(0 &- Self.living) }

  /// Counts a consumer as dead. Its node may still be in the list.
  ///
  /// - Parameter isUrgent: whether the node may have a failure to report once it is released.
  /// - Returns: whether the list is worth pruning. Each withdrawal pays for two nodes, and for a
  ///   few more if it is urgent. Otherwise the first few may stay, because holding the list costs
  ///   as much as they do.
  borrowing func consumerLeft(isUrgent: Bool) -> Bool {
    let sum = word.add(Self.dead &- Self.living)
    let (living, dead) = (Self.livingNumber(sum), sum / Self.dead)
    return dead >= 1 << 19 || (isUrgent ? dead + 8 > living : dead > max(8, living))
  }

  /// Forgets the dead consumers. Called by the holder of the list, which drops their nodes.
  borrowing func forgetDead() { word.add(0 &- word.load() / Self.dead * Self.dead) }
}
