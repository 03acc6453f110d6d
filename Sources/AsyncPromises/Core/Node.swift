// What stands in the list of a cell, and what a consumer can wait for.

/// What a link can name: a cell, or a producer.
///
/// Swift has one superclass: this class is above `Node`, because a cell is both.
@usableFromInline
package class Upstream: QueueNode, @unchecked Sendable {
  /// Why a consumer waits no more.
  @usableFromInline
  enum Reason {
    /// It was cancelled.
    case cancelled
    /// It is a cell, and was settled by something else.
    case settled
    /// It is a waiter or a group, and owns nothing of what it waited for.
    case stopped
  }

  /// A consumer waits no more, or would have begun to wait a moment later.
  @usableFromInline
  func consumerWithdrew(_ reason: Reason, _ effects: inout Effects) {}
}

/// One consumer of one cell: the base of waiters, of derived promises and of observers.
///
/// `link` says where the node stands and decides, by one atomic word, who may deliver to it or take
/// it away.
///
/// `@unchecked Sendable`: every field of a node is atomic, or belongs to whom the atomic words say.
@usableFromInline
package class Node: Upstream, @unchecked Sendable {
  let link: Link

  init(link: consuming Link) {
    self.link = link
  }

  // Without this, Swift 6.3.1 stops where it inlines the end of a link in the modules of clients.
  @_semantics("optimize.no.crossmodule")
  deinit { link.releaseTask() }

  /// Tells the node that its source has settled. Called by the thread that claimed the link, once.
  ///
  /// Plumbing only: code of the user's is written down.
  @usableFromInline
  func receive(from source: Cell, _ effects: inout Effects) {}

  /// The same, with the reference that the link held, which goes over to the node.
  ///
  /// - Returns: whether the node is written down, with the retain that the list held on it: its
  ///   turn has come, or it goes on.
  func receive(
    from source: Cell, with reference: Unmanaged<Upstream>, _ effects: inout Effects
  ) -> Bool {
    receive(from: source, &effects)
    reference.release()
    return false
  }

  /// Whether the node is interested in the outcome: a living consumer keeps its source going.
  var isConsumer: Bool { true }

  /// The node, if it is a relay: it settles as its source does.
  var asRelay: Cell? { nil }

  /// The node has been told, and has left its list: it lets go of what it keeps. Code of the user's
  /// may run.
  func letGo() {}

  // MARK: Its turn

  /// The promise that is told of the handler which the node has.
  var handlerOrigin: Origin { .none }

  /// Where the handler runs, if the node waits with one.
  var handlerContext: ExecutionContext? { nil }

  /// Runs the handler, or skips it, where it belongs.
  ///
  /// - Returns: the source that it was handed, to be let go when the turn ends: its value is the
  ///   user's.
  func runHandler(_ effects: inout Effects) -> Unmanaged<Cell>? { nil }

  /// All that the handler has settled is final: it is let go, where it ran. Code of the user's may
  /// run.
  func endTurn() {}
}

/// A node that does nothing but wait, and goes on when every state is final.
class WaitingNode: Node, @unchecked Sendable {
  override final func receive(
    from source: Cell, with reference: Unmanaged<Upstream>, _ effects: inout Effects
  ) -> Bool {
    effects.resume(.passUnretained(self))
    reference.release()
    return true
  }

  /// Goes on. Called once, if the node was told.
  func resume() {}
}

/// What settles a cell that has no place in the list of another one: a task, a group, a timer.
@usableFromInline
class Producer: Upstream, @unchecked Sendable {
  /// What the cell waits for, in a report.
  @usableFromInline
  var obstacle: Origin.Obstacle { .inputs }
}
