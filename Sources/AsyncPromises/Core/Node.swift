// The entries of a cell's list, and the things that a consumer can wait for.

/// Something that can wait, be waited for, or both: a waiter, an observer, a cell, a producer.
///
/// `link` is one atomic word that records what the node waits for and decides what may deliver to
/// the node or withdraw it.
///
/// `@unchecked Sendable`: every field of a node is atomic, or has an owner determined by the atomic
/// words.
@usableFromInline
package class Node: QueueNode, @unchecked Sendable {
  let link: Link

  init(link: consuming Link) {
    self.link = link
  }

  // MARK: Being waited for

  /// Why a consumer has stopped waiting.
  @usableFromInline
  package enum Reason {
    /// It was cancelled.
    case cancelled
    /// It is a cell, and was settled by something else.
    case settled
    /// It is a waiter or a group, which doesn't own what it waited for.
    case stopped
  }

  /// Called when a consumer has stopped waiting, or has withdrawn just before it would have begun.
  @usableFromInline
  func consumerWithdrew(_ reason: Reason, _ effects: inout Effects) {}

  // MARK: Waiting for a cell

  /// Notifies the node that its source has settled. Called once, by the thread that claimed the
  /// link.
  ///
  /// Does internal work only, and records calls to user code.
  @usableFromInline
  func receive(from source: Cell, _ effects: inout Effects) {}

  /// The same, passing the reference that the link held to the node.
  ///
  /// - Returns: whether the node has been recorded, along with the list's retain on it, because its
  ///   handler is due or it must be resumed.
  func receive(
    from source: Cell, with reference: Unmanaged<Node>, _ effects: inout Effects
  ) -> Bool {
    receive(from: source, &effects)
    reference.release()
    return false
  }

  /// Whether the node wants the outcome: a live consumer keeps its source going.
  var isConsumer: Bool { true }

  /// The node as a cell, if it is a relay and so settles like its source.
  var asRelay: Cell? { nil }

  /// Releases what the node keeps, once it has been notified and has left its list. User code may
  /// run.
  func letGo() {}

  // MARK: The handler's turn

  /// The origin of the promise that records what happens to the node's handler.
  var handlerOrigin: Origin { .none }

  /// Where the handler runs, if the node has one.
  var handlerContext: ExecutionContext? { nil }

  /// Whether the handler starts a task.
  var startsTask: Bool { false }

  /// Runs or skips the handler. Called in the handler's context.
  ///
  /// - Returns: the source that the handler was given. It must be released at the end of the turn,
  ///   because its value is the user's.
  func runHandler(_ effects: inout Effects) -> Unmanaged<Cell>? { nil }

  /// Releases the handler where it ran, once everything that it settled is final. User code may
  /// run.
  func endTurn() {}
}

/// A node that does nothing but wait, and resumes once every state is final.
class WaitingNode: Node, @unchecked Sendable {
  override final func receive(
    from source: Cell, with reference: Unmanaged<Node>, _ effects: inout Effects
  ) -> Bool {
    effects.resume(.passUnretained(self))
    reference.release()
    return true
  }

  /// Resumes the waiter. Called once, if the node was notified.
  func resume() {}
}

/// Something that settles a cell that is in no other cell's list: a group, a timer.
@usableFromInline
class Producer: Node, @unchecked Sendable {
  init() { super.init(link: .detached) }

  /// What the cell waits for, as shown in a report.
  @usableFromInline
  var obstacle: Origin.Obstacle { .inputs }
}
