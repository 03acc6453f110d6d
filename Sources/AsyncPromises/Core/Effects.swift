// What transitions owe. The core writes it down, calls nobody and lets go of nothing; `Trampoline`
// carries it out.
//
// A reference that a transition gives up may be the last one to a value, an error or a capture of
// the user's, whose `deinit` may do anything and take its time; the executor of a task that goes on
// is the user's. So both wait until every list has been put back.

/// What is owed by the transitions of one call, or of one job.
@usableFromInline
package struct Effects {
  // What follows from transitions inside of the core comes first.
  var moves = Stack<(cell: Cell, mayBeUnwanted: Bool)>()
  var deliveries = Stack<Cell>()
  var withdrawals = Stack<(upstream: Upstream, reason: Upstream.Reason)>()
  /// Nodes of actors and queues whose turn has come, with the retains that they wait with.
  var due = NodeList<Node>()
  /// Lanes that nobody serves yet, of handlers that run concurrently, and of inline ones.
  var readyLanes = ReadyLanes()
  var inlineLanes = ReadyLanes()
  /// Code of the user's, or what leads to it.
  var calls: [@Sendable () -> Void]?
  var leftovers = Leftovers()

  /// Whether a handler is to find a job, or the job that it is in.
  var isAnyHandlerDue: Bool {
    !due.isEmpty || !readyLanes.isEmpty || !inlineLanes.isEmpty
  }

  /// Whether anything is to be done when every state is final and every job has been found.
  var isAnythingLeft: Bool {
    calls != nil || !leftovers.isEmpty || !inlineLanes.isEmpty
  }

  /// The call holds the list of the settled `cell`, and delivers from it.
  mutating func deliver(from cell: Cell) { deliveries.push(cell) }

  /// The call holds the lists of the following `cell` and of its relay, and moves the nodes.
  ///
  /// - Parameter mayBeUnwanted: whether a consumer has left, and the relay has to look if any is
  ///   left.
  mutating func moveNodes(of cell: Cell, mayBeUnwanted: Bool) { moves.push((cell, mayBeUnwanted)) }

  /// A consumer has withdrawn from `upstream`.
  mutating func tell(_ upstream: Upstream, consumerWas reason: Upstream.Reason) {
    Holding.begins()
    withdrawals.push((upstream, reason))
  }

  /// All consumers of a promise have been delivered to.
  mutating func end(settling origin: Origin) {
    if origin.isTracked { leftovers.settled.append(origin.shared()) }
  }

  /// The turn of a node has come.
  ///
  /// A lane keeps handlers in the order of registration when some of them come late: as long as a
  /// job has elders to run, younger ones queue up behind them.
  ///
  /// - Parameters:
  ///   - node: goes over with a retain of its own.
  ///   - cell: the settled cell that its handler was given to.
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

  /// Calls `body`, which may run code of the user's.
  mutating func callOut(_ body: @escaping @Sendable () -> Void) { calls.append(body) }

  /// A waiting node goes on.
  ///
  /// - Parameter node: goes over with the retain that the list held.
  mutating func resume(_ node: Unmanaged<WaitingNode>) { leftovers.resumptions.append(node) }

  /// A node has left its list, whose retain goes over.
  mutating func release(_ node: Unmanaged<Node>) { leftovers.nodes.append(node) }

  /// The caller is about to give up what may be the last reference to `object`.
  mutating func release(_ object: AnyObject) {
    // What is delivered to is often told as well.
    if !leftovers.objects.isTop(object) { leftovers.objects.push(object) }
  }
}

/// What is left to do when nothing is held, in this order.
struct Leftovers: @unchecked Sendable {
  /// Tasks that go on, with the retains that the lists had on their nodes.
  var resumptions = NodeList<WaitingNode>()
  /// Nodes that have left a list, with the retains that the list had on them.
  var nodes = NodeList<Node>()
  var objects = Stack<AnyObject>()
  /// The origins of promises that are tracked, whose consumers have all been delivered to.
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
