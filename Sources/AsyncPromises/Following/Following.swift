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
  /// Binds this cell to `inner` through a fresh relay of the same type.
  ///
  /// - Returns: `false` when the cell is settled or bound already.
  final func bind(
    to inner: Cell, through relay: Cell, _ effects: inout Effects
  ) -> Bool {
    guard let last = word.bind(to: relay) else { return false }
    origin.note(.promiseFollows(inner, through: relay))
    if !link.isDead { withdraw(&effects) }
    if inner.root === relay {
      relay.reject(origin.cycle, &effects)
    } else {
      relay.wait(for: inner, &effects)
    }
    if !last.isHeld { effects.moveNodes(of: self, mayBeUnwanted: false) }
    return true
  }

  /// Puts a fresh relay into the list of `inner`.
  private func wait(for inner: Cell, _ effects: inout Effects) {
    if link.arm(with: inner) { return inner.attach(self, &effects) }
    inner.markFailure(.seen)
    inner.consumerWithdrew(.cancelled, &effects)
  }

  /// Moves the nodes of this following cell to its relay, and lets go of both lists.
  ///
  /// The caller holds the two lists. It says whether it was asking if the cell is still wanted when
  /// it found that the cell follows: the relay has to ask that then.
  final func moveNodes(mayBeUnwanted: Bool, _ effects: inout Effects) {
    // SAFETY: a following word is final and retains its relay.
    guard let relay = state.relay?.takeUnretainedValue() else {
      preconditionFailure("Only a following cell moves its nodes.")
    }
    Holding.begins()  // with the list of the relay
    var rest = consumers?.takeAll() ?? NodeList()
    consumers = nil
    rest.append(NodeList(reversing: relay.word.takeInbox()))
    let moved = ConsumerList()
    while let node = rest.popFirst() {
      if let orphan = node._withUnsafeGuaranteedRef({ $0.asRelay }),
        var nodes = orphan.dissolve(into: relay, &effects)
      {
        effects.release(node)
        nodes.append(rest)
        rest = nodes
        continue
      }
      if node._withUnsafeGuaranteedRef({ $0.isConsumer }) { relay.marks.set(.seen) }
      if node._withUnsafeGuaranteedRef({ $0.link.relocate(to: relay) }) {
        moved.enlist(node, &effects)
      } else {
        effects.release(node)
      }
    }
    relay.consumers = moved
    relay.marks.setFailureMarks(of: marks)
    let needsAttention = word.releaseBound()
    Holding.ends()
    relay.serviceList(
      inbox: nil, mayBeUnwanted: mayBeUnwanted || needsAttention, &effects)
  }
}

extension ValueCell {
  /// Settles as `inner` does.
  @usableFromInline @discardableResult
  final func follow(_ inner: ValueCell<Value>, _ effects: inout Effects) -> Bool {
    if let settled = inner.settledRoot {
      let isConsumer = settle(as: settled, &effects)
      // A promise that was cancelled before is shown nothing.
      if isConsumer { settled.markFailureSeen() } else { settled.markFailure(.seen) }
      return isConsumer
    }
    if bind(to: inner, through: ValueCell(relayFor: origin), &effects) { return true }
    if state.phase != .following {
      // A promise that was cancelled a moment ago withdraws as it would have a moment later.
      observe(.cancellation, &effects) {
        inner.markFailure(.seen)
        $0.tell(inner, consumerWas: .cancelled)
      }
    }
    return false
  }

  /// A cell that takes over for one which follows another, with its origin.
  private convenience init(relayFor origin: Origin) {
    self.init(.unarmed, origin.shared())
    marks.setExclusively(.relay)
  }
}
