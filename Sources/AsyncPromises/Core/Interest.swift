// Interest: whether any consumer still wants the outcome. A pending cell prunes consumers that have
// withdrawn. When the last one leaves because it was cancelled or settled by something else, the
// cell is abandoned if there is work to stop.

/// The nodes that a holder has taken out of the inbox, oldest first. The list belongs to the
/// holder.
final class ConsumerList {
  private var interested = NodeList<Node>()
  /// Nodes that only watch, and don't keep the source going.
  private var observers = NodeList<Node>()
  /// The number of consumers in the list, and how many of them are known to be dead.
  private var count = 0
  private var dead = 0

  /// Takes over a node unless it is dead.
  func enlist(_ node: Unmanaged<Node>, _ effects: inout Effects) {
    if node._withUnsafeGuaranteedRef({ $0.link.isDead }) {
      effects.release(node)
    } else if node._withUnsafeGuaranteedRef({ $0.isConsumer }) {
      interested.append(node)
      count += 1
    } else {
      observers.append(node)
    }
  }

  /// Drops dead nodes once they may outnumber the live ones, so that each withdrawal pays for two
  /// nodes.
  ///
  /// - Parameter withdrawn: how many consumers have withdrawn since the last call.
  /// - Returns: how many more withdrawals make another call worthwhile.
  func prune(withdrawn: Int, _ effects: inout Effects) -> Int {
    dead += withdrawn
    if dead * 2 > count {
      var all = interested.takeAll()
      (count, dead) = (0, 0)
      while let node = all.popFirst() { enlist(node, &effects) }
    }
    return count / 2 - dead
  }

  /// Whether the list has a live consumer.
  func hasConsumers(_ effects: inout Effects) -> Bool {
    while let dead = interested.popFirst(where: { $0.link.isDead }) {
      count -= 1
      effects.release(dead)
    }
    return !interested.isEmpty
  }

  /// The number of live consumers in the list.
  var consumerCount: Int {
    var living = 0
    interested.forEach { if !$0.link.isDead { living += 1 } }
    return living
  }

  /// Whether the list contains relays and nothing else. Drops dead nodes.
  func hasRelaysOnly(_ effects: inout Effects) -> Bool {
    _ = prune(withdrawn: count, &effects)
    return !interested.isEmpty && observers.isEmpty && interested.allSatisfy { $0.asRelay != nil }
  }

  /// Calls `body` for each relay in the list.
  func forEachRelay(_ body: (Cell) -> Void) {
    interested.forEach { $0.asRelay.map(body) }
  }

  deinit {
    interested.releaseAll()
    observers.releaseAll()
  }

  func takeAll() -> NodeList<Node> {
    var all = interested.takeAll()
    all.append(observers.takeAll())
    (count, dead) = (0, 0)
    return all
  }
}

extension Cell {
  /// Reacts to a consumer that has withdrawn its link from this cell. Its node may still be in the
  /// list.
  ///
  /// If a waiter stopped, the list is left alone unless it is worth pruning. For any other reason,
  /// the cell checks whether it is still wanted.
  final func serviceList(after reason: Reason, _ effects: inout Effects) {
    let mayBeUnwanted = reason != .stopped
    var cell = self
    while cell.marks.countWithdrawal() || mayBeUnwanted {
      switch cell.word.hold(needsAttention: mayBeUnwanted) {
      case .settled, .busy: return
      case .held(let inbox):
        return cell.serviceList(inbox: inbox, mayBeUnwanted: mayBeUnwanted, &effects)
      case .following(let relay):
        // SAFETY: the following state is final and retains its relay; `cell` is retained here.
        cell = relay.takeUnretainedValue()
      }
    }
  }

  /// Sorts the list and releases it, or does the work that other threads left to the holder.
  ///
  /// The caller holds the list and has taken `inbox` from it.
  final func serviceList(
    inbox: Unmanaged<Node>?, mayBeUnwanted: Bool, _ effects: inout Effects
  ) {
    var inbox = inbox
    var isUnwanted = mayBeUnwanted
    while true {
      sort(NodeList(reversing: inbox), &effects)
      inbox = nil
      let withdrawn = marks.takeWithdrawals()
      marks.wait(forWithdrawals: consumers?.prune(withdrawn: withdrawn, &effects) ?? 0)
      isUnwanted = isUnwanted && consumers?.hasConsumers(&effects) != true
      switch word.release(isUnwanted: isUnwanted && hasWork) {
      case .released:
        return
      case .claimed:
        rejectAbandoned(&effects)
      case .mustService(let newcomers, let needsAttention):
        inbox = newcomers
        isUnwanted = isUnwanted || needsAttention
      case .mustDeliver:
        return effects.deliver(from: self)
      case .mustMove(let needsAttention):
        return effects.moveNodes(of: self, mayBeUnwanted: isUnwanted || needsAttention)
      }
    }
  }

  /// Rejects this cell, which all consumers have left. Called by the winner of the claim.
  final func rejectAbandoned(_ effects: inout Effects) {
    if isForeign { return rejectCancelled(&effects) }
    marks.set(.abandoned)
    // Later consumers cause a report of their own.
    marks.set(.handled)
    rejectCancelled(with: origin.abandonment, &effects)
  }

  /// Whether a live consumer waits for this cell. Also `true` if the cell isn't pending, or if
  /// another thread holds the list and the answer can't be known.
  final func hasConsumers(_ effects: inout Effects) -> Bool {
    lookAtConsumers(&effects) { $0?.hasConsumers(&$1) == true } ?? true
  }

  /// Returns how many consumers wait for this cell, or 0 if the cell isn't pending or another
  /// thread holds the list.
  final func countConsumers(_ effects: inout Effects) -> Int {
    lookAtConsumers(&effects) { list, _ in list?.consumerCount ?? 0 } ?? 0
  }

  /// - Returns: the result of `look` for the sorted list, or `nil` if the cell is not pending or
  ///   another thread holds the list.
  private func lookAtConsumers<R>(
    _ effects: inout Effects, _ look: (ConsumerList?, inout Effects) -> R
  ) -> R? {
    guard case .held(let inbox) = word.hold(needsAttention: false) else { return nil }
    sort(NodeList(reversing: inbox), &effects)
    let answer = look(consumers, &effects)
    serviceList(inbox: nil, mayBeUnwanted: false, &effects)
    return answer
  }

  /// Sorts nodes into the consumer list, except for dead ones. Even a dead consumer was attached,
  /// so the cell no longer has to report its failure.
  final func sort(_ nodes: consuming NodeList<Node>, _ effects: inout Effects) {
    var hasConsumer = false
    while let node = nodes.popFirst() {
      hasConsumer = hasConsumer || node._withUnsafeGuaranteedRef { $0.isConsumer }
      if consumers == nil {
        // A dead node is not worth creating a list for.
        if node._withUnsafeGuaranteedRef({ $0.link.isDead }) {
          effects.release(node)
          continue
        }
        consumers = ConsumerList()
      }
      consumers?.enlist(node, &effects)
    }
    if hasConsumer { marks.set(.seen) }
  }
}
