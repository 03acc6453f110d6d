// The state word of a cell: its possible values, and all of its transitions.
//
// No other file changes the word. Each transition is a method whose result tells the caller what it
// has to do next: deliver, move the nodes, check again, or nothing.

/// One value of a cell's state word, decoded.
struct CellState: Equatable {
  let bits: UInt64

  enum Phase: UInt64 {
    /// The cell is not settled. The word points to the newest node of the inbox.
    case pending = 0
    /// A thread has won and is writing the outcome. The word points to the inbox.
    case settling = 1
    /// The outcome is readable. While the list is held, the word points to the inbox.
    case settled = 2
    /// The cell is bound. The word points to its relay and retains it.
    case following = 3
  }

  private static let phaseMask: UInt64 = 3
  private static let heldFlag: UInt64 = 4
  private static let attentionFlag: UInt64 = 8
  private static let pointerMask: UInt64 = ~15

  init(bits: UInt64) { self.bits = bits }

  init(_ phase: Phase, inbox: Unmanaged<Node>? = nil, isHeld: Bool = false) {
    bits =
      phase.rawValue | (isHeld ? Self.heldFlag : 0)
      | (inbox?.word ?? 0)
  }

  /// A bound cell, whose list is held by the same thread as before, if any.
  fileprivate init(following relay: Unmanaged<Cell>, flagsOf state: CellState) {
    bits =
      Phase.following.rawValue | relay.word
      | state.bits & (Self.heldFlag | Self.attentionFlag)
  }

  var phase: Phase {
    switch bits & Self.phaseMask {
    case 0: .pending
    case 1: .settling
    case 2: .settled
    default: .following
    }
  }

  /// Whether the cell is settled or bound, and so waits for nothing else.
  var isDecided: Bool {
    switch phase {
    case .pending, .settling: false
    case .settled, .following: true
    }
  }

  /// Whether a thread holds the list. Only it removes nodes, and it does what others leave to it.
  var isHeld: Bool { bits & Self.heldFlag != 0 }

  /// Whether a consumer left while another thread held the list.
  var needsAttention: Bool { bits & Self.attentionFlag != 0 }

  /// The newest node that no holder has taken yet.
  var inbox: Unmanaged<Node>? {
    // SAFETY: outside `following`, only nodes are stored here, retained once for the list.
    Unmanaged(word: bits & Self.pointerMask)
  }

  /// The relay of a bound cell.
  var relay: Unmanaged<Cell>? {
    guard phase == .following else { return nil }
    // SAFETY: this state is final except for its flags, and retains the relay until `deinit`.
    return Unmanaged(word: bits & Self.pointerMask)
  }

  fileprivate func with(phase: Phase) -> CellState {
    CellState(bits: bits & ~Self.phaseMask | phase.rawValue)
  }

  fileprivate func with(inbox: Unmanaged<Node>?) -> CellState {
    CellState(
      bits: bits & ~Self.pointerMask | (inbox?.word ?? 0))
  }

  fileprivate var needingAttention: CellState { CellState(bits: bits | Self.attentionFlag) }
  fileprivate var released: CellState {
    CellState(bits: bits & ~(Self.heldFlag | Self.attentionFlag))
  }
}

/// The state word of a cell, and its transitions.
struct CellWord: ~Copyable {
  private let word: StateWord

  init(_ phase: CellState.Phase) { word = StateWord(CellState(phase).bits) }

  var state: CellState { CellState(bits: word.load()) }

  /// The same for `deinit`, and for a cell that no other thread can reach yet.
  var exclusiveState: CellState { CellState(bits: word.loadExclusively()) }

  @inline(__always)
  private borrowing func change(
    _ seen: CellState, to new: CellState, _ holding: Holding.Change = .none
  ) -> Bool {
    word.compareExchange(seen.bits, new.bits) && Holding.change(holding)
  }

  // MARK: Settling

  /// PENDING → SETTLING. Called by any thread. The winner writes the outcome, then publishes it.
  ///
  /// - Returns: whether the caller won.
  borrowing func claim() -> Bool {
    while true {
      let seen = state
      guard seen.phase == .pending else { return false }
      if change(seen, to: seen.with(phase: .settling), .begins) { return true }
    }
  }

  enum Publication {
    /// The list is empty.
    case settled
    /// The caller holds the list and has to deliver.
    case mustDeliver
    /// The thread that holds the list delivers.
    case leftToHolder
  }

  /// SETTLING → SETTLED. Called once, by the winner of the claim.
  ///
  /// - Parameter isListEmpty: returns whether the list has no sorted nodes. Called only when no
  ///   thread holds the list; from then on, only the caller can take hold of it.
  borrowing func publish(isListEmpty: () -> Bool) -> Publication {
    while true {
      let seen = state
      if seen.isHeld {
        if change(seen, to: seen.with(phase: .settled), .ends) { return .leftToHolder }
      } else if seen.inbox == nil, isListEmpty() {
        if change(seen, to: CellState(.settled), .ends) { return .settled }
      } else {
        let published = CellState(.settled, inbox: seen.inbox, isHeld: true)
        if change(seen, to: published) { return .mustDeliver }
      }
    }
  }

  // MARK: Consumers

  enum Push {
    case pushed
    /// The list is closed: the caller delivers to the node.
    case settled
    case following(Unmanaged<Cell>)
  }

