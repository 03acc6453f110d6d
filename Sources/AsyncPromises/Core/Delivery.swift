// How an outcome comes to those who wait for it: a cell takes nodes into its list, and delivers to
// them once it is settled.

extension Cell {
  /// Attaches a node, whose link is armed with this cell, in a call of its own.
  @usableFromInline
  final func attach(_ node: Node) {
    let retained = Unmanaged.passRetained(node)
    // Most cells are pending when a node comes. Nothing follows from a push: no trampoline is made.
    if case .pushed = word.push(retained) { return }
    Trampoline.run { attach(retained, &$0) }
  }

  /// A derived promise begins, and waits for this cell.
  @usableFromInline
  final func attach(derived cell: Cell) {
    cell.promiseBegins(derivedFrom: self)
    attach(cell)
  }

  /// Puts a node, whose link is armed with this cell, into the list, or delivers to it at once.
  final func attach(_ node: Node, _ trampoline: inout Trampoline) {
    attach(Unmanaged.passRetained(node), &trampoline)
  }

  private func attach(_ retained: Unmanaged<Node>, _ trampoline: inout Trampoline) {
    var cell = self
    while true {
      switch cell.word.push(retained) {
      case .pushed:
        return
      case .settled:
        return cell.deliver(to: retained, &trampoline)
      case .following(let relay):
        // SAFETY: a following word is final and retains its relay; `cell` is retained here.
        cell = relay.takeUnretainedValue()
        guard retained._withUnsafeGuaranteedRef({ $0.link.relocate(to: cell) }) else {
          // Withdrawn before it stood anywhere: it was attached all the same.
          if retained._withUnsafeGuaranteedRef({ $0.isConsumer }) { cell.markFailure(.seen) }
          return trampoline.release(retained)
        }
      }
    }
  }

  /// Delivers the outcome to every node, until no thread has pushed another one.
  ///
  /// The caller holds the list of this settled cell.
  final func deliver(_ trampoline: inout Trampoline) {
    var list = consumers?.takeAll() ?? NodeList()
    consumers = nil
    repeat {
      list.append(NodeList(reversing: word.takeInbox()))
      while let node = list.popFirst() { deliver(to: node, &trampoline) }
      // A node that comes to a closed list finds a job for itself: the elders' have to be there.
      trampoline.startJobs()
    } while !word.closeList()
    if let record = origin.record { trampoline.enlist(settled: record) }
  }

  private func deliver(to retained: Unmanaged<Node>, _ trampoline: inout Trampoline) {
    let isQueued = retained._withUnsafeGuaranteedRef { node in
      // Whatever has become of a consumer: from here on the failure is another promise's.
      if isRejected, node.isConsumer { notes.record(.seen) }
      guard let reference = node.link.claim() else { return false }
      if isRejected, node.isConsumer { reportLateConsumer() }
      return node.receive(from: self, with: reference, &trampoline)
    }
    if !isQueued { trampoline.release(retained) }
  }
}
