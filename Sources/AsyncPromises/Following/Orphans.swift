// Orphans: relays of promises that are out of reach.
//
// If the handles of a cell that follows have gone, no call can cancel or observe it any more: its
// relay is an orphan. Where other relays wait for it, and nothing else does, it dissolves when the
// list that it stands in moves: they wait in its stead. A loop of `then`s that returns its next
// round leaves one orphan a round behind, and the next round dissolves it: the loop stays as small
// as its first round.

extension Cell {
  /// Gives up this relay if it is an orphan which other relays wait for: it follows `relay` now, to
  /// which they belong.
  ///
  /// Other consumers would be shown a failure in its name, with its marks. Without any consumer it
  /// stays, too: to drop a promise is not to withdraw from another one.
  ///
  /// - Returns: the nodes, or `nil` when the relay stays, or another thread is at work on it.
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
