// How an outcome comes to those who wait for it: a cell takes nodes into its list, and delivers to
// them once it is settled.

extension Cell {
  /// Attaches a node in a call of its own.
  @usableFromInline
  final func attach(_ node: Node) {
    // Most cells are pending when a node comes. Nothing follows from a push: no trampoline is made.
    let seen = phase
    if seen.phase == .pending {
      let retained = Unmanaged.passRetained(node)
      node.next = seen.inbox
      if state.exchange(seen, for: seen.with(inbox: retained)) { return }
      retained.release()
    }
    Trampoline.run { attach(node, &$0) }
  }

  /// Puts a node, whose link is armed with this cell, into the list, or delivers to it at once.
  final func attach(_ node: Node, _ trampoline: inout Trampoline) {
    let retained = Unmanaged.passRetained(node)
    var cell = self
    while true {
      let seen = cell.phase
      if let relay = seen.relay {
        cell = relay.takeUnretainedValue()
        guard node.link.relocate(to: cell) else { return retained.release() }
        continue
      }
      if seen == CellState(.settled) {
        cell.deliver(to: retained, &trampoline)
        return
      }
      node.next = seen.inbox
      if cell.state.exchange(seen, for: seen.with(inbox: retained)) { return }
    }
  }

  /// Delivers the outcome to every node, until no thread has pushed another one.
  ///
  /// The caller holds the list of this settled cell, and has taken `inbox` from it.
  final func deliver(inbox: Unmanaged<Node>?, _ trampoline: inout Trampoline) {
    var list = roster?.takeAll() ?? NodeList()
    roster = nil
    list.append(NodeList(reversing: inbox))
    while true {
      while let node = list.popFirst() { deliver(to: node, &trampoline) }
      let seen = phase
      guard let late = seen.inbox else {
        // Whoever comes when the list is free finds a job for itself: the elders' have to be there.
        trampoline.startJobs()
        guard state.exchange(seen, for: CellState(.settled)) else { continue }
        if let record = origin.record { trampoline.enlist(settled: record) }
        return
      }
      guard state.exchange(seen, for: CellState(.settled, isHeld: true)) else { continue }
      list = NodeList(reversing: late)
    }
  }

  private func deliver(to retained: Unmanaged<Node>, _ trampoline: inout Trampoline) {
    let node = retained.takeRetainedValue()
    // Whatever has become of a consumer: from here on the failure is another promise's.
    if isRejected, node.isConsumer { departures.record(.sight) }
    if node.link.claim() { node.receive(from: self, &trampoline) }
  }
}
