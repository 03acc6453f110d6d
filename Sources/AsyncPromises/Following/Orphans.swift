// Orphans: relays of promises that can no longer be reached.
//
// Once the last handle of a following cell is released, no call can cancel or observe the cell any
// more, and its relay is an orphan. If only other relays wait for an orphan, it dissolves when the
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
  /// - Returns: the nodes, or `nil` if the relay stays or another thread is working on it.
  final func dissolve(into relay: Cell, _ effects: inout Effects) -> NodeList<Node>? {
    guard marks.has(.handlesGone), case .held(let inbox) = word.hold(needsAttention: false)
    else { return nil }
    sort(NodeList(reversing: inbox), &effects)
    guard
      word.dissolve(
        into: relay, isPermitted: { consumers?.hasRelaysOnly(&effects) == true }),
      let consumers
    else {
      serviceList(inbox: nil, mayBeUnwanted: false, &effects)
      return nil
    }
    link.claim()?.release()
    self.consumers = nil
    consumers.forEachRelay { waiting in
      if marks.has(.handled) { waiting.marks.set(.handled) }
      waiting.origin.note(.waits(for: .promise(of: relay)))
    }
    origin.note(.promiseVanished)
    return consumers.takeAll()
  }
}
