// A node's link: what the node waits for, and who may withdraw it from there.
//
//                    arm                claim (delivery)             arm
//    unarmed ───────────▶ upstream ─────────────────────▶ detached ─────▶ upstream (a producer)
//       │                  │   ▲ │                        keep │ ▲ │
//       │ withdraw         │   └─┘ relocate (its cell          ▼ │ │ arm      withdraw
//       │                  │ withdraw        follows another)  source └──▶ task ─────────▶ task,
//       └──────────────────┴────▶ withdrawn                                             stopped
//
// A link that points to a cell or a producer holds one retain on it. The thread that changes the
// word takes over that retain; no other thread follows the link.
//
// The thread that has claimed a node with a handler puts the reference back with a mark. It is the
// source that the handler will receive, and belongs to the job that runs the handler.
//
// A link to the task that works for a cell is permanent: any thread may read it as long as the cell
// exists.

/// An atomic word that records what a node waits for.
@usableFromInline
struct Link: ~Copyable {
  private let word: StateWord

  private init(bits: UInt64) {
    word = StateWord(bits)
  }

  // Words that point to nothing.
  private static var detachedBits: UInt64 { 0 }
  private static var withdrawn: UInt64 { 1 }
  private static var unarmedBits: UInt64 { 2 }

  // Marks on an address: a source kept for a handler, a task, a task whose cell has withdrawn.
  private static var kept: UInt64 { 1 }
  private static var isTask: UInt64 { 2 }
  private static var stopped: UInt64 { 4 }
  private static var marks: UInt64 { 7 }

  /// The link of a node that waits for nothing.
  @usableFromInline
  static var detached: Link { Link(bits: detachedBits) }

  /// The link of a node that may be withdrawn before it waits for anything.
  static var unarmed: Link { Link(bits: unarmedBits) }

  /// The link of a node that is about to be pushed onto the list of `cell`.
  @usableFromInline
  static func armed(with cell: Cell) -> Link { Link(bits: retained(cell)) }

  /// Whether the node has stopped waiting: it can be dropped from the list that it is in, and has
  /// nothing to withdraw from.
  var isDead: Bool {
    let seen = word.load()
    return !Self.namesUpstream(seen) && seen != Self.unarmedBits
      && !Self.namesTaskAtWork(seen)
  }

  /// Whether the node was withdrawn rather than delivered to.
  var isWithdrawn: Bool { word.load() == Self.withdrawn }

  /// The task that does, or did, the cell's work. Any thread may read it.
  var task: Task<Void, Never>? {
    let seen = word.load()
    return Self.namesTask(seen) ? Self.task(seen) : nil
  }

  /// Points the link to what the node is about to wait for. Called by the thread that owns the
  /// node.
  ///
  /// - Returns: `false` if the node has already been withdrawn.
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

  /// Points the link to the task that does the cell's work. Called once, by the thread that owns
  /// the node, while the link points to nothing.
  borrowing func arm(with task: Task<Void, Never>) {
    _ = word.exchange(Self.retained(task))
  }

  /// Tries to win the right to deliver to the node. Any thread may call it.
  ///
  /// - Returns: what the link pointed to, retained for the caller, or `nil` if another thread has
  ///   claimed or withdrawn the node.
  borrowing func claim() -> Unmanaged<Upstream>? {
    while true {
      let seen = word.load()
      guard Self.namesUpstream(seen) else { return nil }
      if word.compareExchange(seen, Self.detachedBits) { return Self.take(seen) }
    }
  }

  /// Keeps what the claimed link pointed to for the job that runs the handler. Called by the
  /// claimant.
  borrowing func keep(_ source: Unmanaged<Upstream>) {
    // No other thread changes the word of a claimed link, or distinguishes the two values.
    word.storeExclusively(source.word | Self.kept)
  }

  /// Takes the cell that was kept, retained for the caller. Called by the job that runs the
  /// handler.
  borrowing func takeSource() -> Unmanaged<Cell>? {
    let seen = word.loadExclusively()
    guard seen > Self.marks, seen & Self.marks == Self.kept else { return nil }
    word.storeExclusively(Self.detachedBits)
    // SAFETY: only cells deliver to nodes with handlers.
    return Unmanaged(word: seen & ~Self.kept)
  }

  enum Withdrawal {
    /// Another thread has claimed or withdrawn the node.
    case tooLate
    /// The node was withdrawn before it waited for anything.
    case unarmed
    /// The cell was withdrawn from its task, which may still be running; `task` returns it.
    case fromTask
    /// The node was withdrawn; what it waited for must be notified.
    case from(Upstream)
  }

  /// Withdraws the node from what it waits for. Any thread may call it.
  borrowing func withdraw() -> Withdrawal {
    while true {
      let seen = word.load()
      switch seen {
      case Self.unarmedBits:
        if word.compareExchange(seen, Self.withdrawn) { return .unarmed }
      case _ where Self.namesTaskAtWork(seen):
        if word.compareExchange(seen, seen | Self.stopped) { return .fromTask }
      case _ where !Self.namesUpstream(seen):
        return .tooLate
      case _:
        guard word.compareExchange(seen, Self.withdrawn) else { continue }
        return .from(Self.take(seen).takeRetainedValue())
      }
    }
  }

  /// Points the link to another cell. Called by the thread that holds the node's list, or is about
  /// to push the node.
  ///
  /// - Returns: `false` if the node is dead.
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

  private static func namesUpstream(_ bits: UInt64) -> Bool { bits > marks && bits & marks == 0 }

  private static func namesTask(_ bits: UInt64) -> Bool { bits > marks && bits & isTask != 0 }

  /// Whether a word points to a task whose cell has not withdrawn from it.
  private static func namesTaskAtWork(_ bits: UInt64) -> Bool {
    namesTask(bits) && bits & stopped == 0
  }

  private static func retained(_ task: Task<Void, Never>) -> UInt64 {
    // SAFETY: a task is nothing but a reference to a native object, and so is a node.
    let object = unsafeBitCast(task, to: Unmanaged<QueueNode>.self)
    return withExtendedLifetime(task) { object.retain().word | isTask }
  }

  private static func task(_ bits: UInt64) -> Task<Void, Never> {
    // SAFETY: only `retained(_:)` creates such words, whose retain lasts as long as the link.
    unsafeBitCast(bits & ~marks, to: Task<Void, Never>.self)
  }

  /// Releases the task, if any, at the node's deinitialization.
  borrowing func releaseTask() {
    let last = word.loadExclusively()
    if Self.namesTask(last) { Self.take(last & ~Self.marks).release() }
  }

  private static func retained(_ upstream: Upstream) -> UInt64 {
    Unmanaged.passRetained(upstream).word
  }

  /// Returns the object that a word pointed to. The caller has taken over the word's retain.
  private static func take(_ bits: UInt64) -> Unmanaged<Upstream> {
    // SAFETY: only `retained(_:)` creates such words, and the caller has checked that this is one.
    Unmanaged(word: bits)!
  }
}
