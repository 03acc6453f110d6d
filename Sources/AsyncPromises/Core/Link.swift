// The link of a node: what the node waits for, and who may take it from there.
//
//                    arm                claim (delivery)             arm
//    unarmed ───────────▶ upstream ─────────────────────▶ detached ─────▶ upstream (a producer)
//       │                  │   ▲ │                        keep │ ▲
//       │ withdraw         │   └─┘ relocate (its cell          ▼ │ takeSource
//       │                  │ withdraw        follows another)  source
//       └──────────────────┴────▶ withdrawn
//
// A link that names a cell or a producer holds one retain on it. The thread that changes the word
// takes that retain over. A reader between its load and its retain has nothing to keep the target
// alive: it names the target by the hazard pointer of all links, and who takes a retain over looks
// there before giving it up.
//
// The thread that has claimed a node with a handler puts the retain back, marked: it is what the
// handler will be handed, and nobody's but the job's that runs it.
//
// The cell of a promise that stands for a task names no producer: it has a field for the task, and
// its link says `working` from when that is written until the cell withdraws.

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
  private static var working: UInt { 3 }

  /// Marks the address of what is kept for the handler.
  private static var kept: UInt { 1 }

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
    return !Self.namesUpstream(seen) && seen != Self.waiting && seen != Self.working
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

  /// The node is a cell that a task of its own works for, which it has a field for. By the thread
  /// that has made the node, once.
  borrowing func armWithOwnTask() {
    _ = word.exchange(Self.working)
  }

  /// Wins the right to deliver to the node. By any thread.
  ///
  /// - Returns: what the link named, retained for the caller, who gives it up by `release(_:)`;
  ///   `nil` when another thread has claimed or withdrawn it.
  borrowing func claim() -> Unmanaged<Upstream>? {
    while true {
      let seen = word.load()
      guard Self.namesUpstream(seen) else { return nil }
      if word.compareExchange(seen, Self.nothing) { return Self.take(seen) }
    }
  }

  /// Gives up what a link has named.
  static func release(_ upstream: Unmanaged<Upstream>) { hazard.release(upstream) }

  /// Keeps what the claimed link named for the job that runs the handler. By the claimant.
  borrowing func keep(_ source: Unmanaged<Upstream>) {
    // No other thread changes the word of a claimed link, or tells the two words apart.
    word.storeExclusively(UInt(bitPattern: source.toOpaque()) | Self.kept)
  }

  /// Takes what was kept, retained for the caller. By the job that runs the handler.
  borrowing func takeSource() -> Unmanaged<Upstream>? {
    let seen = word.loadExclusively()
    guard seen > Self.working, seen & Self.kept != 0 else { return nil }
    word.storeExclusively(Self.nothing)
    return Self.take(seen & ~Self.kept)
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
      case Self.waiting, Self.working: break
      case _: guard Self.namesUpstream(seen) else { return .tooLate }
      }
      guard word.compareExchange(seen, Self.withdrawn) else { continue }
      if seen == Self.waiting { return .unarmed }
      if seen == Self.working { return .fromOwnTask }
      Self.hazard.willRelease(Self.take(seen))
      return .from(Self.take(seen).takeRetainedValue())
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
      Self.hazard.release(Self.take(seen))
      return true
    }
  }

  // MARK: Looking

  /// What the node waits for at present. By any thread, and by one at a time.
  borrowing func upstream() -> HazardPointer.Find<Upstream> {
    Self.hazard.retain {
      let seen = word.load()
      return Self.namesUpstream(seen) ? Self.take(seen) : nil
    }
  }

  #if DEBUG
    /// The pointer of a test that explores it.
    @TaskLocal static var exploredHazard: HazardPointer?
    private static var hazard: HazardPointer { exploredHazard ?? sharedHazard }
  #else
    private static var hazard: HazardPointer { sharedHazard }
  #endif
  private static let sharedHazard = HazardPointer()

  // MARK: Words and objects

  private static func namesUpstream(_ bits: UInt) -> Bool { bits > waiting && bits & kept == 0 }

  private static func retained(_ upstream: Upstream) -> UInt {
    UInt(bitPattern: Unmanaged.passRetained(upstream).toOpaque())
  }

  /// The object that a word named, whose retain the caller has taken over.
  private static func take(_ bits: UInt) -> Unmanaged<Upstream> {
    // SAFETY: only `retained(_:)` makes such words, and the caller has made sure that it is one.
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: bits)!)
  }
}
