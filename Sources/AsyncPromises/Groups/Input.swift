// How a group waits for its inputs: with one node for each of them.

/// A group's node in the list of one of its inputs.
final class Input: Node, @unchecked Sendable {
  /// Belongs to the thread that claims or withdraws the link. That thread sets it to `nil`, because
  /// the group retains its cell and its inputs.
  private var group: Group?
  let index: Int

  /// Creates an input that may be withdrawn before it is in any list.
  init(_ index: Int, of group: Group) {
    (self.index, self.group) = (index, group)
    super.init(link: .unarmed)
  }

  override func receive(from source: Cell, _ effects: inout Effects) {
    group?.inputSettled(source, index, &effects)
  }

  override func letGo() { group = nil }
}
