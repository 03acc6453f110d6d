// Handlers that wait for their turn.

/// A handler whose turn has come, and which has to be run.
@usableFromInline
package struct DueHandler: @unchecked Sendable {
  /// Passed along with a retain.
  let node: Unmanaged<Node>

  /// What runs it at the end of the call, unless a job does.
  package var whenDone: WhenDone? {
    guard case .whenDone(let own)? = node._withUnsafeGuaranteedRef({ $0.handlerContext }) else {
      return nil
    }
    return own
  }
}

/// The handlers that a job or a call runs: those of an actor or a queue one by one, and the others
/// by the lane of the cell that they were registered with. One lane is emptied before the next one
/// is begun.
@usableFromInline
package struct DueHandlers {
  /// The cell whose lane is being served.
  private var current: Cell?
  /// Handlers taken from that lane, or added one by one.
  private var handlers = NodeList<Node>()
  private var lanes = Queue<Cell>()

  package init() {}

  /// - Parameter lanes: cells whose lanes have a handler.
  init(lanes: consuming Queue<Cell>) { self.lanes = lanes }

  /// The handlers of an actor, none of which waits in a lane.
  init(ring last: Unmanaged<Node>) { handlers = NodeList(ring: last) }

  /// Gives up the handlers of an actor as one pointer.
  var ring: Unmanaged<Node>? { handlers.ring }

  var isEmpty: Bool { handlers.isEmpty && current == nil && lanes.isEmpty }

  /// Adds a handler that waits in no lane, and takes over the caller's retain on its node.
  mutating func append(_ node: Unmanaged<Node>) { handlers.append(node) }

  /// Adds the handlers of another job. None of them waits in a lane.
  mutating func append(_ other: DueHandlers) { handlers.append(other.handlers) }

  /// Adds a lane from which no handler has been taken.
  package mutating func append(lane cell: Cell) { lanes.append(cell) }

  /// Makes the handler that was taken last the next one again, if it belongs to another test, or
  /// starts a task and the job doesn't run in one.
  ///
  /// - Returns: whether that is so.
  @inline(__always)
  mutating func takesBack(_ handler: DueHandler, isInTask: Bool) -> Bool {
    guard
      handler.node._withUnsafeGuaranteedRef({
        $0.handlerOrigin.isElsewhere || !isInTask && $0.startsTask
      })
    else { return false }
    putBack(handler)
    return true
  }

  /// Makes the handler that was taken last the next one again.
  package mutating func putBack(_ handler: DueHandler) {
    let rest = handlers.takeAll()
    handlers.append(handler.node)
    handlers.append(rest)
  }

  /// The origin of the promise that the next handler derives, if the handler waits in no lane, or
  /// else of the promise that it waits for.
  var nextOrigin: Origin {
    if let node = handlers.first { return node._withUnsafeGuaranteedRef { $0.handlerOrigin } }
    return (current ?? lanes.next)?.origin ?? .none
  }

  /// Whether the next handler waits in no lane, and starts a task.
  var startWithTask: Bool { handlers.first?._withUnsafeGuaranteedRef { $0.startsTask } == true }

  /// Gives up the lanes that have not been served.
  mutating func takeLanes() -> Queue<Cell> { lanes.takeAll() }

  mutating func takeAll() -> DueHandlers {
    defer { self = DueHandlers() }
    return self
  }

  /// Returns the next handler, or `nil` once all lanes are empty and no longer served.
  ///
  /// - Parameter served: receives the cell whose lane has been emptied. The caller releases it once
  ///   the handlers can be used again, because that may free the user's objects.
  package mutating func pop(_ served: inout Cell?) -> DueHandler? {
    while true {
      if let node = handlers.popFirst() { return DueHandler(node: node) }
      if let more = current?.lane.takeAll() {
        handlers = more
      } else {
        // The next lane has a handler, or it wouldn't be ready, so this happens once per call.
        served = current.take()
        current = lanes.pop()
        if current == nil { return nil }
      }
    }
  }
}
