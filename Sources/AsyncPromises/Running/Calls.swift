// Calls into the core, each with all that follows from it.
//
// Most of them owe nothing, and make no trampoline then.

extension Cell {
  /// Attaches a node, whose link is armed with this cell.
  @usableFromInline
  final func attach(_ node: Node) {
    let retained = Unmanaged.passRetained(node)
    // Most cells are pending when a node comes. Nothing follows from a push.
    if case .pushed = word.push(retained) { return }
    Trampoline.run { attach(retained, &$0) }
  }

  /// A derived promise begins, and waits for this cell.
  @usableFromInline
  final func attach(derived cell: Cell) {
    if cell.origin.isTracked, case .actor(let actor) = cell.handlerContext {
      cell.origin.record(isolation: actor)
    }
    cell.promiseBegins(derivedFrom: self)
    attach(cell)
  }

  /// Makes the outcome readable and delivers it. By the winner of the claim.
  @usableFromInline
  final func publish() {
    let publication = makeReadable()
    if publication == .mustDeliver || !link.isDead || origin.isTracked {
      Trampoline.run { complete(publication, &$0) }
    }
  }

  /// How many consumers wait for this cell, for a description.
  package final var consumerCount: Int { Trampoline.run { root.countConsumers(&$0) } }
}

extension ValueCell {
  /// The rest of a fulfilment, for the winner of the claim.
  @inlinable
  final func fulfillClaimed(_ value: Value) {
    self.value = value
    publish()
  }
}
