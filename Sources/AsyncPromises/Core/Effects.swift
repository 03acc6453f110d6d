// The work that follows from transitions. The core only records it, and calls and releases nothing
// itself; `Trampoline` carries it out.
//
// A reference that a transition drops may be the last one to a user's value, error or capture,
// whose `deinit` may do anything and take any amount of time. A task that resumes may use the
// user's executor. So both wait until no list is held.

/// The work that the state transitions of one call or one job leave to be done.
@usableFromInline
package struct Effects {
  // Follow-up work inside the core is done first.
  var moves = Stack<(cell: Cell, mayBeUnwanted: Bool)>()
  var deliveries = Stack<Cell>()
  var withdrawals = Stack<(upstream: Upstream, reason: Upstream.Reason)>()
  /// Nodes whose handlers run on an actor or a queue and are due, each with its retain.
  var due = NodeList<Node>()
  /// Lanes that no job or call serves yet: those of concurrent handlers, and those of inline ones.
  var readyLanes = ReadyLanes()
  var inlineLanes = ReadyLanes()
  /// Calls to user code, or to code that leads to it.
  var calls: [@Sendable () -> Void]?
  var leftovers = Leftovers()

  /// Whether a handler has become due, for a new job or for the current one.
  var isAnyHandlerDue: Bool {
    !due.isEmpty || !readyLanes.isEmpty || !inlineLanes.isEmpty
  }

  /// Whether anything is left to do once every state is final and every handler has its job.
  var isAnythingLeft: Bool {
    calls != nil || !leftovers.isEmpty || !inlineLanes.isEmpty
  }

  /// Records that the call holds the list of the settled `cell` and must deliver from it.
  mutating func deliver(from cell: Cell) { deliveries.push(cell) }

  /// Records that the call holds the lists of the bound `cell` and its relay, and must move the
  /// nodes.
  ///
  /// - Parameter mayBeUnwanted: whether a consumer has left, so that the relay must check for
  ///   others.
  mutating func moveNodes(of cell: Cell, mayBeUnwanted: Bool) { moves.push((cell, mayBeUnwanted)) }

  /// Records that a consumer has withdrawn from `upstream`.
  mutating func tell(_ upstream: Upstream, consumerWas reason: Upstream.Reason) {
    Holding.begins()
    withdrawals.push((upstream, reason))
  }

  /// Records that all consumers of a promise have been delivered to.
  mutating func end(settling origin: Origin) {
    if origin.isTracked { leftovers.settled.append(origin.shared()) }
  }

  /// Queues the handler of a node, whose turn has come.
  ///
  /// A lane keeps handlers in registration order even if some are registered late: while a job has
  /// earlier ones to run, later ones queue behind them.
  ///
  /// - Parameters:
  ///   - node: passed along with a retain.
  ///   - cell: the settled cell that the handler was registered with.
  mutating func enqueue(
    _ node: Unmanaged<Node>, in lane: ExecutionContext.Lane, onLaneOf cell: Cell
  ) {
    node._withUnsafeGuaranteedRef { $0.handlerOrigin }.note(.handlerIsQueued)
    switch lane {
    case .none: due.append(node)
    case .concurrent: if cell.lane.append(node) { readyLanes.append(cell) }
    case .inline: if cell.lane.append(node) { inlineLanes.append(cell) }
    }
  }

  /// Records a call to `body`, which may run user code.
  mutating func callOut(_ body: @escaping @Sendable () -> Void) { calls.append(body) }

  /// Records that a waiting node must be resumed.
  ///
  /// - Parameter node: passed along with the retain that the list held.
  mutating func resume(_ node: Unmanaged<WaitingNode>) { leftovers.resumptions.append(node) }

  /// Records that a node has left its list, and takes over the list's retain.
  mutating func release(_ node: Unmanaged<Node>) { leftovers.nodes.append(node) }

  /// Keeps `object` for now, because the caller is about to drop what may be its last reference.
  mutating func release(_ object: consuming AnyObject) {
    // The same object is often recorded twice in a row.
    if !leftovers.objects.isTop(object) { leftovers.objects.push(object) }
  }
}

/// The work left to do once nothing is held, in this order.
struct Leftovers: @unchecked Sendable {
  /// Tasks to resume, with the retains that the lists had on their nodes.
  var resumptions = NodeList<WaitingNode>()
  /// Nodes that have left a list, with the retains that the list had on them.
  var nodes = NodeList<Node>()
  var objects = Stack<AnyObject>()
  /// The origins of tracked promises whose consumers have all been delivered to.
  var settled: [Origin]?

  var isEmpty: Bool {
    resumptions.isEmpty && nodes.isEmpty && objects.isEmpty && settled == nil
  }

  mutating func add(_ other: consuming Leftovers) {
    resumptions.append(other.resumptions)
    nodes.append(other.nodes)
    while let object = other.objects.pop() { objects.push(object) }
    for origin in other.settled ?? [] { settled.append(origin) }
  }

  mutating func takeResumptions() -> Leftovers {
    var taken = Leftovers()
    taken.resumptions = resumptions.takeAll()
    return taken
  }

  mutating func take() -> Leftovers {
    defer { self = Leftovers() }
    return self
  }
}
