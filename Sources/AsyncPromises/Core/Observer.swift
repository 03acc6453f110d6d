// Nodes that watch a cell without being interested in its outcome.

/// Runs a closure when its cell is settled by a cancellation, and is dropped when by anything else.
final class CancelObserver: Node, @unchecked Sendable {
  private let body: @Sendable (inout Trampoline) -> Void

  init(of cell: Cell, _ body: @escaping @Sendable (inout Trampoline) -> Void) {
    self.body = body
    super.init(link: .armed(with: cell))
  }

  override var isConsumer: Bool { false }

  override func receive(from source: Cell, _ trampoline: inout Trampoline) {
    if source.wasCancelled { body(&trampoline) }
  }
}

extension Cell {
  /// Does something of the library's when the cell is cancelled, at once if it was already.
  final func observeCancellation(
    _ trampoline: inout Trampoline, _ body: @escaping @Sendable (inout Trampoline) -> Void
  ) {
    attach(CancelObserver(of: self, body), &trampoline)
  }
}
