// How consumers receive an outcome: a cell takes nodes into its list, and delivers to them once it
// is settled.

extension Cell {
  /// Adds a node whose link is armed with this cell to the list, or delivers to it at once.
  final func attach(_ node: Node, _ effects: inout Effects) {
    if node.isConsumer { marks.consumerCame() }
    attach(counted: .passRetained(node), &effects)
  }

  /// The same for a consumer whose link is still to be armed. It is counted first: another thread
  /// may withdraw it as soon as it is armed.
  ///
  /// - Parameter reason: why it left, if it has been withdrawn already.
  final func attach(arming node: Node, orLeft reason: Reason, _ effects: inout Effects) {
    marks.consumerCame()
    attach(armingCounted: node, orLeft: reason, &effects)
  }

  /// The same for a node that has been counted.
  final func attach(armingCounted node: Node, orLeft reason: Reason, _ effects: inout Effects) {
    if node.link.arm(with: self) {
      attach(counted: .passRetained(node), &effects)
    } else {
      consumerWithdrew(reason, &effects)
    }
  }

  /// The same for an armed node that has been counted.
  final func attach(counted node: Unmanaged<Node>, _ effects: inout Effects) {
    var cell = self
    while true {
      switch cell.word.push(node) {
      case .pushed:
        return
      case .settled:
        return cell.deliver(to: node, &effects)
      case .following(let relay):
        // SAFETY: the following state is final and retains its relay; `cell` is retained here.
        cell = relay.takeUnretainedValue()
        guard cell.adopt(node, &effects) else { return effects.release(node) }
      }
    }
  }

  /// Counts a node as this relay's, and points its link here.
  ///
  /// A node that another thread attached while the list moved already points here, and is counted.
  ///
  /// - Returns: `false` if the node is dead.
  final func adopt(_ node: Unmanaged<Node>, _ effects: inout Effects) -> Bool {
    node._withUnsafeGuaranteedRef { node in
      if node.link.points(to: self) { return true }
      if node.isConsumer { marks.consumerCame() }
      if node.link.relocate(to: self) { return true }
      if node.isConsumer { consumerVanished(&effects) }
      return false
    }
  }

  /// Takes the nodes that have arrived, in their order. The caller holds the list of this settled
  /// cell.
  final func takeNodes() -> NodeList<Node> { NodeList(reversing: word.takeList()) }

  /// Closes the list of this settled cell for good.
  ///
  /// The caller must have started the jobs of all handlers that have become due and belong to an
  /// actor or a queue. A node that finds the list closed starts its own job, and must not overtake
  /// earlier nodes.
  ///
  /// - Returns: `false` if a new node has arrived, which must be delivered to first.
  final func closeList(_ effects: inout Effects) -> Bool {
    guard word.closeList() else { return false }
    effects.end(settling: origin)
    return true
  }

  final func deliver(to retained: Unmanaged<Node>, _ effects: inout Effects) {
    let isQueued = retained._withUnsafeGuaranteedRef { node in
      guard let reference = node.link.claim() else { return false }
      if isRejected, node.isConsumer { reportLateConsumer() }
      return node.receive(from: self, with: reference, &effects)
    }
    if !isQueued { effects.release(retained) }
  }
}
