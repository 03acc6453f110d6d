// The link of a node: what the node waits for, and who may take it from there.
//
//                    arm                claim (delivery)             arm
//    unarmed ───────────▶ upstream ─────────────────────▶ detached ─────▶ upstream (a producer)
//       │                  │   ▲ │                        keep │ ▲ │
//       │ withdraw         │   └─┘ relocate (its cell          ▼ │ │ arm      withdraw
//       │                  │ withdraw        follows another)  source └──▶ task ─────────▶ task,
//       └──────────────────┴────▶ withdrawn                                             stopped
//
// A link that names a cell or a producer holds one retain on it. The thread that changes the word
// takes that retain over; nobody else follows the link.
//
// The thread that has claimed a node with a handler puts the retain back, marked: it is what the
// handler will be handed, and nobody's but the job's that runs it.
//
// A task that works for a cell is named for good: any thread may ask for it as long as the cell is
// there.

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

  // Marks of an address: of what is kept for the handler, of a task, and of one whose cell has
  // withdrawn.
  private static var kept: UInt { 1 }
  private static var isTask: UInt { 2 }
  private static var stopped: UInt { 4 }
  private static var marks: UInt { 7 }

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
    return !Self.namesUpstream(seen) && seen != Self.unarmedBits
      && !Self.namesTaskAtWork(seen)
  }

  /// Whether the node was taken away rather than delivered to.
  var isWithdrawn: Bool { word.load() == Self.withdrawn }

  /// The task that works for the cell, or has worked for it. By any thread.
  var task: Task<Void, Never>? {
    let seen = word.load()
    return Self.namesTask(seen) ? Self.task(seen) : nil
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

  /// Names the task that works for the cell. By the thread that the node belongs to, once, and
  /// while it names nothing.
  borrowing func arm(with task: Task<Void, Never>) {
    _ = word.exchange(Self.retained(task))
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

  /// Takes the cell that was kept, retained for the caller. By the job that runs the handler.
  borrowing func takeSource() -> Unmanaged<Cell>? {
    let seen = word.loadExclusively()
    guard seen > Self.marks, seen & Self.marks == Self.kept else { return nil }
    word.storeExclusively(Self.detachedBits)
    // SAFETY: a node with a handler is delivered to by a cell.
    return UnsafeRawPointer(bitPattern: seen & ~Self.kept).map { Unmanaged.fromOpaque($0) }
  }

  enum Withdrawal {
    /// Another thread has claimed or withdrawn the node.
    case tooLate
    /// The node is withdrawn before it stood anywhere.
    case unarmed
    /// The cell is withdrawn from its task, which may still run.
    case fromTask(Task<Void, Never>)
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
      case _ where Self.namesTaskAtWork(seen):
        if word.compareExchange(seen, seen | Self.stopped) { return .fromTask(Self.task(seen)) }
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

  private static func namesUpstream(_ bits: UInt) -> Bool { bits > marks && bits & marks == 0 }

  private static func namesTask(_ bits: UInt) -> Bool { bits > marks && bits & isTask != 0 }

  /// Whether a word names a task whose cell has not withdrawn from it.
  private static func namesTaskAtWork(_ bits: UInt) -> Bool {
    namesTask(bits) && bits & stopped == 0
  }

  private static func retained(_ task: Task<Void, Never>) -> UInt {
    // SAFETY: a task is a reference to a native object, and nothing else; so is a node.
    let object = unsafeBitCast(task, to: Unmanaged<QueueNode>.self)
    return withExtendedLifetime(task) { UInt(bitPattern: object.retain().toOpaque()) | isTask }
  }

  private static func task(_ bits: UInt) -> Task<Void, Never> {
    // SAFETY: only `retained(_:)` makes such words, whose retain lasts as long as the link.
    unsafeBitCast(bits & ~marks, to: Task<Void, Never>.self)
  }

  /// For the end of the node.
  borrowing func releaseTask() {
    let last = word.loadExclusively()
    if Self.namesTask(last) { Self.take(last & ~Self.marks).release() }
  }

  private static func retained(_ upstream: Upstream) -> UInt {
    UInt(bitPattern: Unmanaged.passRetained(upstream).toOpaque())
  }

  /// The object that a word named, whose retain the caller has taken over.
  private static func take(_ bits: UInt) -> Unmanaged<Upstream> {
    // SAFETY: only `retained(_:)` makes such words, and the caller has made sure that it is one.
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: bits)!)
  }
}
