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

  /// Queues a handler up.
  ///
  /// - Parameters:
  ///   - node: goes over to the queue with the retain that the caller holds.
  ///   - cell: the settled cell that it was given to.
  mutating func add(
    _ node: Unmanaged<Node>, in place: ExecutionContext, onLaneOf cell: Cell,
    by context: Trampoline.Context
  ) {
    switch place {
    case .actor(let actor): add(node, on: actor, in: context)
    case .queue(let queue):
      let job = Job(handler: node)
      queue.enqueue { job.run() }
    case .concurrent: if cell.lane.append(node) { readyLanes.append(cell) }
    case .inline:
      guard cell.lane.append(node) else { return }
      switch context {
      case .plumbing, .global: readyLanes.append(cell)
      case .caller, .actor, .inline: inlineLanes.append(cell)
      }
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

  /// Starts jobs for the handlers that can't run in this context.
  mutating func start(in context: Trampoline.Context) {
    if case .global = context {
    } else if !readyLanes.isEmpty {
      let job = Job(lanes: readyLanes)
      readyLanes = ReadyLanes()
      Tasks.start(job)
    }
    guard let due = jobsByActor.take() else { return }
    for (actor, handlers) in due {
      let job = Job(handlers: handlers)
      Tasks.start(on: actor, priority: Tasks.handlerPriority) { job.run(on: actor) }
    }
  }

  /// Starts a job for the rest of a lane, of which the caller has taken `handlers`.
  func start(_ handlers: consuming NodeList<Node>, onLaneOf cell: Cell) {
    var job = Job(handlers: handlers)
    job.lanes.append(cell)
    Tasks.start(job)
  }

  /// What a job takes along. It owns the retains in its lists.
  struct Job: @unchecked Sendable {
    var lanes = ReadyLanes()
    var handlers = NodeList<Node>()

    init(lanes: ReadyLanes) { self.lanes = lanes }

    init(handlers: NodeList<Node>) { self.handlers = handlers }

    init(handler: Unmanaged<Node>) { handlers.append(handler) }

    /// After so many handlers in a row a job lets other tasks have the thread.
    static let turn = 65_536

    /// Runs nonisolated handlers, and those that become due thereby, until none is left: first what
    /// was taken from a lane, then what waits in the lanes.
    nonisolated(nonsending) func runGlobally() async {
      var trampoline = Trampoline(in: .global)
      trampoline.jobs.readyLanes = lanes
      var handlers = handlers
      while let node = handlers.popFirst() { trampoline.run(node) }
      while trampoline.runLanes(atMost: Job.turn) { await Task.yield() }
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
  /// - Returns: whether handlers are left.
  fileprivate mutating func runLanes(atMost limit: Int) -> Bool {
    var count = 0
    while let cell = jobs.readyLanes.popFirst() {
      while var handlers = cell.lane.takeAll() {
        while let node = handlers.popFirst() {
          run(node)
          count += 1
        }
      }
      if count >= limit { return !jobs.readyLanes.isEmpty }
    }
    return false
  }
}

/// Cells whose lanes a job or a loop serves, in order.
///
/// Most calls make one lane ready at a time: the first has a place of its own.
struct ReadyLanes {
  private var first: Cell?
  private var rest: [Cell]?
  private var start = 0

  var isEmpty: Bool { first == nil }

  mutating func append(_ cell: Cell) {
    if first == nil { first = cell } else { rest.append(cell) }
  }

  mutating func popFirst() -> Cell? {
    guard let cell = first.take() else { return nil }
    let count = rest?.count ?? 0
    guard start < count else { return cell }
    first = rest?[start]
    start += 1
    // What has had its turn is let go in bulk: each cell is moved once, on average.
    if start * 2 > count {
      rest?.removeFirst(start)
      start = 0
    }
    return cell
  }
}
