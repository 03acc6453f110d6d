// The link of a node: what the node waits for, and who may take it from there.
//
//                    arm                claim (delivery)             arm
//    unarmed ───────────▶ upstream ─────────────────────▶ detached ─────▶ upstream (a producer)
//       │                  │   ▲ │                        keep │ ▲ │
//       │ withdraw         │   └─┘ relocate (its cell          ▼ │ │ armWithOwnTask
//       │                  │ withdraw        follows another)  source ▼     withdraw
//       └──────────────────┴────▶ withdrawn                      working ───────────▶ stopped
//
// A link that names a cell or a producer holds one retain on it. The thread that changes the word
// takes that retain over; nobody else follows the link.
//
// The thread that has claimed a node with a handler puts the retain back, marked: it is what the
// handler will be handed, and nobody's but the job's that runs it.
//
// A cell that a task works for names no producer: it has a field for the task, which any thread may
// read from `working` on.

/// An atomic word that holds a node's place upstream.
@usableFromInline
struct Link: ~Copyable {
  private let word: StateWord

  private init(bits: UInt) {
    word = StateWord(bits)
  }

  // Words that name nothing.
  private static var detachedBits: UInt { 0 }
  private static var withdrawn: UInt { 1 }
  private static var unarmedBits: UInt { 2 }
  private static var working: UInt { 3 }
  private static var stopped: UInt { 4 }

  /// Marks the address of what is kept for the handler.
  private static var kept: UInt { 1 }

  /// A node that stands nowhere.
  @usableFromInline
  static var detached: Link { Link(bits: detachedBits) }

  /// A node that may be withdrawn before it stands anywhere.
  static var unarmed: Link { Link(bits: unarmedBits) }

  /// A node that is about to be pushed onto the list of `cell`.
  @usableFromInline
  static func armed(with cell: Cell) -> Link { Link(bits: retained(cell)) }

  /// Whether the node waits no more: it can be dropped from the list that it stands in, and has
  /// nothing to withdraw from.
  var isDead: Bool {
    let seen = word.load()
    return !Self.namesUpstream(seen) && seen != Self.unarmedBits && seen != Self.working
  }

  /// Whether the node was taken away rather than delivered to.
  var isWithdrawn: Bool { word.load() == Self.withdrawn }

  /// Whether the node is a cell that a task of its own works for, or has worked for.
  var hasOwnTask: Bool {
    let seen = word.load()
    return seen == Self.working || seen == Self.stopped
  }

  /// Names what the node is about to wait for. By the thread that the node belongs to.
  ///
  /// - Returns: `false` when it was withdrawn before.
  borrowing func arm(with upstream: Upstream) -> Bool {
    let armed = Self.retained(upstream)
    while true {
      let seen = word.load()
      guard seen == Self.unarmedBits || seen == Self.detachedBits else {
        Self.take(armed).release()
        return false
      }
      if word.compareExchange(seen, armed) { return true }
    }
  }

  /// The node is a cell that a task of its own works for, which it has a field for. By the thread
  /// that the node belongs to, once.
  borrowing func armWithOwnTask() {
    _ = word.exchange(Self.working)
  }

  /// Wins the right to deliver to the node. By any thread.
  ///
  /// - Returns: what the link named, retained for the caller; `nil` when another thread has claimed
  ///   or withdrawn it.
  borrowing func claim() -> Unmanaged<Upstream>? {
    while true {
      let seen = word.load()
      guard Self.namesUpstream(seen) else { return nil }
      if word.compareExchange(seen, Self.detachedBits) { return Self.take(seen) }
    }
  }

  /// Keeps what the claimed link named for the job that runs the handler. By the claimant.
  borrowing func keep(_ source: Unmanaged<Upstream>) {
    // No other thread changes the word of a claimed link, or tells the two words apart.
    word.storeExclusively(UInt(bitPattern: source.toOpaque()) | Self.kept)
  }

  /// The cell that was kept. By who has the node in a queue.
  var keptSource: Cell? { keptCell?.takeUnretainedValue() }

  private var keptCell: Unmanaged<Cell>? {
    let seen = word.loadExclusively()
    guard seen > Self.stopped, seen & Self.kept != 0 else { return nil }
    // SAFETY: a node with a handler is delivered to by a cell.
    return UnsafeRawPointer(bitPattern: seen & ~Self.kept).map { Unmanaged.fromOpaque($0) }
  }

  /// Takes what was kept, retained for the caller. By the job that runs the handler.
  borrowing func takeSource() -> Unmanaged<Cell>? {
    let kept = keptCell
    if kept != nil { word.storeExclusively(Self.detachedBits) }
    return kept
  }

  enum Withdrawal {
    /// Another thread has claimed or withdrawn the node.
    case tooLate
    /// The node is withdrawn before it stood anywhere.
    case unarmed
    /// The cell is withdrawn from its own task.
    case fromOwnTask
    /// The node is withdrawn; what it waited for has to be told.
    case from(Upstream)
  }

  /// Takes the node away from where it stands. By any thread.
  borrowing func withdraw() -> Withdrawal {
    while true {
      let seen = word.load()
      switch seen {
      case Self.unarmedBits:
        if word.compareExchange(seen, Self.withdrawn) { return .unarmed }
      case Self.working:
        if word.compareExchange(seen, Self.stopped) { return .fromOwnTask }
      case _ where !Self.namesUpstream(seen):
        return .tooLate
      case _:
        guard word.compareExchange(seen, Self.withdrawn) else { continue }
        return .from(Self.take(seen).takeRetainedValue())
      }
    }
  }

  /// Points the link to another cell. By the thread that holds the list of the node, or is about to
  /// push it.
  ///
  /// - Returns: `false` when the node is dead.
  borrowing func relocate(to cell: Cell) -> Bool {
    let relocated = Self.retained(cell)
    while true {
      let seen = word.load()
      guard Self.namesUpstream(seen) else {
        Self.take(relocated).release()
        return false
      }
      guard word.compareExchange(seen, relocated) else { continue }
      Self.take(seen).release()
      return true
    }
  }

  // MARK: Words and objects

  private static func namesUpstream(_ bits: UInt) -> Bool { bits > stopped && bits & kept == 0 }

  private static func retained(_ upstream: Upstream) -> UInt {
    UInt(bitPattern: Unmanaged.passRetained(upstream).toOpaque())
  }

  /// The object that a word named, whose retain the caller has taken over.
  private static func take(_ bits: UInt) -> Unmanaged<Upstream> {
    // SAFETY: only `retained(_:)` makes such words, and the caller has made sure that it is one.
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: bits)!)
  }
}
