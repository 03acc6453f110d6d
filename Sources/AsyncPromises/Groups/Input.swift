// How a producer waits for several cells: with one node for each of them.

/// A producer that waits for several cells.
@usableFromInline
class InputProducer: Producer, @unchecked Sendable {
  /// Called when a cell that the producer waits for has settled, on any thread, possibly
  /// concurrently.
  ///
  /// - Returns: whether the producer keeps `input`, along with the retain that the list held on it.
  func inputSettled(_ input: Input, as settled: Cell, _ effects: inout Effects) -> Bool { false }
}

/// A producer's node in the list of one of the cells it waits for.
final class Input: Node, @unchecked Sendable {
  /// Belongs to the thread that claims or withdraws the link. That thread sets it to `nil`, because
  /// the producer retains its cell and its inputs.
  private var producer: InputProducer?
  let index: Int

  /// Creates an input that may be withdrawn before it is in any list.
  init(_ index: Int, of producer: InputProducer) {
    (self.index, self.producer) = (index, producer)
    super.init(link: .unarmed)
  }

  /// - Parameter cell: the cell that the input is about to be attached to.
  init(_ index: Int, of producer: InputProducer, from cell: Cell) {
    (self.index, self.producer) = (index, producer)
    super.init(link: .armed(with: cell))
  }

  override func receive(
    from source: Cell, with reference: Unmanaged<Node>, _ effects: inout Effects
  ) -> Bool {
    defer { reference.release() }
    return producer?.inputSettled(self, as: source, &effects) ?? false
  }

  override func letGo() { producer = nil }
}
