// Handlers that have become due, and the jobs that run them, one after the other.

/// The handlers that a trampoline has found to be due, except those that wait in a lane.
struct HandlerJobs {
  /// Handlers of the actor that the job runs on.
  var ownActor = NodeList<Node>()
  private var jobsByActor: [(actor: any Actor, handlers: NodeList<Node>)]?
  /// Handlers that run on queues, each in a separate job.
  private var onQueues = NodeList<Node>()

  /// Adds a handler.
  ///
  /// - Parameter node: passed along with a retain.
  mutating func add(_ node: Unmanaged<Node>, in context: Trampoline.Context) {
    if case .actor(let actor)? = node._withUnsafeGuaranteedRef({ $0.handlerContext }) {
      add(node, on: actor, in: context)
    } else {
      onQueues.append(node)
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

  /// Whether there are handlers that can't run here.
  var isAnyToStart: Bool { !onQueues.isEmpty || jobsByActor != nil }

  /// Starts jobs for the handlers that can't run here.
  ///
  /// - Parameter effects: keeps the actors, because their jobs may end before this call does.
  mutating func start(_ effects: inout Effects) {
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

  /// The work of one job. It owns the retains in its lists.
  struct Job: @unchecked Sendable {
    var lanes = ReadyLanes()
    var handlers = NodeList<Node>()

    init(lanes: ReadyLanes) { self.lanes = lanes }

    init(handlers: NodeList<Node>) { self.handlers = handlers }

    init(handler: Unmanaged<Node>) { handlers.append(handler) }

    /// How many handlers a job runs in a row before it lets other tasks use the thread.
    static let turn = 4_096

    /// Runs nonisolated handlers, and any that become due as a result, until none is left.
    nonisolated(nonsending) consuming func runGlobally() async {
      var trampoline = Trampoline(in: .global, lanes.takeAll())
      while !trampoline.runLanes(atMost: Job.turn) { await Task.yield() }
    }

    /// Runs a handler on its queue.
    func run() {
      var trampoline = Trampoline(in: .caller)
      var handlers = handlers
      while let node = handlers.popFirst() { trampoline.runHandler(of: node) }
    }

    /// Runs handlers isolated to `actor`, and any others of that actor that become due as a result.
    func run(on actor: any Actor) {
      var trampoline = Trampoline(in: .actor(actor))
      trampoline.runActor(handlers)
    }
  }
}
