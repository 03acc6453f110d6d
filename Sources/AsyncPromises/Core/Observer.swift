// Nodes that watch a cell for the library itself.

/// Runs a closure of the library's when its cell is settled, and is dropped where it does not
/// apply.
final class Observer: Node, @unchecked Sendable {
  enum Occasion {
    /// The cell is settled, whichever way.
    case settling
    /// The cell is settled by a cancellation.
    case cancellation
    /// The cell is settled by anything but a cancellation.
    case otherSettling
  }

  private let occasion: Occasion
  private let mayLeave: Bool
  private let body: @Sendable (inout Effects) -> Void

  /// - Parameter mayLeave: whether it may be withdrawn. It counts as a consumer then: a list is
  ///   pruned of those alone.
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
  /// Does something of the library's when the cell is settled, at once if it was already.
  final func observe(
    _ occasion: Observer.Occasion, _ effects: inout Effects,
    _ body: @escaping @Sendable (inout Effects) -> Void
  ) {
    attach(Observer(of: self, occasion, body), &effects)
  }
}

extension Node {
  /// Withdraws from where the node stands, if it is pending. By who has made it, and lets go of it.
  final func leave(_ reason: Reason, _ effects: inout Effects) {
    switch link.withdraw() {
    case .tooLate, .fromTask: return
    case .unarmed: letGo()
    case .from(let source):
      letGo()
      source.consumerWithdrew(reason, &effects)
      effects.release(source)
    }
  }
}
