// Handlers that have become due, and the jobs that run them, one after the other.

/// The handlers that a trampoline has found to be due, but for those that wait in a lane.
struct HandlerJobs {
  /// Handlers of the actor that the job runs on.
  var ownActor = NodeList<Node>()
  private var jobsByActor: [(actor: any Actor, handlers: NodeList<Node>)]?
  /// Handlers of queues, each of which is a job.
  private var onQueues = NodeList<Node>()

  /// Queues a handler up.
  ///
  /// - Parameter node: goes over to the queue with the retain that the caller holds.
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
  /// - Parameter effects: take the actors, whose jobs may end before this call does.
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
      var trampoline = Trampoline(in: .global, lanes)
      while !trampoline.runLanes(atMost: Job.turn) { await Task.yield() }
    }

    /// Runs a handler on its queue.
    func run() {
      var trampoline = Trampoline(in: .caller)
      var handlers = handlers
      while let node = handlers.popFirst() { trampoline.runHandler(of: node) }
    }

    /// Runs the handlers that were formed in `actor`, and those that become due thereby.
    func run(on actor: any Actor) {
      var trampoline = Trampoline(in: .actor(actor))
      trampoline.runActor(handlers)
    }
  }
}
