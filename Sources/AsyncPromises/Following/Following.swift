// Following: a cell settles like another one, at a cost that doesn't grow with the chain's length.
//
// A cell that follows another is bound: its state points to a relay, and its nodes move to that
// relay. The relay is in the inner cell's list like any other consumer, so the two promises stay
// separate: cancelling the outer one withdraws the relay from the inner one.
//
//    outer ──▶ relay ═══(link)═══▶ inner          only its handles keep outer alive
//                │
//                └─ the nodes of outer
//
// When `inner` begins to follow a third cell, the relay moves along with the other nodes of `inner`
// (Orphans.swift describes which relays then dissolve).

extension Cell {
  /// Binds this cell to `inner` through a new relay of the same type.
  ///
  /// - Returns: `false` if the cell is already settled or bound.
  final func bind(
    to inner: Cell, through relay: Cell, _ effects: inout Effects
  ) -> Bool {
    guard let mustMove = word.bind(to: relay) else { return false }
    origin.record?.follows(inner, through: relay)
    leaveUpstream(&effects)
    if inner.root === relay {
      relay.reject(origin.cycle, &effects)
    } else {
      inner.attach(arming: relay, orLeft: .cancelled, &effects)
    }
    if mustMove { effects.steps.append(.move(self)) }
    return true
  }

  /// Moves the nodes of this bound cell to its relay, and releases the list, which both have in
  /// common until then. Called by the holder.
  final func moveNodes(_ effects: inout Effects) {
    // SAFETY: the following state is final and retains its relay.
    guard let relay = state.relay?.takeUnretainedValue() else {
      preconditionFailure("Only a following cell moves its nodes.")
    }
    var rest = NodeList(newestFirst: relay.word.takeList())
    var moved = NodeList<Node>()
    while let node = rest.popFirst() {
      if let orphan = node._withUnsafeGuaranteedRef({ $0.asRelay }),
        var nodes = orphan.dissolve(into: relay, &effects)
      {
        effects.release(node)
        nodes.append(rest)
        rest = nodes
      } else if relay.adopt(node, &effects) {
        moved.append(node)
      } else {
        effects.release(node)
      }
    }
    relay.marks.setFailureMarks(of: marks)
    relay.putBack(moved, &effects)
    relay.consumerVanished(&effects)
  }
}

extension ValueCell {
  /// Settles like `inner`.
  @usableFromInline @discardableResult
  package final func follow(_ inner: ValueCell<Value>, _ effects: inout Effects) -> Bool {
    follow(inner, through: ValueCell(relayFor: origin), &effects)
  }

  /// The same, through a relay of another class.
  final func follow(
    _ inner: ValueCell<Value>, through relay: @autoclosure () -> ValueCell<Value>,
    _ effects: inout Effects
  ) -> Bool {
    if let settled = inner.settledRoot {
      let isConsumer = settle(as: settled, &effects)
      // A promise that was already cancelled doesn't count as a late consumer, and one that passes
      // on an owed value is counted already.
      if !isConsumer {
        settled.markFailure(.seen)
      } else if !marks.hasPublished(.owed) {
        settled.markOutcomeSeen()
      }
      return isConsumer
    }
    if bind(to: inner, through: relay(), &effects) { return true }
    if state.phase != .following {
      // The promise was cancelled just before. Withdraw as if that had happened just after.
      observe(.cancellation, &effects) {
        inner.marks.consumerCame()
        $0.tell(inner, consumerWas: .cancelled)
      }
    }
    return false
  }

  /// Creates a relay, with the origin of the cell that it takes over for.
  convenience init(relayFor origin: Origin) {
    self.init(.unarmed, origin.shared())
    marks.beginRelay()
  }
}
