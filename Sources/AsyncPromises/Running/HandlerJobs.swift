// Handlers that have become due, and the jobs that run them, one after the other.

/// The handlers that a trampoline has found to be due.
///
/// Nonisolated ones wait on the lane of a settled cell. The lane is what keeps them in the order of
/// registration when some of them come late: as long as a job has elders to run, younger ones queue
/// up behind them.
struct HandlerJobs {
  fileprivate var readyLanes = ReadyLanes()
  /// Handlers of the actor that the job runs on.
  private var ownActor = NodeList<Node>()
  private var jobsByActor: [(actor: any Actor, handlers: NodeList<Node>)] = []

  /// Queues a handler up.
  ///
  /// - Parameter cell: the settled cell that it was given to.
  mutating func add(
    _ node: Node, on isolation: (any Actor)?, onLaneOf cell: Cell, in context: Trampoline.Context
  ) {
    if let isolation {
      add(Unmanaged.passRetained(node), on: isolation, in: context)
    } else if cell.lane.append(node) {
      readyLanes.append(cell)
    }
  }

  private mutating func add(
    _ node: Unmanaged<Node>, on actor: any Actor, in context: Trampoline.Context
  ) {
    if case .actor(let own) = context, own === actor { return ownActor.append(node) }
    if let index = jobsByActor.firstIndex(where: { $0.actor === actor }) {
      return jobsByActor[index].handlers.append(node)
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
      Tasks.start(on: nil, priority: Tasks.handlerPriority) { await job.runGlobally() }
    }
    guard !jobsByActor.isEmpty else { return }
    for (actor, handlers) in jobsByActor {
      let job = Job(handlers: handlers)
      Tasks.start(on: actor, priority: Tasks.handlerPriority) { job.run(on: actor) }
    }
    jobsByActor = []
  }

  /// What a job takes along. It owns the retains in its lists.
  private struct Job: @unchecked Sendable {
    var lanes = ReadyLanes()
    var handlers = NodeList<Node>()

    /// After so many handlers in a row a job lets other tasks have the thread.
    static let turn = 65_536

    /// Runs nonisolated handlers, and those that become due thereby, until none is left.
    nonisolated(nonsending) func runGlobally() async {
      var trampoline = Trampoline(in: .global)
      trampoline.jobs.readyLanes = lanes
      while trampoline.runLanes(atMost: Job.turn) { await Task.yield() }
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

/// Cells whose lanes a job serves, in order.
///
/// Most calls make one lane ready at a time: the first has a place of its own.
struct ReadyLanes {
  private var first: Cell?
  private var rest: [Cell] = []
  private var start = 0

  var isEmpty: Bool { first == nil }

  mutating func append(_ cell: Cell) {
    if first == nil { first = cell } else { rest.append(cell) }
  }

  mutating func popFirst() -> Cell? {
    guard let cell = first.take() else { return nil }
    guard start < rest.count else { return cell }
    first = rest[start]
    start += 1
    // What has had its turn is let go in bulk: each cell is moved once, on average.
    if start * 2 > rest.count {
      rest.removeFirst(start)
      start = 0
    }
    return cell
  }
}
