// Interest: whether any consumer still wants the outcome. A cell counts its consumers in its marks.
// When the last one leaves because it was cancelled or settled by something else, the cell is
// abandoned if there is work to stop.

extension Cell {
  /// Reacts to a consumer that has withdrawn its link from this cell. Its node may still be in the
  /// list.
  final func loseConsumer(_ reason: Reason, _ effects: inout Effects) {
    let isWorthPruning = marks.consumerLeft(isUrgent: reason != .stopped)
    // An abandoned cell has nothing left to prune.
    defer { if isWorthPruning { prune(&effects) } }
    var cell = self
    while true {
      if cell.isRelay {
        cell.marks.set(reason == .stopped ? .seen : .left)
        cell.leaveIfUnreachable(&effects)
      }
      if reason != .stopped { cell.abandonIfUnwanted(&effects) }
      // The consumer may have been about to move to the relay, which then doesn't count it.
      guard let relay = cell.state.relay else { return }
      // SAFETY: the following state is final and retains its relay; `cell` is retained here.
      cell = relay.takeUnretainedValue()
    }
  }

  /// Counts out a relay as a consumer of itself, or a dead node that was about to join this
  /// relay.
  final func consumerVanished(_ effects: inout Effects) {
    marks.consumerVanished()
    // Either this load shows that another consumer has left, or the thread that sets the mark then
    // looks at the number without this one.
    if marks.has(.left) { abandonIfUnwanted(&effects) }
  }

  /// Rejects the cell if no consumer wants its outcome and there is work to stop. A consumer that
  /// comes later is too late.
  private func abandonIfUnwanted(_ effects: inout Effects) {
    guard hasWork, marks.abandon(), claimSettling() else { return }
    // Later consumers cause a report of their own.
    marks.set(.handled)
    rejectCancelled(with: origin.abandonment, &effects)
  }

  /// Drops the dead nodes from the list, unless another thread holds it.
  private func prune(_ effects: inout Effects) {
    if let nodes = hold(&effects) { putBack(nodes, &effects) }
  }

  /// Takes hold of the list, and takes the nodes out of it.
  ///
  /// - Returns: the live nodes, newest first, or `nil` if the cell isn't pending or another thread
  ///   holds the list.
  final func hold(_ effects: inout Effects) -> NodeList<Node>? {
    guard var nodes = word.hold() else { return nil }
    marks.forgetDead()
    var living = NodeList<Node>()
    while let node = nodes.popFirst() {
      if node._withUnsafeGuaranteedRef({ $0.link.isKnownWithdrawn }) {
        effects.release(node)
      } else {
        living.append(node)
      }
    }
    return living
  }

  /// Puts nodes back into the list and releases it, or does what other threads have left to the
  /// holder.
  ///
  /// - Parameter nodes: newest first.
  final func putBack(_ nodes: NodeList<Node>, _ effects: inout Effects) {
    // A relay is in no list that its holder doesn't know of, and so is not bound itself.
    _ = word.putBack(nodes)?._withUnsafeGuaranteedRef { $0.word.putBack(nodes) }
    switch word.release() {
    case .released: break
    case .mustDeliver: effects.steps.append(.deliver(self))
    case .mustMove: effects.steps.append(.move(self))
    }
  }
}
