// Following: a cell settles as another one does, without growing with the length of the chain.
//
// The cell that follows is bound: its state points to a relay from now on, and its nodes move to
// the relay. The relay stands in the list of the inner cell like any other consumer, so that the
// two stay two promises: cancelling the outer one withdraws the relay from the inner one.
//
//    outer ──▶ relay ═══(link)═══▶ inner          outer is kept alive by its handles alone
//                │
//                └─ the nodes of outer
//
// When `inner` begins to follow a third cell, the relay moves along with the other nodes of
// `inner` (Orphans.swift says which relays dissolve then).

extension Cell {
  /// The cell that settles in this one's stead: itself, unless it follows another.
  @usableFromInline
  final var root: Cell { rootAndState.root }

  /// The same, if it is settled.
  @usableFromInline
  final var settledRoot: Cell? {
    let (root, state) = rootAndState
    return state.phase == .settled ? root : nil
  }

  private final var rootAndState: (root: Cell, state: CellState) {
    var (cell, state) = (self, state)
    while let relay = state.relay {
      // SAFETY: a following word is final and retains its relay; `cell` is retained here.
      cell = relay.takeUnretainedValue()
      state = cell.state
    }
    return (cell, state)
  }

  /// Settles the root, though it may begin to follow meanwhile.
  ///
  /// - Parameter settle: answers whether it has settled the cell.
  final func settleRoot(_ settle: (Cell) -> Bool) -> Bool {
    var cell = self
    while true {
      cell = cell.root
      if settle(cell) { return true }
      guard cell.state.phase == .following else { return false }
    }
  }

  /// Whether the cell is settled, and follows no other.
  @usableFromInline
  final var isSettledItself: Bool { state.phase == .settled }

  final var isSettled: Bool {
    switch state.phase {
    case .pending, .settling: false
    case .settled: true
    case .following: settledRoot != nil
    }
  }

  /// Binds this cell to `inner` through a fresh relay of the same type.
  ///
  /// - Returns: `false` when the cell is settled or bound already.
  final func bind(
    to inner: Cell, through relay: Cell, _ trampoline: inout Trampoline
  ) -> Bool {
    guard let last = word.bind(to: relay) else { return false }
    origin.record?.note(.promiseFollows(inner, through: relay))
    if !link.isDead { withdraw(&trampoline) }
    if inner.root === relay {
      relay.reject(PromiseError.cycle, &trampoline)
    } else {
      relay.wait(for: inner, &trampoline)
    }
    if !last.isHeld { moveNodesToRelay(mayBeUnwanted: false, &trampoline) }
    return true
  }

  /// Puts a fresh relay into the list of `inner`.
  private func wait(for inner: Cell, _ trampoline: inout Trampoline) {
    if link.arm(with: inner) { return inner.attach(self, &trampoline) }
    inner.markFailure(.seen)
    inner.consumerWithdrew(.cancelled, &trampoline)
  }

  /// Moves the nodes of this following cell to its relay, and lets go of both lists.
  ///
  /// The caller holds the two lists. It says whether it was asking if the cell is still wanted when
  /// it found that the cell follows: the relay has to ask that then.
  final func moveNodesToRelay(mayBeUnwanted: Bool, _ trampoline: inout Trampoline) {
    // SAFETY: a following word is final and retains its relay.
    guard let relay = state.relay?.takeUnretainedValue() else {
      preconditionFailure("Only a following cell moves its nodes.")
    }
    Holding.note(.begins)  // with the list of the relay
    var rest = consumers?.takeAll() ?? NodeList()
    consumers = nil
    rest.append(NodeList(reversing: relay.word.takeInbox()))
    let moved = ConsumerList()
    while let node = rest.popFirst() {
      if let orphan = node._withUnsafeGuaranteedRef({ $0.asRelay }),
        var nodes = orphan.dissolve(into: relay, &trampoline)
      {
        trampoline.release(node)
        nodes.append(rest)
        rest = nodes
        continue
      }
      if node._withUnsafeGuaranteedRef({ $0.isConsumer }) { relay.notes.record(.seen) }
      if node._withUnsafeGuaranteedRef({ $0.link.relocate(to: relay) }) {
        moved.enlist(node, &trampoline)
      } else {
        trampoline.release(node)
      }
    }
    relay.consumers = moved
    relay.notes.recordFailureMarks(of: notes)
    let needsAttention = word.releaseBound()
    Holding.note(.ends)
    relay.serviceList(
      inbox: nil, mayBeUnwanted: mayBeUnwanted || needsAttention, &trampoline)
  }

  /// Releases a relay, and the relays that it follows for if this was their last reference, in a
  /// loop.
  static func releaseChain(from first: Unmanaged<Cell>) {
    var rest: Unmanaged<Cell>? = first
    while let current = rest {
      var cell = current.takeRetainedValue()
      rest = nil
      // The reference is the only one left, so no other thread can change the word.
      guard isKnownUniquelyReferenced(&cell) else { return }
      rest = cell.word.exclusiveState.relay
      if rest != nil { cell.word.forgetRelay() }
    }
  }
}
