// Interest: a pending cell prunes consumers that have withdrawn. When the last one has left,
// because it was cancelled or settled by something else, the cell is abandoned, if there is work to
// stop.

/// The nodes that a holder has taken out of the inbox, oldest first. It belongs to the holder.
final class ConsumerList {
  private var interested = NodeList<Node>()
  /// Nodes that watch without being interested in the outcome.
  private var observers = NodeList<Node>()
  /// Consumers in the list, and how many of them are known to be dead.
  private var count = 0
  private var dead = 0

  /// Takes over a node, unless it is dead.
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

  /// Drops the dead as soon as they may exceed the living: each withdrawal pays for two nodes.
  ///
  /// - Parameter withdrawn: how many consumers have withdrawn since the last call.
  /// - Returns: after how many more it is worth while to ask again.
  func prune(withdrawn: Int, _ effects: inout Effects) -> Int {
    dead += withdrawn
    if dead * 2 > count {
      var all = interested.takeAll()
      (count, dead) = (0, 0)
      while let node = all.popFirst() { enlist(node, &effects) }
    }
    return count / 2 - dead
  }

  /// Whether a living consumer stands in the list.
  func hasConsumers(_ effects: inout Effects) -> Bool {
    while let dead = interested.popFirst(where: { $0.link.isDead }) {
      count -= 1
      effects.release(dead)
    }
    return !interested.isEmpty
  }

  /// How many living consumers stand in the list.
  var consumerCount: Int {
    var living = 0
    interested.forEach { if !$0.link.isDead { living += 1 } }
    return living
  }

  /// Whether relays stand in the list, and nothing else. Drops the dead.
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
  /// A consumer has withdrawn its link from this cell; its node may still stand in the list.
  ///
  /// A waiter that stopped leaves the list alone, unless it is worth pruning. Anything else makes
  /// the cell ask itself if it is still wanted.
  final func serviceList(after reason: Reason, _ effects: inout Effects) {
    let mayBeUnwanted = reason != .stopped
    var cell = self
    while cell.marks.countWithdrawal() || mayBeUnwanted {
      switch cell.word.hold(needsAttention: mayBeUnwanted) {
      case .settled, .busy: return
      case .held(let inbox):
        return cell.serviceList(inbox: inbox, mayBeUnwanted: mayBeUnwanted, &effects)
      case .following(let relay):
        // SAFETY: a following word is final and retains its relay; `cell` is retained here.
        cell = relay.takeUnretainedValue()
      }
    }
  }

  /// Sorts the list and lets go of it, or does what was left to its holder.
  ///
  /// The caller holds the list, and has taken `inbox` from it.
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

  /// Rejects the cell that everybody has left, for the winner of the claim.
  final func rejectAbandoned(_ effects: inout Effects) {
    if isForeign { return rejectCancelled(&effects) }
    marks.set(.abandoned)
    // Who comes later is told by a report of its own.
    marks.set(.handled)
    rejectCancelled(with: origin.abandonment, &effects)
  }

  /// Whether a living consumer waits for this pending cell. Where another thread holds the list,
  /// one may.
  final func hasConsumers(_ effects: inout Effects) -> Bool {
    lookAtConsumers(&effects) { $0?.hasConsumers(&$1) == true } ?? true
  }

  /// How many consumers wait for this pending cell. Those that come or go while another thread
  /// holds the list are not seen.
  final func countConsumers(_ effects: inout Effects) -> Int {
    lookAtConsumers(&effects) { list, _ in list?.consumerCount ?? 0 } ?? 0
  }

  /// - Returns: what `look` answers of the sorted list, or `nil` where the cell is not pending, or
  ///   another thread holds it.
  private func lookAtConsumers<R>(
    _ effects: inout Effects, _ look: (ConsumerList?, inout Effects) -> R
  ) -> R? {
    guard case .held(let inbox) = word.hold(needsAttention: false) else { return nil }
    sort(NodeList(reversing: inbox), &effects)
    let answer = look(consumers, &effects)
    serviceList(inbox: nil, mayBeUnwanted: false, &effects)
    return answer
  }

  /// Sorts nodes into the list of consumers, but for the dead. Whatever becomes of a consumer, it
  /// was attached: the failure that the cell may have is no longer its own.
  final func sort(_ nodes: consuming NodeList<Node>, _ effects: inout Effects) {
    var hasConsumer = false
    while let node = nodes.popFirst() {
      hasConsumer = hasConsumer || node._withUnsafeGuaranteedRef { $0.isConsumer }
      if consumers == nil {
        // Where nothing else stands in the list, a dead node is not worth a list.
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
