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
// `inner`. If the handles of `outer` have gone by then, nobody can cancel or observe `outer` any
// more: the relay is an orphan, and where other relays wait for it, they move instead of it. A loop
// of `then`s leaves one orphan a round behind, and the next round dissolves it.

extension Cell {
  /// Binds this cell to `inner` through a fresh relay of the same type.
  ///
  /// - Returns: `false` when the cell is settled or bound already.
  final func bind(
    to inner: Cell, through relay: Cell, _ trampoline: inout Trampoline
  ) -> Bool {
    let retained = Unmanaged.passRetained(relay)
    while true {
      let seen = phase
      guard seen.phase == .pending else {
        relay.state.storeExclusively(CellState(.settled).bits)
        retained.release()
        return false
      }
      // The relay starts out held, and with the inbox of this cell: nobody can miss a node.
      relay.state.storeExclusively(
        CellState(.pending, inbox: seen.inbox, isHeld: true).bits)
      guard state.exchange(seen, for: CellState(following: retained, flagsOf: seen))
      else { continue }
      origin.record?.promiseFollows(through: relay)
      if !link.isDead { leave(&trampoline) }
      relay.wait(for: inner, &trampoline)
      // A ring leads through a consumer of this cell. Without one, whoever brings it closes the
      // ring.
      let isWatched = seen.isHeld || roster != nil || relay.phase.inbox != nil
      if isWatched { Cell.rejectRings(through: [relay], &trampoline) }
      if !seen.isHeld { moveOn(afterCancellation: false, &trampoline) }
      return true
    }
  }

  /// Puts a fresh relay into the list of `inner`, unless `inner` follows the relay itself.
  private func wait(for inner: Cell, _ trampoline: inout Trampoline) {
    guard link.arm(with: inner) else {
      return inner.consumerLeft(byCancellation: true, &trampoline)
    }
    if inner.root === self {
      rejectAsRing(&trampoline)
    } else {
      inner.attach(self, &trampoline)
    }
  }

  /// Moves the nodes of this following cell to its relay, and lets go of both lists.
  ///
  /// The caller holds the two lists. It says whether it was looking into the withdrawal of a
  /// cancelled consumer when it found that the cell follows: the relay has to look into that then.
  final func moveOn(afterCancellation: Bool, _ trampoline: inout Trampoline) {
    let relay = root(after: phase)
    var rest = roster?.takeAll() ?? NodeList()
    roster = nil
    rest.append(NodeList(reversing: relay.takeInbox()))
    let moved = Roster()
    while let node = rest.popFirst() {
      if let orphan = node._withUnsafeGuaranteedRef({ $0.asRelay }),
        orphan.departures.noHandleIsLeft,
        var nodes = orphan.dissolve(into: relay, &trampoline)
      {
        node.release()
        nodes.append(rest)
        rest = nodes
      } else if node._withUnsafeGuaranteedRef({ $0.link.relocate(to: relay) }) {
        moved.enlist(node)
      } else {
        node.release()
      }
    }
    relay.roster = moved
    if departures.take().byCancellation || afterCancellation {
      relay.departures.record(byCancellation: true)
    }
    if departures.failureWasHandled {
      relay.departures.record(.handling)
    } else if departures.failureWasSeen {
      relay.departures.record(.sight)
    }
    clearFlags()
    relay.tend(inbox: nil, &trampoline)
  }

  /// Gives up an orphan, if other relays wait for it and nobody else does: it follows `relay` now,
  /// to which they belong.
  ///
  /// Somebody else would be shown a failure in its name, with its marks. Without anybody it stays,
  /// too: to drop a promise is not to withdraw from another one.
  ///
  /// - Returns: the nodes, or `nil` when the orphan stays or another thread is at work on it.
  private func dissolve(into relay: Cell, _ trampoline: inout Trampoline) -> NodeList? {
    var seen = phase
    guard seen.phase == .pending, !seen.isHeld,
      state.exchange(seen, for: CellState(.pending, isHeld: true))
    else { return nil }
    enlist(NodeList(reversing: seen.inbox))
    let retained = Unmanaged.passRetained(relay)
    while true {
      enlist(NodeList(reversing: takeInbox()))
      seen = phase
      guard seen.phase == .pending, let roster, roster.hasRelaysOnly() else {
        retained.release()
        tend(inbox: nil, &trampoline)
        return nil
      }
      guard seen.inbox == nil,
        state.exchange(seen, for: CellState(following: retained, flagsOf: seen.free))
      else { continue }
      _ = link.claim()
      if departures.failureWasHandled { roster.markFailures(.handling) }
      origin.record?.promiseVanished()
      self.roster = nil
      return roster.takeAll()
    }
  }

  private func root(after seen: CellState) -> Cell {
    guard let relay = seen.relay else { preconditionFailure("Only a following cell has a relay.") }
    // SAFETY: a following word is final and retains its relay.
    return relay.takeUnretainedValue()
  }

  private func takeInbox() -> Unmanaged<Node>? {
    while true {
      let seen = phase
      if seen.inbox == nil || seen.phase == .following { return nil }
      if state.exchange(seen, for: seen.with(inbox: nil)) { return seen.inbox }
    }
  }

