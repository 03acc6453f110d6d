// The link of a node: what the node waits for, and who may take it from there.
//
//                    arm                claim (delivery)             arm
//    unarmed ───────────▶ upstream ─────────────────────▶ detached ─────▶ upstream (a producer)
//       │                  │   ▲ │
//       │ withdraw         │   └─┘ relocate (its cell follows another)
//       │                  │ withdraw
//       └──────────────────┴────▶ withdrawn
//
// A link that names a cell or a producer holds one retain on it. The thread that changes the word
// takes that retain over. Nothing is ever read through a link: a reader between its load and its
// retain would have nothing to keep the target alive.

/// An atomic word that holds a node's place upstream.
@usableFromInline
struct Link: ~Copyable {
  private let word: StateWord

  private init(bits: UInt) {
    word = StateWord(bits)
  }

  // Words that name nothing.
  private static var nothing: UInt { 0 }
  private static var withdrawn: UInt { 1 }
  private static var waiting: UInt { 2 }

  /// A node that stands nowhere.
  @usableFromInline
  static var detached: Link { Link(bits: nothing) }

  /// A node that may be withdrawn before it stands anywhere.
  static var unarmed: Link { Link(bits: waiting) }

  /// A node that is about to be pushed onto the list of `cell`.
  @usableFromInline
  static func armed(with cell: Cell) -> Link { Link(bits: retained(cell)) }

  /// Whether the node waits no more: it can be dropped from the list that it stands in, and has
  /// nothing to withdraw from.
  var isDead: Bool {
    let seen = word.load()
    return !Self.namesUpstream(seen) && seen != Self.waiting
  }

  /// Whether the node was taken away rather than delivered to.
  var isWithdrawn: Bool { word.load() == Self.withdrawn }

  /// Names what the node is about to wait for. By the thread that the node belongs to.
  ///
  /// - Returns: `false` when it was withdrawn before.
  borrowing func arm(with upstream: Upstream) -> Bool {
    let armed = Self.retained(upstream)
    while true {
      let seen = word.load()
      guard seen == Self.waiting || seen == Self.nothing else {
        Self.take(armed).release()
        return false
      }
      if word.compareExchange(seen, armed) { return true }
    }
  }

  /// Wins the right to deliver to the node. By any thread.
  ///
  /// - Returns: `false` when another thread has claimed or withdrawn it.
  borrowing func claim() -> Bool {
    while true {
      let seen = word.load()
      guard Self.namesUpstream(seen) else { return false }
      guard word.compareExchange(seen, Self.nothing) else { continue }
      Self.take(seen).release()
      return true
    }
  }

  enum Withdrawal {
    /// Another thread has claimed or withdrawn the node.
    case tooLate
    /// The node is withdrawn before it stood anywhere.
    case unarmed
    /// The node is withdrawn; what it waited for has to be told.
    case from(Upstream)
  }

  /// Takes the node away from where it stands. By any thread.
  borrowing func withdraw() -> Withdrawal {
    while true {
      let seen = word.load()
      guard Self.namesUpstream(seen) || seen == Self.waiting else { return .tooLate }
      guard word.compareExchange(seen, Self.withdrawn) else { continue }
      return seen == Self.waiting ? .unarmed : .from(Self.take(seen).takeRetainedValue())
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

  private static func namesUpstream(_ bits: UInt) -> Bool { bits > waiting }

  private static func retained(_ upstream: Upstream) -> UInt {
    UInt(bitPattern: Unmanaged.passRetained(upstream).toOpaque())
  }

  /// The object that a word named, whose retain the caller has taken over.
  private static func take(_ bits: UInt) -> Unmanaged<Upstream> {
    // SAFETY: only `retained(_:)` makes such words, and the caller has made sure that it is one.
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: bits)!)
  }
}