  /// Adds a node to the inbox, with its retain. Called by any thread.
  borrowing func push(_ node: Unmanaged<Node>) -> Push {
    while true {
      let seen = state
      if let relay = seen.relay { return .following(relay) }
      if seen == CellState(.settled) { return .settled }
      node._withUnsafeGuaranteedRef { $0.chain(before: seen.inbox) }
      if change(seen, to: seen.with(inbox: node)) { return .pushed }
    }
  }

  // MARK: Holding the list

  enum Hold {
    /// The caller holds the list and has taken the inbox.
    case held(inbox: Unmanaged<Node>?)
    /// Another thread holds the list. It checks again if asked to.
    case busy
    /// The cell is settled, or about to be.
    case settled
    case following(Unmanaged<Cell>)
  }

  /// PENDING → PENDING, held. Called by any thread.
  ///
  /// - Parameter needsAttention: whether a thread that already holds the list must check for
  ///   remaining consumers before it releases the list.
  borrowing func hold(needsAttention: Bool) -> Hold {
    while true {
      let seen = state
      switch seen.phase {
      case .settling, .settled: return .settled
      case .following:
        if let relay = seen.relay { return .following(relay) }
      case .pending where seen.isHeld:
        if !needsAttention || change(seen, to: seen.needingAttention) { return .busy }
      case .pending:
        let held = CellState(.pending, isHeld: true)
        if change(seen, to: held, .begins) { return .held(inbox: seen.inbox) }
      }
    }
  }

  /// Empties the inbox. Called by the holder.
  borrowing func takeInbox() -> Unmanaged<Node>? {
    while true {
      let seen = state
      guard seen.phase != .following, seen.inbox != nil else { return nil }
      if change(seen, to: seen.with(inbox: nil)) { return seen.inbox }
    }
  }

  enum Release {
    case released
    /// The cell is no longer wanted: the holder has claimed its settling, and still holds the list.
    case claimed
    /// The holder has to sort new nodes, and to check again if a consumer has left.
    case mustService(inbox: Unmanaged<Node>?, needsAttention: Bool)
    /// The cell is settled: the holder delivers.
    case mustDeliver
    /// The cell is bound: the holder moves the nodes.
    case mustMove(needsAttention: Bool)
  }

  /// Releases the list of a cell that was pending, if possible. Called by the holder.
  ///
  /// - Parameter isUnwanted: whether a consumer has left and none remains.
  borrowing func release(isUnwanted: Bool) -> Release {
    while true {
      let seen = state
      switch seen.phase {
      case .settled: return .mustDeliver
      case .following: return .mustMove(needsAttention: seen.needsAttention)
      case .settling:
        if change(seen, to: seen.released, .ends) { return .released }
      case .pending where isUnwanted && seen.inbox == nil:
        // No consumer remains, and none can arrive between this check and the exchange.
        if change(seen, to: CellState(.settling, isHeld: true), .begins) { return .claimed }
      case .pending where isUnwanted || seen.needsAttention:
        if change(seen, to: CellState(.pending, isHeld: true)) {
          return .mustService(inbox: seen.inbox, needsAttention: seen.needsAttention)
        }
      case .pending:
        if change(seen, to: seen.released, .ends) { return .released }
      }
    }
  }

  /// SETTLED, held → SETTLED, for good. Called by the deliverer.
  ///
  /// - Returns: `false` if a new node has arrived, which must be delivered to first.
  borrowing func closeList() -> Bool {
    let seen = state
    return seen.inbox == nil && change(seen, to: CellState(.settled), .ends)
  }

  // MARK: Following

  /// PENDING → FOLLOWING. Called by any thread. The relay takes over the inbox. Its list is held by
  /// the thread that holds this one or, if there is none, by the caller.
  ///
  /// - Parameter relay: a cell that no other thread can reach yet.
  /// - Returns: the last pending state, or `nil` if the cell was no longer pending.
  borrowing func bind(to relay: Cell) -> CellState? {
    let retained = Unmanaged.passRetained(relay)
    while true {
      let seen = state
      guard seen.phase == .pending else {
        relay.word.storeExclusively(CellState(.settled))
        retained.release()
        return nil
      }
      relay.word.storeExclusively(CellState(.pending, inbox: seen.inbox, isHeld: true))
      let bound = CellState(following: retained, flagsOf: seen)
      if change(seen, to: bound, seen.isHeld ? .none : .begins) { return seen }
    }
  }

  /// PENDING, held → FOLLOWING. Called by the holder of an orphan. Its list is not held again.
  ///
  /// - Parameter isPermitted: called after the load that the transition relies on.
  borrowing func dissolve(into relay: Cell, isPermitted: () -> Bool) -> Bool {
    let retained = Unmanaged.passRetained(relay)
    let seen = state
    guard seen.phase == .pending, seen.inbox == nil, isPermitted(),
      change(seen, to: CellState(following: retained, flagsOf: seen.released), .ends)
    else {
      retained.release()
      return false
    }
    return true
  }

  /// FOLLOWING, held → FOLLOWING, for good. Called by the thread that has moved the nodes.
  ///
  /// - Returns: whether a consumer left while the list was held.
  borrowing func releaseBound() -> Bool {
    while true {
      let seen = state
      if seen == seen.released || change(seen, to: seen.released) { return seen.needsAttention }
    }
  }

  /// Clears the reference to the relay, so that the caller, and not `deinit`, releases it.
  borrowing func forgetRelay() { storeExclusively(CellState(.settled)) }

  private borrowing func storeExclusively(_ state: CellState) {
    word.storeExclusively(state.bits)
  }
}
