// The work that follows from transitions. The core only records it, and calls and releases nothing
// itself; `Trampoline` carries it out.
//
// A reference that a transition drops may be the last one to a user's value, error or capture,
// whose `deinit` may do anything and take any amount of time. A task that resumes may use the
// user's executor. So both wait until no list is held.

/// The work that the state transitions of one call or one job leave to be done.
@usableFromInline
package struct Effects {
  /// Follow-up work inside the core, which is done first. An outcome reaches everything downstream
  /// before anything upstream is notified.
  var steps = Queue<Step>()
  /// Deliveries and steps to return to when all that they led to is done. The latest is last.
  var postponed: [Postponed] = []
  var withdrawals = Queue<(upstream: Node, reason: Node.Reason)>()
  /// Nodes whose handlers run on an actor or a queue and are due, each with its retain.
  var due = NodeList<Node>()
  /// The handlers that the job runs, or that need a job.
  var ready: DueHandlers
  /// What runs the handlers in `lanes` at the end of the call.
  var whenDone: WhenDone?
  var lanes = Queue<Cell>()
  var leftovers = Leftovers()

  init(_ ready: consuming DueHandlers = DueHandlers()) { self.ready = ready }

  enum Postponed {
    case steps(Queue<Step>)
    /// The call holds the list of the settled cell, and has taken these nodes out of it.
    case nodes(NodeList<Node>, of: Cell)
  }

  enum Step {
    /// The call holds the list of the settled cell and must deliver from it.
    case deliver(Cell)
    /// The call holds the list of the bound cell and must move the nodes to its relay.
    case move(Cell)
  }

  /// Records that a consumer has withdrawn from `upstream`.
  mutating func tell(_ upstream: Node, consumerWas reason: Node.Reason) {
    Holding.begins()
    withdrawals.append((upstream, reason))
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
  mutating func enqueue(_ node: Unmanaged<Node>, hasLane: Bool, onLaneOf cell: Cell) {
    node._withUnsafeGuaranteedRef { $0.handlerOrigin }.record?.handlerIsQueued()
    guard hasLane else { return due.append(node) }
    let whenDone = DueHandler(node: node).whenDone
    guard cell.lane.append(node) else { return }
    guard let whenDone else { return ready.append(lane: cell) }
    self.whenDone = whenDone
    lanes.append(cell)
  }

  /// Records a call to `body`, which may run user code.
  mutating func callOut(_ body: @escaping @Sendable () -> Void) {
    leftovers.hasCalls = true
    leftovers.rest.append(.call(body))
  }

  /// Records a call that stops work, during which cancellation handlers run.
  mutating func stop(_ body: @escaping @Sendable () -> Void) {
    stopsWork()
    callOut(body)
  }

  /// Records that work is being stopped. Its owner may run user code when it is released.
  mutating func stopsWork() { leftovers.stopsWork = true }

  /// Records that a waiting node must be resumed.
  ///
  /// - Parameter node: passed along with the retain that the list held.
  mutating func resume(_ node: Unmanaged<WaitingNode>) { leftovers.resumptions.append(node) }

  /// Records that a node has left its list, and takes over the list's retain.
  mutating func release(_ node: Unmanaged<Node>) { leftovers.nodes.append(node) }

  /// Keeps `object` for now, because the caller is about to drop what may be its last reference.
  mutating func release(_ object: consuming AnyObject) { leftovers.append(object) }
}

/// The work left to do once nothing is held, in this order.
struct Leftovers: @unchecked Sendable {
  /// Tasks to resume, with the retains that the lists had on their nodes.
  var resumptions = NodeList<WaitingNode>()
  /// Nodes that have left a list, with the retains that the list had on them.
  var nodes = NodeList<Node>()
  /// The first object to release, if it comes before all calls. Thanks to it, a promise that
  /// leaves a group needs no space in `rest`.
  var object: AnyObject?
  var rest = Queue<Leftover>()
  var hasCalls = false
  /// Whether anything here stops work. Only a call that cancels does that on its own stack.
  var stopsWork = false
  /// The origins of tracked promises whose consumers have all been delivered to.
  var settled = Queue<Origin>()

  enum Leftover {
    case object(AnyObject)
    /// A call to user code, or to code that leads to it.
    case call(@Sendable () -> Void)
  }

  var isEmpty: Bool { resumptions.isEmpty && !isAnyToFinish && settled.isEmpty }

  /// Whether there is anything during which user code may run.
  var isAnyToFinish: Bool { !nodes.isEmpty || object != nil || !rest.isEmpty }

  mutating func append(_ object: consuming AnyObject) {
    guard self.object != nil || !rest.isEmpty else { return self.object = object }
    rest.append(.object(object))
  }

  mutating func add(_ other: consuming Leftovers) {
    resumptions.append(other.resumptions)
    nodes.append(other.nodes)
    if let object = other.object { append(object) }
    while let next = other.rest.pop() { rest.append(next) }
    while let origin = other.settled.pop() { settled.append(origin) }
  }

  mutating func take() -> Leftovers {
    defer { self = Leftovers() }
    return self
  }
}
