// How consumers receive an outcome: a cell takes nodes into its list, and delivers to them once it
// is settled.

extension Cell {
  /// Adds a node whose link is armed with this cell to the list, or delivers to it at once.
  final func attach(_ node: Node, _ effects: inout Effects) {
    attach(Unmanaged.passRetained(node), &effects)
  }

  final func attach(_ retained: Unmanaged<Node>, _ effects: inout Effects) {
    var cell = self
    while true {
      switch cell.word.push(retained) {
      case .pushed:
        return
      case .settled:
        return cell.deliver(to: retained, &effects)
      case .following(let relay):
        // SAFETY: the following state is final and retains its relay; `cell` is retained here.
        cell = relay.takeUnretainedValue()
        guard retained._withUnsafeGuaranteedRef({ $0.link.relocate(to: cell) }) else {
          // It was withdrawn before it was in any list, but it counts as attached.
          if retained._withUnsafeGuaranteedRef({ $0.isConsumer }) { cell.markFailure(.seen) }
          return effects.release(retained)
        }
      }
    }
  }

  /// Delivers the outcome to every node in the list.
  ///
  /// The caller holds the list of this settled cell. It must start the jobs of all handlers that
  /// have become due before it closes the list. A node that finds the list closed starts its own
  /// job, and must not overtake earlier nodes.
  final func deliver(_ effects: inout Effects) {
    var list = consumers?.takeAll() ?? NodeList()
    consumers = nil
    list.append(NodeList(reversing: word.takeInbox()))
    while let node = list.popFirst() { deliver(to: node, &effects) }
  }

  /// Closes the list of this settled cell for good.
  ///
  /// - Returns: `false` if a new node has arrived, which must be delivered to first.
  final func closeList(_ effects: inout Effects) -> Bool {
    guard word.closeList() else { return false }
    effects.end(settling: origin)
    return true
  }

  private func deliver(to retained: Unmanaged<Node>, _ effects: inout Effects) {
    let isQueued = retained._withUnsafeGuaranteedRef { node in
      // Even if the consumer has withdrawn, this cell no longer has to report the failure.
      if isRejected, node.isConsumer { marks.set(.seen) }
      guard let reference = node.link.claim() else { return false }
      if isRejected, node.isConsumer { reportLateConsumer() }
      return node.receive(from: self, with: reference, &effects)
    }
    if !isQueued { effects.release(retained) }
  }
}
