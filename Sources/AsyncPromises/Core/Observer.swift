// Nodes that watch a cell without being interested in its outcome.

/// Runs a closure when its cell is settled: only when by a cancellation, or in any case.
final class SettleObserver: Node, @unchecked Sendable {
  private let onlyForCancellation: Bool
  private let body: @Sendable (inout Trampoline) -> Void

  init(
    of cell: Cell, onlyForCancellation: Bool,
    _ body: @escaping @Sendable (inout Trampoline) -> Void
  ) {
    self.onlyForCancellation = onlyForCancellation
    self.body = body
    super.init(link: .armed(with: cell))
  }

  override var isConsumer: Bool { false }

  override func receive(from source: Cell, _ trampoline: inout Trampoline) {
    if source.wasCancelled || !onlyForCancellation { body(&trampoline) }
  }
}

extension Cell {
  /// Does something of the library's when the cell is cancelled, at once if it was already.
  final func observeCancellation(
    _ trampoline: inout Trampoline, _ body: @escaping @Sendable (inout Trampoline) -> Void
  ) {
    attach(SettleObserver(of: self, onlyForCancellation: true, body), &trampoline)
  }

  /// Does something of the library's when the cell is settled, at once if it was already.
  final func observeSettling(
    _ trampoline: inout Trampoline, _ body: @escaping @Sendable (inout Trampoline) -> Void
  ) {
    attach(SettleObserver(of: self, onlyForCancellation: false, body), &trampoline)
  }
}
