// The link of a node: where the node stands, and who may take it from there.
//
//                 arm                 claim (delivery)
//    unarmed ───────────▶ cell ─────────────────────────▶ detached ──▶ producer ──▶ detached
//       │                 │  ▲ │                              (a task, or a group of inputs)
//       │ withdraw        │  └─┘ relocate (its cell follows another)
//       └────────────────▶│
//                         └──────▶ withdrawn
//
// A link that names a cell or a producer holds one retain on it. Whoever changes the word takes
// that retain over, so nothing is ever read through a link: a reader between its load and its
// retain would have nobody to keep the target alive. The one exception borrows: it marks the word
// first, looks, and gives back; whoever finds the mark leaves the retain to the borrower and goes
// on.

/// An atomic word that holds a node's place upstream.
@usableFromInline
struct Link: ~Copyable {
  private let word: StateWord

  private init(bits: UInt) {
    word = StateWord(bits)
  }

  // The low bits of a word that names an object.
  private static var borrowed: UInt { 1 }
  private static var suspected: UInt { 2 }
  private static var isProducer: UInt { 4 }
  private static var flags: UInt { 15 }

  // Words that name none.
  private static var nobody: UInt { 0 }
  private static var claimedWhileBorrowed: UInt { 1 }
  private static var gone: UInt { 2 }
  private static var cancelledWhileBorrowed: UInt { 3 }
  private static var leftWhileBorrowed: UInt { 5 }
  private static var waiting: UInt { 4 }

  /// A node without anything upstream.
  @usableFromInline
  static var detached: Link { Link(bits: nobody) }

  /// A node that may be withdrawn before it stands anywhere.
  static var unarmed: Link { Link(bits: waiting) }

  /// A node that is about to be pushed onto the list of `cell`.
  @usableFromInline
  static func armed(with cell: Cell) -> Link { Link(bits: retained(cell)) }

  // MARK: Delivery

  /// Names the cell whose list the node is about to join; `false` when it was withdrawn before.
  borrowing func arm(with cell: Cell) -> Bool {
    let armed = Self.retained(cell)
    if word.exchange(Self.waiting, for: armed) { return true }
    Self.release(armed)
    return false
  }

  /// Wins the right to deliver to the node.
  ///
  /// - Returns: `false` when somebody else has claimed or withdrawn it.
  borrowing func claim() -> Bool {
    while true {
      let seen = word.load()
      guard Self.namesObject(seen) else { return false }
      let isBorrowed = seen & Self.borrowed != 0
      let claimed = isBorrowed ? Self.claimedWhileBorrowed : Self.nobody
      guard word.exchange(seen, for: claimed) else { continue }
      if !isBorrowed { Self.release(seen) }
      return true
    }
  }

  /// Whether the node waits no more: it can be dropped from the list that it stands in, and has
  /// nothing to withdraw from.
  var isDead: Bool {
    let seen = word.load()
    return !Self.namesObject(seen) && seen != Self.waiting
  }

  // MARK: Withdrawal

  enum Withdrawal {
    /// Somebody else has claimed or withdrawn the node.
    case tooLate
    /// The node is withdrawn before it stood anywhere.
    case unarmed
    /// The node is withdrawn; the thread that is looking at its link tells the cell or the
    /// producer.
    case lent
    /// The node is withdrawn from `cell`, which has to be told.
    case from(Cell)
    /// The node was about to be settled by this producer.
    case producer(Producer)
  }

  /// Takes the node away from where it stands.
  ///
  /// - Parameter byCancellation: whether the cell that the node stands in shall ask itself if
  ///   anybody is still interested in it.
  borrowing func withdraw(byCancellation: Bool) -> Withdrawal {
    while true {
      let seen = word.load()
      if seen == Self.waiting {
        guard word.exchange(seen, for: Self.gone) else { continue }
        return .unarmed
      }
      guard Self.namesObject(seen) else { return .tooLate }
      if seen & Self.borrowed != 0 {
        let left = byCancellation ? Self.cancelledWhileBorrowed : Self.leftWhileBorrowed
        guard word.exchange(seen, for: left) else { continue }
        return .lent
      }
      guard word.exchange(seen, for: seen & Self.isProducer != 0 ? Self.nobody : Self.gone)
      else { continue }
      // SAFETY: the word held one retain on the object, and this thread has just taken it over.
      if seen & Self.isProducer != 0 {
        return .producer(Self.object(seen, as: Producer.self).takeRetainedValue())
      }
      return .from(Self.object(seen, as: Cell.self).takeRetainedValue())
    }
  }

