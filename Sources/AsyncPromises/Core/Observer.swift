// Nodes that watch a cell without being interested in its outcome.

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
  private let body: @Sendable (inout Effects) -> Void

  init(
    of cell: Cell, _ occasion: Occasion, _ body: @escaping @Sendable (inout Effects) -> Void
  ) {
    self.occasion = occasion
    self.body = body
    super.init(link: .armed(with: cell))
  }

  override var isConsumer: Bool { false }

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
