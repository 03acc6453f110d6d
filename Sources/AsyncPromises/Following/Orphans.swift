// Orphans: relays of promises that can no longer be reached.
//
// Once the last handle of a following cell is released, no call can cancel or observe the cell,
// so its relay is an orphan. If only other relays wait for an orphan, it dissolves when the
// list that it is in moves, and those relays take its place. A loop of `then`s that returns its
// next iteration leaves an orphan behind each time, which the next iteration dissolves, so the loop
// runs in constant memory.

extension Cell {
  /// Dissolves this relay if it is an orphan that only other relays wait for: it then follows
  /// `relay`, which takes over its nodes.
  ///
  /// A relay with any other consumer stays, because a failure reaches that consumer with the
  /// relay's origin and marks. A relay without consumers stays too: dropping a promise doesn't
  /// withdraw it from another.
  ///
  /// - Returns: the nodes, newest first, or `nil` if the relay stays or another thread is working
  ///   on it.
  final func dissolve(into relay: Cell, _ effects: inout Effects) -> NodeList<Node>? {
    guard marks.has(.handlesGone), let nodes = hold(&effects) else { return nil }
    guard !nodes.isEmpty, nodes.allSatisfy({ $0.asRelay != nil }), word.dissolve(into: relay)
    else {
      putBack(nodes, &effects)
      return nil
    }
    link.claim()?.release()
    nodes.forEach { node in
      guard let waiting = node.asRelay else { return }
      if marks.has(.handled) { waiting.marks.set(.handled) }
      waiting.origin.record?.waits(for: relay)
    }
    origin.record?.vanishes()
    return nodes
  }
}
