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
  func consumerWithdrew(_ reason: Reason, _ trampoline: inout Trampoline) {}

  /// Calls `body` with a look at each thing that this waits for in turn. By any thread.
  func forEachUpstream(_ body: (HazardPointer.Find<Upstream>) -> Void) {}
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
  deinit {}

  /// Tells the node that its source has settled. Called by the thread that claimed the link, once.
  ///
  /// Plumbing only: user code is handed to the trampoline.
  @usableFromInline
  func receive(from source: Cell, _ trampoline: inout Trampoline) {}

  /// The same, with the reference that the link held, which goes over to the node.
  ///
  /// - Returns: whether the node stands in a queue of the trampoline's now, with the reference that
  ///   the list held to it: it has a handler to run, or goes on.
  func receive(
    from source: Cell, with reference: Unmanaged<Upstream>, _ trampoline: inout Trampoline
  ) -> Bool {
    receive(from: source, &trampoline)
    Link.release(reference)
    return false
  }

  /// Whether the node is interested in the outcome: a living consumer keeps its source going.
  var isConsumer: Bool { true }

  /// The node, if it is a relay: it settles as its source does.
  var asRelay: Cell? { nil }

  /// The node has been told, and has left its list: it lets go of what it keeps. Code of the user's
  /// may run.
  func letGo() {}

  // MARK: Its turn in a job

  /// The promise that is told of the handler which the node has.
  var handlerOrigin: Origin { .none }

  /// Where the handler runs, if the node waits with one.
  var handlerContext: ExecutionContext? { nil }

  /// Whether the handler runs in the call that makes it due.
  final var runsInline: Bool { handlerContext?.isInline == true }

  /// Runs the handler, or skips it, on its isolation.
  ///
  /// - Returns: the handler, to be let go there when all that it has settled is final.
  func runHandler(_ trampoline: inout Trampoline) -> EndedHandler? { nil }
}

/// A node that does nothing but wait, and goes on when every state is final.
class WaitingNode: Node, @unchecked Sendable {
  override final func receive(
    from source: Cell, with reference: Unmanaged<Upstream>, _ trampoline: inout Trampoline
  ) -> Bool {
    trampoline.resume(.passUnretained(self))
    Link.release(reference)
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
  var obstacle: Record.Obstacle { .inputs }
}
