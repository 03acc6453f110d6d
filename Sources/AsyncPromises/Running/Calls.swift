// Calls into the core, including the work that follows from each of them.
//
// Most of them leave no such work, and then create no trampoline.

extension Cell {
  /// Attaches a node, whose link is armed with this cell.
  @usableFromInline
  final func attach(_ node: Node) {
    if node.isConsumer { marks.consumerCame() }
    attach(counted: .passRetained(node))
  }

  /// The same for a node that has been counted.
  final func attach(counted node: Unmanaged<Node>) {
    // Most cells are pending when a node is attached, and no work follows from a push.
    if case .pushed = word.push(node) { return }
    Trampoline.run { attach(counted: node, &$0) }
  }

  /// Records that a derived promise has been created, and makes its cell wait for this one.
  @usableFromInline
  final func attach(derived cell: Cell) {
    if cell.origin.isTracked, case .actor(let actor) = cell.handlerContext {
      cell.origin.record(isolation: actor)
    }
    if !CarriedLocals.isEmpty { cell.carryLocals() }
    marks.consumerCame()
    cell.promiseBegins(derivedFrom: self)
    attach(counted: .passRetained(cell))
  }

  /// Makes the cell wait for the task that does its work. Called by the thread that owns the cell.
  final func wait(for task: WorkTask) {
    if arm(with: task) { Trampoline.run { leaveUpstream(&$0) } }
  }

  /// Makes the outcome readable and delivers it. Called by the winner of the claim.
  @usableFromInline
  final func publish() {
    let publication = makeReadable()
    if publication == .mustDeliver || !link.isDead || origin.isTracked {
      Trampoline.run { complete(publication, &$0) }
    }
  }

  /// The number of consumers that wait for this cell, as shown in a description.
  package final var consumerCount: Int {
    let root = root
    return root.isSettledItself ? 0 : root.marks.consumerCount
  }
}

extension ValueCell {
  /// Completes a fulfillment. Called by the winner of the claim.
  @inlinable
  final func fulfillClaimed(_ value: Value) {
    self.value = value
    publish()
  }
}
