// What a producer waits with that waits for several cells: one node for each of them.

/// A producer that waits for several cells.
@usableFromInline
class InputProducer: Producer, @unchecked Sendable {
  /// A cell that the producer waits for has settled. By any thread, for several at once.
  ///
  /// - Returns: whether the producer keeps `input`, with the retain that the list held on it.
  func inputSettled(_ input: Input, as settled: Cell, _ effects: inout Effects) -> Bool { false }
}

/// The node of a producer in the list of one of the cells that it waits for.
final class Input: Node, @unchecked Sendable {
  /// Belongs to the thread that claims or withdraws the link, which lets go of it: the producer
  /// keeps its cell and its inputs.
  private var producer: InputProducer?
  let index: Int

  /// An input of a producer that may be withdrawn before it stands anywhere.
  init(_ index: Int, of producer: InputProducer) {
    (self.index, self.producer) = (index, producer)
    super.init(link: .unarmed)
  }

  /// - Parameter cell: the cell that it is about to be attached to.
  init(_ index: Int, of producer: InputProducer, from cell: Cell) {
    (self.index, self.producer) = (index, producer)
    super.init(link: .armed(with: cell))
  }

  override func receive(
    from source: Cell, with reference: Unmanaged<Upstream>, _ effects: inout Effects
  ) -> Bool {
    defer { reference.release() }
    return producer?.inputSettled(self, as: source, &effects) ?? false
  }

  override func letGo() { producer = nil }
}