  /// Whether the node was taken away rather than delivered to.
  var isWithdrawn: Bool {
    let seen = word.load()
    return seen == Self.gone || seen == Self.cancelledWhileBorrowed
      || seen == Self.leftWhileBorrowed
  }

  // MARK: Moving

  /// Points the link of a node, which the caller holds the list of, to another cell.
  ///
  /// - Returns: `false` when the node is dead.
  borrowing func relocate(to cell: Cell) -> Bool {
    let relocated = Self.retained(cell)
    while true {
      let seen = word.load()
      guard Self.namesObject(seen) else {
        Self.release(relocated)
        return false
      }
      guard word.exchange(seen, for: relocated) else { continue }
      if seen & Self.borrowed == 0 { Self.release(seen) }
      return true
    }
  }

  // MARK: Producers

  /// Keeps what will settle the node, so that a cancellation finds it.
  borrowing func hold(_ producer: Producer) -> Bool {
    let held = UInt(bitPattern: Unmanaged.passRetained(producer).toOpaque()) | Self.isProducer
    while true {
      let seen = word.load()
      guard seen == Self.nobody || seen == Self.claimedWhileBorrowed else {
        Self.release(held)
        return false
      }
      if word.exchange(seen, for: held) { return true }
    }
  }

  /// Whether a producer stands behind the node.
  var namesProducer: Bool {
    let seen = word.load()
    return Self.namesObject(seen) && seen & Self.isProducer != 0
  }

  // MARK: Borrowing

  enum Borrowed {
    case nothing
    /// Another thread looks at this very moment; it will examine the node itself.
    case busy
    case cell(Cell)
    case producer(Producer)
  }

  /// What the borrower has to do for those who met it.
  struct Return {
    /// The node was withdrawn, by a cancellation or not: tell the cell, or the producer.
    var withdrawnByCancellation: Bool?
    /// Another thread wanted to look, or the node has moved meanwhile: examine it again.
    var suspected = false
  }

  /// Looks at what the link names, and retains it for the caller.
  borrowing func borrow() -> (Borrowed, Return) {
    while true {
      let seen = word.load()
      guard Self.namesObject(seen) else { return (.nothing, Return()) }
      if seen & Self.borrowed != 0 {
        guard word.exchange(seen, for: seen | Self.suspected) else { continue }
        return (.busy, Return())
      }
      guard word.exchange(seen, for: seen | Self.borrowed) else { continue }
      // SAFETY: while the mark stands, the word's retain is not released by anybody.
      let borrowed: Borrowed =
        seen & Self.isProducer != 0
        ? .producer(Self.object(seen, as: Producer.self).takeUnretainedValue())
        : .cell(Self.object(seen, as: Cell.self).takeUnretainedValue())
      return (borrowed, giveBack(seen))
    }
  }

  private borrowing func giveBack(_ lent: UInt) -> Return {
    while true {
      let seen = word.load()
      switch seen {
      case lent | Self.borrowed:
        if word.exchange(seen, for: lent) { return Return() }
      case lent | Self.borrowed | Self.suspected:
        if word.exchange(seen, for: lent) { return Return(suspected: true) }
      case Self.claimedWhileBorrowed:
        guard word.exchange(seen, for: Self.nobody) else { continue }
        Self.release(lent)
        return Return()
      case Self.cancelledWhileBorrowed, Self.leftWhileBorrowed:
        guard word.exchange(seen, for: Self.gone) else { continue }
        Self.release(lent)
        return Return(withdrawnByCancellation: seen == Self.cancelledWhileBorrowed)
      default:
        Self.release(lent)
        return Return(suspected: true)
      }
    }
  }

  // MARK: Words and objects

  private static func namesObject(_ bits: UInt) -> Bool { bits & ~flags != 0 }

  private static func object<Object: AnyObject>(
    _ bits: UInt, as type: Object.Type
  ) -> Unmanaged<Object> {
    // SAFETY: only `retained(_:)` and `hold(_:)` put a pointer into the word, and the producer flag
    // tells which of the two it was.
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: bits & ~flags)!)
  }

  private static func retained(_ cell: Cell) -> UInt {
    UInt(bitPattern: Unmanaged.passRetained(cell).toOpaque())
  }

  private static func release(_ bits: UInt) {
    if bits & isProducer != 0 {
      object(bits, as: Producer.self).release()
    } else {
      object(bits, as: Cell.self).release()
    }
  }
}
