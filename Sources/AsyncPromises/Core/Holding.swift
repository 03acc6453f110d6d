// What the holder of a pending cell's list does: it keeps the roster, prunes the dead, and cancels
// a cell whose last consumer withdrew by cancellation.

/// The nodes that a holder has taken out of the inbox, oldest first. It belongs to the holder.
final class Roster {
  private(set) var consumers = NodeList()
  /// Nodes that watch without being interested in the outcome.
  private var observers = NodeList()
  /// Consumers in the list, and how many of them are known to be dead.
  private var count = 0
  private var dead = 0

  /// Takes over nodes, but for the dead.
  func enlist(_ nodes: consuming NodeList) {
    while let node = nodes.popFirst() { enlist(node) }
  }

  func enlist(_ node: Unmanaged<Node>) {
    if node._withUnsafeGuaranteedRef({ $0.link.isDead }) {
      node.release()
    } else if node._withUnsafeGuaranteedRef({ $0.isConsumer }) {
      consumers.append(node)
      count += 1
    } else {
      observers.append(node)
    }
  }

  /// Drops the dead as soon as they may exceed the living: each departure pays for two nodes.
  func prune(departed: Int) {
    dead += departed
    guard dead * 2 > count else { return }
    let all = consumers.takeAll()
    (count, dead) = (0, 0)
    enlist(all)
  }

  /// Whether a living consumer stands in the list.
  func hasConsumers() -> Bool {
    count -= consumers.dropDead()
    return !consumers.isEmpty
  }

  /// Whether relays stand in the list, and nobody else. Drops the dead.
  func hasRelaysOnly() -> Bool {
    enlist(takeAll())
    var hasOnly = !consumers.isEmpty && observers.isEmpty
    consumers.forEach { hasOnly = hasOnly && $0.asRelay != nil }
    return hasOnly
  }

  /// Marks the failures that the relays in the list will have.
  func markFailures(_ mark: Departures.Mark) {
    consumers.forEach { $0.asRelay?.departures.record(mark) }
  }

  func takeAll() -> NodeList {
    var all = consumers.takeAll()
    all.append(observers.takeAll())
    (count, dead) = (0, 0)
    return all
  }
}

/// The departures from a cell that its holder has not dealt with, and marks that stay.
struct Departures: ~Copyable {
  /// What is known of a cell for good.
  enum Mark: UInt {
    /// The last handle has gone.
    case orphan = 1
    /// The failure, if there is one, has come to a consumer, or nobody misses it.
    case sight = 2
    /// The failure has been shown to the user, and needs not be shown again further down.
    case handling = 6
  }

  private let word = StateWord(0)

  private static var marks: UInt { 7 }
  private static var cancellation: UInt { 8 }
  private static var one: UInt { 16 }

  /// One consumer has gone.
  borrowing func record(byCancellation: Bool) {
    while true {
      let seen = word.load()
      let marked = byCancellation ? seen | Self.cancellation : seen
      if word.exchange(seen, for: marked &+ Self.one) { return }
    }
  }

  /// Hands the departures to the holder.
  borrowing func take() -> (count: Int, byCancellation: Bool) {
    while true {
      let seen = word.load()
      if seen & ~Self.marks == 0 || word.exchange(seen, for: seen & Self.marks) {
        return (Int(seen / Self.one), seen & Self.cancellation != 0)
      }
    }
  }

  borrowing func record(_ mark: Mark) {
    while true {
      let seen = word.load()
      let marked = seen | mark.rawValue
      if seen == marked || word.exchange(seen, for: marked) { return }
    }
  }

  var noHandleIsLeft: Bool { has(.orphan) }
  var failureWasSeen: Bool { has(.sight) }
  var failureWasHandled: Bool { has(.handling) }

  private func has(_ mark: Mark) -> Bool { word.load() & mark.rawValue == mark.rawValue }
}

extension Cell {
  /// A consumer has withdrawn its link from this cell; its node may still stand in the list.
  final func consumerLeft(byCancellation: Bool, _ trampoline: inout Trampoline) {
    var cell = self
    cell.departures.record(byCancellation: byCancellation)
    while true {
      let seen = cell.phase
      switch seen.phase {
      case .settling, .settled:
        // It was there for the failure: nobody misses it.
        if byCancellation { cell.departures.record(.sight) }
        return
      case .following:
        cell = cell.root
        cell.departures.record(byCancellation: byCancellation)
      case .pending where seen.isHeld:
        if cell.state.exchange(seen, for: seen.poked) { return }
      case .pending:
        guard cell.state.exchange(seen, for: CellState(.pending, isHeld: true)) else { continue }
        return cell.tend(inbox: seen.inbox, &trampoline)
      }
    }
  }

  /// Deals with the departures and lets go of the list, or does what was left to its holder.
  ///
  /// The caller holds the list, and has taken `inbox` from it.
  final func tend(inbox: Unmanaged<Node>?, _ trampoline: inout Trampoline) {
    var inbox = inbox
    var mayCancel = false
    while true {
      enlist(NodeList(reversing: inbox))
      inbox = nil
      let left = departures.take()
      roster?.prune(departed: left.count)
      mayCancel = (mayCancel || left.byCancellation) && roster?.hasConsumers() != true
      let seen = phase
      switch seen.phase {
      case .settling:
        failureHasCome(afterCancellation: mayCancel)
        if state.exchange(seen, for: seen.free) { return }
      case .settled:
        failureHasCome(afterCancellation: mayCancel)
        guard state.exchange(seen, for: CellState(.settled, isHeld: true)) else { continue }
        return trampoline.deliver(from: self, inbox: seen.inbox)
      case .following:
        return moveOn(afterCancellation: mayCancel, &trampoline)
      case .pending where mayCancel && seen.inbox == nil:
        // Nobody is left, and nobody can come between this look and the exchange.
        guard state.exchange(seen, for: CellState(.settling, isHeld: true)) else { continue }
        rejectCancelled(&trampoline)
      case .pending where mayCancel || seen.isPoked:
        guard state.exchange(seen, for: CellState(.pending, isHeld: true)) else { continue }
        inbox = seen.inbox
      case .pending:
        if state.exchange(seen, for: seen.free) { return }
      }
    }
  }

  /// Whoever settles was faster than a consumer that was cancelled. That one was there for the
  /// failure, if it is one: nobody misses it.
  private func failureHasCome(afterCancellation: Bool) {
    if departures.take().byCancellation || afterCancellation { departures.record(.sight) }
  }

  /// Sorts nodes into the roster, which begins with the first of the living.
  final func enlist(_ nodes: consuming NodeList) {
    nodes.dropDead()
    guard !nodes.isEmpty else { return }
    let roster = self.roster ?? Roster()
    self.roster = roster
    roster.enlist(nodes)
  }
}
