// How an outcome comes to those who wait for it: a cell takes nodes into its list, and delivers to
// them once it is settled.

extension Cell {
  /// Puts a node, whose link is armed with this cell, into the list, or delivers to it at once.
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
        // SAFETY: a following word is final and retains its relay; `cell` is retained here.
        cell = relay.takeUnretainedValue()
        guard retained._withUnsafeGuaranteedRef({ $0.link.relocate(to: cell) }) else {
          // Withdrawn before it stood anywhere: it was attached all the same.
          if retained._withUnsafeGuaranteedRef({ $0.isConsumer }) { cell.markFailure(.seen) }
          return effects.release(retained)
        }
      }
    }
  }

  /// Delivers the outcome to every node that stands in the list.
  ///
  /// The caller holds the list of this settled cell. It sees to it that the handlers which have
  /// become due have their jobs, and closes the list then: a node that comes to a closed list finds
  /// a job for itself, and must not overtake its elders.
  final func deliver(_ effects: inout Effects) {
    var list = consumers?.takeAll() ?? NodeList()
    consumers = nil
    list.append(NodeList(reversing: word.takeInbox()))
    while let node = list.popFirst() { deliver(to: node, &effects) }
  }

  /// Closes the list of this settled cell, for good.
  ///
  /// - Returns: `false` when a node has come: it is to be delivered to first.
  final func closeList(_ effects: inout Effects) -> Bool {
    guard word.closeList() else { return false }
    effects.end(settling: origin)
    return true
  }

  private func deliver(to retained: Unmanaged<Node>, _ effects: inout Effects) {
    let isQueued = retained._withUnsafeGuaranteedRef { node in
      // Whatever has become of a consumer: from here on the failure is another promise's.
      if isRejected, node.isConsumer { marks.set(.seen) }
      guard let reference = node.link.claim() else { return false }
      if isRejected, node.isConsumer { reportLateConsumer() }
      return node.receive(from: self, with: reference, &effects)
    }
    if !isQueued { effects.release(retained) }
  }
}
