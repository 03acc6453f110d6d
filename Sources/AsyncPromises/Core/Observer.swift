// Nodes with which the library itself watches a cell.

/// Runs one of the library's own closures when its cell is settled, if the occasion applies.
package final class Observer: Node, @unchecked Sendable {
  package enum Occasion {
    /// The cell is settled in any way.
    case settling
    /// The cell is settled by a cancellation.
    case cancellation
    /// The cell is settled by anything but a cancellation.
    case otherSettling
  }

  private let occasion: Occasion
  private let mayLeave: Bool
  private let body: @Sendable (inout Effects) -> Void

  /// - Parameter mayLeave: whether the observer may be withdrawn. If so, it counts as a consumer,
  ///   because only consumers are pruned from lists.
  init(
    of cell: Cell, _ occasion: Occasion, mayLeave: Bool = false,
    _ body: @escaping @Sendable (inout Effects) -> Void
  ) {
    (self.occasion, self.mayLeave, self.body) = (occasion, mayLeave, body)
    super.init(link: .armed(with: cell))
  }

  override var isConsumer: Bool { mayLeave }

  override func receive(from source: Cell, _ effects: inout Effects) {
    let applies =
      switch occasion {
      case .settling: true
      case .cancellation: source.wasCancelled
      case .otherSettling: !source.wasCancelled
      }
    if applies { body(&effects) }
  }
}

extension Cell {
  /// Runs one of the library's closures when the cell is settled, or at once if it already is.
  package final func observe(
    _ occasion: Observer.Occasion, _ effects: inout Effects,
    _ body: @escaping @Sendable (inout Effects) -> Void
  ) {
    attach(Observer(of: self, occasion, body), &effects)
  }
}

extension Node {
  /// Withdraws the node from its list if it still waits, and releases what it holds. Called by the
  /// code that created the node.
  final func leave(_ reason: Reason, _ effects: inout Effects) {
    switch link.withdraw() {
    case .tooLate: return
    case .unarmed: letGo()
    case .from(let source):
      letGo()
      source.consumerWithdrew(reason, &effects)
      effects.release(source)
    }
  }
}
