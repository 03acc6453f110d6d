// A node's link: what the node waits for, and what may withdraw it from there.
//
//                    arm                claim (delivery)             arm
//    unarmed ───────────▶ upstream ─────────────────────▶ detached ─────▶ upstream (a producer)
//       │                  │   ▲ │                        keep │ ▲ takeSource
//       │ withdraw         │   └─┘ relocate (its cell          ▼ │
//       │                  │ withdraw        follows another)  source
//       └──────────────────┴────▶ withdrawn
//
// A link that points to a cell or a producer holds one retain on it. The thread that changes the
// word takes over that retain; no other thread follows the link.
//
// The thread that has claimed a node with a handler puts the reference back with a mark. It is the
// source that the handler will receive, and belongs to the job that runs the handler.

/// An atomic word that records what a node waits for.
@usableFromInline
struct Link: ~Copyable {
  private let word: StateWord

  private init(bits: UInt64) {
    word = StateWord(bits)
  }

  private static var detachedBits: UInt64 { 0 }
  private static var withdrawn: UInt64 { 1 }
  private static var unarmedBits: UInt64 { 2 }

  /// The mark of a source that is kept for a handler. Dead links are odd or zero.
  private static var kept: UInt64 { 1 }

  private static func isDead(_ bits: UInt64) -> Bool { bits & kept != 0 || bits == detachedBits }

  private static func namesUpstream(_ bits: UInt64) -> Bool {
    bits > unarmedBits && bits & kept == 0
  }

  /// The link of a node that waits for nothing.
  @usableFromInline
  static var detached: Link { Link(bits: detachedBits) }

  /// The link of a node that may be withdrawn before it waits for anything.
  static var unarmed: Link { Link(bits: unarmedBits) }

  /// The link of a node that is about to be pushed onto the list of `cell`.
  @usableFromInline
  static func armed(with cell: Cell) -> Link { Link(bits: Unmanaged.passRetained(cell).word) }

  /// Whether the node has stopped waiting: it can be dropped from the list that it is in, and has
  /// nothing to withdraw from.
  var isDead: Bool { Self.isDead(word.load()) }

  /// Whether the node can be dropped from the list that is being pruned. The cell's consumer counts
  /// have published the withdrawal.
  var isKnownWithdrawn: Bool { word.loadRelaxed() == Self.withdrawn }

  /// Whether the node was withdrawn rather than delivered to.
  var isWithdrawn: Bool { word.load() == Self.withdrawn }

  /// Points the link to what the node is about to wait for. Called by the thread that owns the
  /// node.
  ///
  /// - Returns: `false` if the node has already been withdrawn.
  borrowing func arm(with upstream: Node) -> Bool {
    let armed = Unmanaged.passRetained(upstream)
    while true {
      let seen = word.load()
      guard seen == Self.unarmedBits || seen == Self.detachedBits else {
        armed.release()
        return false
      }
      if word.compareExchange(seen, armed.word) { return true }
    }
  }

  /// Tries to win the right to deliver to the node. Any thread may call it.
  ///
  /// - Returns: what the link pointed to, retained for the caller, or `nil` if another thread has
  ///   claimed or withdrawn the node.
  borrowing func claim() -> Unmanaged<Node>? {
    while true {
      let seen = word.load()
      guard Self.namesUpstream(seen) else { return nil }
      // SAFETY: such a word was made of a node, and the exchange passes its retain to the caller.
      if word.compareExchange(seen, Self.detachedBits) { return Unmanaged(word: seen) }
    }
  }

  /// Keeps what the claimed link pointed to for the job that runs the handler. Called by the
  /// claimant.
  borrowing func keep(_ source: Unmanaged<Node>) {
    // No other thread changes the word of a claimed link, or distinguishes the two values.
    word.storeExclusively(source.word | Self.kept)
  }

  /// Takes the cell that was kept, retained for the caller. Called by the job that runs the
  /// handler.
  borrowing func takeSource() -> Unmanaged<Cell>? {
    let seen = word.loadExclusively()
    guard seen > Self.unarmedBits, Self.isDead(seen) else { return nil }
    word.storeExclusively(Self.detachedBits)
    // SAFETY: only cells deliver to nodes with handlers.
    return Unmanaged(word: seen - Self.kept)
  }

  /// Keeps the cell that owes the value of this one, which is settled and so waits for nothing.
  borrowing func keepForGood(_ owing: Cell) {
    let kept = Unmanaged.passRetained(owing)
    let seen = word.load()
    if Self.isDead(seen), seen <= Self.withdrawn, word.compareExchange(seen, kept.word | Self.kept)
    {
      return
    }
    kept.release()
  }

  /// The cell that is kept, if any.
  var keptSource: Cell? {
    let seen = word.load()
    guard seen > Self.unarmedBits, Self.isDead(seen) else { return nil }
    // SAFETY: as for `takeSource()`; the caller keeps the node, which keeps the cell.
    return Unmanaged<Cell>(word: seen - Self.kept)?.takeUnretainedValue()
  }

  enum Withdrawal {
    /// Another thread has claimed or withdrawn the node.
    case tooLate
    /// The node was withdrawn before it waited for anything.
    case unarmed
    /// The node was withdrawn; what it waited for must be notified.
    case from(Node)
  }

  /// Withdraws the node from what it waits for. Any thread may call it.
  borrowing func withdraw() -> Withdrawal {
    while true {
      let seen = word.load()
      guard !Self.isDead(seen) else { return .tooLate }
      guard word.compareExchange(seen, Self.withdrawn) else { continue }
      // SAFETY: as for `claim()`.
      guard seen != Self.unarmedBits, let upstream = Unmanaged<Node>(word: seen) else {
        return .unarmed
      }
      return .from(upstream.takeRetainedValue())
    }
  }

  /// Whether the node waits for `cell`, by the word of the thread that holds the node's list.
  borrowing func points(to cell: Cell) -> Bool {
    word.load() == Unmanaged.passUnretained(cell).word
  }

  /// Points the link to another cell. Called by the thread that holds the node's list, or is about
  /// to push the node.
  ///
  /// - Returns: `false` if the node is dead.
  borrowing func relocate(to cell: Cell) -> Bool {
    let relocated = Unmanaged.passRetained(cell)
    while true {
      let seen = word.load()
      guard Self.namesUpstream(seen) else {
        relocated.release()
        return false
      }
      guard word.compareExchange(seen, relocated.word) else { continue }
      // SAFETY: as for `claim()`.
      Unmanaged<Node>(word: seen)?.release()
      return true
    }
  }
}
