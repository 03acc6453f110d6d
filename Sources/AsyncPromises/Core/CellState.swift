// The state word of a cell: its possible values, and all of its transitions.
//
// No other file changes the word. Each transition is a method whose result tells the caller what it
// has to do next: deliver, move the nodes, or nothing.

/// One value of a cell's state word, decoded.
struct CellState: Equatable {
  let bits: UInt64

  enum Phase: UInt64 {
    /// The cell is not settled. The word points to the newest node of the list.
    case pending = 0
    /// A thread has won and is writing the outcome. The word points to the list.
    case settling = 1
    /// The outcome is readable. While the list is held, the word points to what is left of it.
    case settled = 2
    /// The cell is bound. The word points to its relay and retains it.
    case following = 3
  }

  private static let phaseMask: UInt64 = 3
  private static let heldFlag: UInt64 = 4
  private static let pointerMask: UInt64 = ~7

  init(bits: UInt64) { self.bits = bits }

  init(_ phase: Phase, _ newest: Unmanaged<Node>? = nil, isHeld: Bool = false) {
    bits =
      phase.rawValue | (isHeld ? Self.heldFlag : 0)
      | (newest?.word ?? 0)
  }

  fileprivate init(following relay: Unmanaged<Cell>) {
    bits = Phase.following.rawValue | relay.word
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
  var isDecided: Bool { phase.rawValue >= Phase.settled.rawValue }

  /// Whether a thread holds the list. Only it removes nodes.
  var isHeld: Bool { bits & Self.heldFlag != 0 }

  /// The newest node of the list.
  var newest: Unmanaged<Node>? {
    // SAFETY: outside `following`, only nodes are stored here, retained once for the list.
    Unmanaged(word: bits & Self.pointerMask)
  }

  /// The relay of a bound cell.
  var relay: Unmanaged<Cell>? {
    guard phase == .following else { return nil }
    // SAFETY: this state is final, and retains the relay until `deinit`.
    return Unmanaged(word: bits & Self.pointerMask)
  }

  fileprivate func with(_ phase: Phase) -> CellState {
    CellState(bits: bits & ~Self.phaseMask | phase.rawValue)
  }

  fileprivate func with(_ newest: Unmanaged<Node>?) -> CellState {
    CellState(phase, newest, isHeld: isHeld)
  }

  fileprivate var released: CellState { CellState(bits: bits & ~Self.heldFlag) }
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
  borrowing func claim() -> Bool {
    while true {
      let seen = state
      guard seen.phase == .pending else { return false }
      if change(seen, to: seen.with(.settling), .begins) { return true }
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
  borrowing func publish() -> Publication {
    while true {
      let seen = state
      if seen.isHeld {
        if change(seen, to: seen.with(.settled), .ends) { return .leftToHolder }
      } else if seen.newest == nil {
        if change(seen, to: CellState(.settled), .ends) { return .settled }
      } else if change(seen, to: CellState(.settled, seen.newest, isHeld: true)) {
        return .mustDeliver
      }
    }
  }

  // MARK: The list

  enum Push {
    case pushed
    /// The list is closed: the caller delivers to the node.
    case settled
    case following(Unmanaged<Cell>)
  }

  /// Adds a node to the list, with its retain. Called by any thread.
  borrowing func push(_ node: Unmanaged<Node>) -> Push {
    while true {
      let seen = state
      if let relay = seen.relay { return .following(relay) }
      if seen == CellState(.settled) { return .settled }
      node._withUnsafeGuaranteedRef { $0.chain(before: seen.newest) }
      if change(seen, to: seen.with(node)) { return .pushed }
    }
  }

  /// PENDING → PENDING, held and empty. Called by any thread.
  ///
  /// - Returns: the list, or `nil` if another thread holds it or the cell is no longer pending.
  borrowing func hold() -> NodeList<Node>? {
    while true {
      let seen = state
      guard seen.phase == .pending, !seen.isHeld else { return nil }
      if change(seen, to: CellState(.pending, isHeld: true), .begins) {
        return NodeList(newestFirst: seen.newest)
      }
    }
  }

  /// Empties the list of an unbound cell. Called by the holder.
  ///
  /// - Returns: the newest node.
  borrowing func takeList() -> Unmanaged<Node>? {
    while true {
      let seen = state
      guard seen.phase != .following, seen.newest != nil else { return nil }
      if change(seen, to: seen.with(nil)) { return seen.newest }
    }
  }

  /// Puts nodes back behind those that have been pushed meanwhile. Called by the holder.
  ///
  /// - Returns: the relay to put them back to instead, if the cell is bound.
  borrowing func putBack(_ nodes: NodeList<Node>) -> Unmanaged<Cell>? {
    while !nodes.isEmpty {
      let seen = state
      if let relay = seen.relay { return relay }
      if seen.newest != nil {
        // Only the holder looks at any node but the newest. If the cell is bound at this moment,
        // the relay takes over the nodes behind the newest one, too.
        var list = NodeList<Node>(newestFirst: seen.newest)
        list.append(nodes)
        return nil
      }
      if change(seen, to: seen.with(nodes.first)) { return nil }
    }
    return nil
  }

  enum Release {
    case released
    /// The cell is settled: the holder delivers.
    case mustDeliver
    /// The cell is bound: the holder moves the nodes.
    case mustMove
  }

  /// Releases the list of a cell that was pending, if possible. Called by the holder.
  borrowing func release() -> Release {
    while true {
      let seen = state
      switch seen.phase {
      case .settled: return .mustDeliver
      case .following: return .mustMove
      case .pending, .settling:
        if change(seen, to: seen.released, .ends) { return .released }
      }
    }
  }

  /// SETTLED, held → SETTLED, for good. Called by the deliverer.
  ///
  /// - Returns: `false` if a new node has arrived, which must be delivered to first.
  borrowing func closeList() -> Bool {
    let seen = state
    return seen.newest == nil && change(seen, to: CellState(.settled), .ends)
  }

  // MARK: Following

  /// PENDING → FOLLOWING. Called by any thread. The relay takes over the list, which is held by the
  /// thread that holds this one or, if there is none, by the caller.
  ///
  /// - Parameter relay: a cell that no other thread can reach yet.
  /// - Returns: whether the caller has to move the nodes; `nil` if the cell was no longer pending.
  borrowing func bind(to relay: Cell) -> Bool? {
    let retained = Unmanaged.passRetained(relay)
    while true {
      let seen = state
      guard seen.phase == .pending else {
        relay.word.storeExclusively(CellState(.settled))
        retained.release()
        return nil
      }
      relay.word.storeExclusively(CellState(.pending, seen.newest, isHeld: true))
      if change(seen, to: CellState(following: retained), seen.isHeld ? .none : .begins) {
        return !seen.isHeld
      }
    }
  }

  /// PENDING, held and empty → FOLLOWING. Called by the holder of an orphan.
  borrowing func dissolve(into relay: Cell) -> Bool {
    let retained = Unmanaged.passRetained(relay)
    if change(CellState(.pending, isHeld: true), to: CellState(following: retained), .ends) {
      return true
    }
    retained.release()
    return false
  }

  /// Clears the reference to the relay, so that the caller, and not `deinit`, releases it.
  borrowing func forgetRelay() { storeExclusively(CellState(.settled)) }

  private borrowing func storeExclusively(_ state: CellState) {
    word.storeExclusively(state.bits)
  }
}
