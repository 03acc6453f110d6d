// Handlers that have become due, and the jobs that run them, one after the other.

/// The handlers that a trampoline has found to be due.
///
/// Nonisolated ones wait on the lane of a settled cell. The lane is what keeps them in the order of
/// registration when some of them come late: as long as a job has elders to run, younger ones queue
/// up behind them.
struct HandlerJobs {
  fileprivate var readyLanes = ReadyLanes()
  /// Lanes of inline handlers that the call runs, or the loop that it is made in.
  var inlineLanes = ReadyLanes()
  /// Handlers of the actor that the job runs on.
  private var ownActor = NodeList<Node>()
  private var jobsByActor: [(actor: any Actor, handlers: NodeList<Node>)]?
  /// Handlers of queues, each of which is a job.
  private var onQueues = NodeList<Node>()

  /// Queues a handler up.
  ///
  /// - Parameter node: goes over to the queue with the retain that the caller holds.
  mutating func add(_ node: Unmanaged<Node>, by context: Trampoline.Context) {
    let (place, cell) = node._withUnsafeGuaranteedRef { ($0.handlerContext, $0.laneOwner) }
    switch place {
    case .actor(let actor): return add(node, on: actor, in: context)
    case .queue: return onQueues.append(node)
    case .concurrent, .inline, nil: break
    }
    guard let cell else { preconditionFailure("A handler of no actor or queue waits in a lane.") }
    guard cell.lane.append(node) else { return }
    switch (place, context) {
    case (.inline, .caller), (.inline, .actor), (.inline, .inline): inlineLanes.append(cell)
    case (_, _): readyLanes.append(cell)
    }
  }

  private mutating func add(
    _ node: Unmanaged<Node>, on actor: any Actor, in context: Trampoline.Context
  ) {
    if case .actor(let own) = context, own === actor { return ownActor.append(node) }
    if let index = jobsByActor?.firstIndex(where: { $0.actor === actor }) {
      jobsByActor?[index].handlers.append(node)
      return
    }
    var handlers = NodeList<Node>()
    handlers.append(node)
    jobsByActor.append((actor, handlers))
  }

  /// Whether there are handlers that can't run in this context.
  func isAnyToStart(in context: Trampoline.Context) -> Bool {
    if !onQueues.isEmpty || jobsByActor != nil { return true }
    if case .global = context { return false }
    return !readyLanes.isEmpty
  }

  /// Starts jobs for the handlers that can't run in this context.
  ///
  /// - Parameter effects: take the actors, whose jobs may end before this call does.
  mutating func start(in context: Trampoline.Context, _ effects: inout Effects) {
    if case .global = context {
    } else if !readyLanes.isEmpty {
      Tasks.start(Job(lanes: readyLanes))
      readyLanes = ReadyLanes()
    }
    while let node = onQueues.popFirst() {
      let job = Job(handler: node)
      if case .queue(let queue) = node._withUnsafeGuaranteedRef({ $0.handlerContext }) {
        queue.enqueue { job.run() }
      }
    }
    guard let due = jobsByActor.take() else { return }
    for (actor, handlers) in due {
      let job = Job(handlers: handlers)
      Tasks.start(on: actor) { job.run(on: actor) }
      effects.release(actor)
    }
  }

  /// What a job takes along. It owns the retains in its lists.
  struct Job: @unchecked Sendable {
    var lanes = ReadyLanes()
    var handlers = NodeList<Node>()

    init(lanes: ReadyLanes) { self.lanes = lanes }

    init(handlers: NodeList<Node>) { self.handlers = handlers }

    init(handler: Unmanaged<Node>) { handlers.append(handler) }

    /// After so many handlers in a row a job lets other tasks have the thread.
    static let turn = 4_096

    /// Runs nonisolated handlers, and those that become due thereby, until none is left.
    nonisolated(nonsending) func runGlobally() async {
      var trampoline = Trampoline(in: .global)
      trampoline.jobs.readyLanes = lanes
      while !trampoline.runLanes(atMost: Job.turn) { await Task.yield() }
    }

    /// Runs a handler on its queue.
    func run() {
      var trampoline = Trampoline(in: .caller)
      var handlers = handlers
      while let node = handlers.popFirst() { trampoline.run(node) }
    }

    /// Runs the handlers that were formed in `actor`, and those that become due thereby.
    func run(on actor: any Actor) {
      var trampoline = Trampoline(in: .actor(actor))
      trampoline.jobs.ownActor = handlers
      while let node = trampoline.jobs.ownActor.popFirst() { trampoline.run(node) }
    }
  }
}

extension Trampoline {
  /// - Returns: whether no handler is left.
  fileprivate mutating func runLanes(atMost limit: Int) -> Bool {
    for _ in 0..<limit {
      var served: Cell?
      guard let node = jobs.readyLanes.popHandler(&served) else { return true }
      served = nil
      run(node)
    }
    return false
  }
}

/// Cells whose lanes a job or a loop serves, in order: the lane of one cell until that is empty,
/// then that of the next.
///
/// Most calls make one lane ready at a time: the first that waits has a place of its own.
struct ReadyLanes {
  /// The cell whose lane has its turn, and what was taken from that.
  private var current: Cell?
  private var handlers = NodeList<Node>()
  private var first: Cell?
  private var rest: [Cell?]?
  private var start = 0

  /// Whether none is left that waits for its turn.
  var isEmpty: Bool { first == nil }

  mutating func append(_ cell: Cell) {
    if first == nil { first = cell } else { rest.append(cell) }
  }

  /// Takes over lanes from which nothing has been taken.
  mutating func append(_ lanes: consuming ReadyLanes) {
    while let cell = lanes.popFirst() { append(cell) }
  }

  /// The next handler. When there is none, the lanes are no longer served.
  ///
  /// - Parameter served: takes the cell whose lane has had its turn. The caller lets go of it when
  ///   the lanes can be used again: that may free what is the user's.
  mutating func popHandler(_ served: inout Cell?) -> Unmanaged<Node>? {
    while true {
      if let node = handlers.popFirst() { return node }
      if let more = current?.lane.takeAll() {
        handlers = more
      } else {
        // The next lane has a handler, or it would not be ready: this happens once in a call.
        served = current.take()
        current = popFirst()
        if current == nil { return nil }
      }
    }
  }

  /// Gives up the lane that has its turn, and what was taken from it.
  ///
  /// - Parameter node: was taken last, and comes first again.
  mutating func giveUpCurrent(from node: Unmanaged<Node>) -> ReadyLanes {
    var lane = ReadyLanes()
    lane.current = current.take()
    lane.handlers.append(node)
    lane.handlers.append(handlers.takeAll())
    return lane
  }

  private mutating func popFirst() -> Cell? {
    guard let cell = first.take() else { return nil }
    let count = rest?.count ?? 0
    guard start < count else { return cell }
    first = rest?[start].take()
    start += 1
    // What has had its turn is let go in bulk: each cell is moved once, on average.
    if start * 2 > count {
      rest?.removeFirst(start)
      start = 0
    }
    return cell
  }
}