  private func clearFlags() {
    while true {
      let seen = phase
      if seen == seen.free || state.exchange(seen, for: seen.free) { return }
    }
  }
}

// MARK: The end

extension Cell {
  /// Releases a relay, and the relays that it follows for if this was their last reference, in a
  /// loop.
  static func releaseChain(from first: Unmanaged<Cell>) {
    var rest: Unmanaged<Cell>? = first
    while let current = rest {
      var cell = current.takeRetainedValue()
      rest = nil
      guard isKnownUniquelyReferenced(&cell) else { return }
      // SAFETY: the reference is the only one left, so nobody else can change the word.
      let last = CellState(bits: cell.state.loadExclusively())
      rest = last.relay
      if rest != nil { cell.state.storeExclusively(CellState(.settled).bits) }
    }
  }
}

// MARK: Looking upstream

extension Node {
  /// What the node, which `cell` waits with, waits for at this moment.
  ///
  /// - Parameter suspects: cells that the caller has to examine for rings, on behalf of a thread
  ///   that met this one looking.
  final func look(
    for cell: Cell, _ suspects: inout [Cell], _ trampoline: inout Trampoline
  ) -> Link.Borrowed {
    let (borrowed, remainder) = link.borrow()
    if remainder.suspected { suspects.append(cell) }
    if let byCancellation = remainder.withdrawnByCancellation {
      switch borrowed {
      case .nothing, .busy: break
      case .cell(let upstream): hasLeft(upstream, byCancellation: byCancellation, &trampoline)
      case .producer(let producer): trampoline.tell(producer, byCancellation: cell.isCancelled)
      }
    }
    return borrowed
  }

  /// The same for those who have no transition to make.
  final func upstream(of cell: Cell) -> Link.Borrowed {
    Trampoline.run { trampoline in
      var suspects: [Cell] = []
      let upstream = look(for: cell, &suspects, &trampoline)
      Cell.rejectRings(through: suspects, &trampoline)
      return upstream
    }
  }
}

extension Cell {
  /// What the cell, or the one that settles in its stead, waits for at this moment.
  ///
  /// The one that is looked at is the one to examine when somebody else wants to look as well.
  final var upstream: Link.Borrowed {
    let cell = root
    return cell.upstream(of: cell)
  }
}

// MARK: Rings

extension Cell {
  /// Rejects relays with `PromiseError.cycle` if what they wait for waits for themselves.
  ///
  /// A relay stands in its list already. Whoever closes a ring looks after its own link is made,
  /// so that of several threads that close one together the last to look sees all of it. A thread
  /// that meets another one looking at the same link leaves the examination to that one.
  static func rejectRings(through cells: [Cell], _ trampoline: inout Trampoline) {
    var suspects = cells
    while let suspect = suspects.popLast() {
      if suspect.waitsForItself(&suspects, &trampoline) { suspect.rejectAsRing(&trampoline) }
    }
  }

  private func rejectAsRing(_ trampoline: inout Trampoline) {
    switch link.withdraw(byCancellation: false) {
    case .tooLate, .unarmed, .lent:
      break
    case .from(let source):
      source.consumerLeft(byCancellation: false, &trampoline)
      if handler != nil { trampoline.enqueueSkipped(self) }
    case .producer(let producer):
      trampoline.tell(producer, byCancellation: false)
    }
    reject(PromiseError.cycle, &trampoline)
  }

  /// Walks upstream, along every way where a group waits for several cells at once.
  private func waitsForItself(
    _ suspects: inout [Cell], _ trampoline: inout Trampoline
  ) -> Bool {
    var rest: [(node: Node, of: Cell)] = [(self, self)]
    var groups: Set<ObjectIdentifier> = []
    while let (node, cell) = rest.popLast() {
      if leads(from: node, of: cell, &rest, &groups, &suspects, &trampoline) { return true }
    }
    return false
  }

  /// Whether the way upstream from a node of `cell`, which is the cell itself or an input of its
  /// group, leads to this cell before it ends or meets a group, whose inputs go to `rest` then.
  private func leads(
    from node: Node, of cell: Cell, _ rest: inout [(node: Node, of: Cell)],
    _ groups: inout Set<ObjectIdentifier>, _ suspects: inout [Cell],
    _ trampoline: inout Trampoline
  ) -> Bool {
    var (node, cell) = (node, cell)
    // A ring that this cell is not part of is its closer's to reject. To notice that the walk is
    // caught in one, the milestone stays behind for twice as many steps each time.
    var milestone = cell
    var steps = 0
    var limit = 1
    while true {
      switch node.look(for: cell, &suspects, &trampoline) {
      case .nothing, .busy:
        return false
      case .producer(let producer):
        if groups.insert(ObjectIdentifier(producer)).inserted {
          rest += producer.inputs.map { ($0, cell) }
        }
        return false
      case .cell(let upstream):
        cell = upstream.root
        node = cell
        if cell === self { return true }
        if cell === milestone { return false }
      }
      steps += 1
      if steps == limit {
        milestone = cell
        steps = 0
        limit *= 2
      }
    }
  }
}
