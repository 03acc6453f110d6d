// The trampoline: it does the work that follows from transitions, in a loop.
//
// A `Trampoline` lasts for one call into the core, or for one job. It finishes all transitions that
// follow from one another, and starts jobs for the handlers that become due. Only then, when every
// state is final and nothing is held, does it call user code and release the user's objects. No
// other code does this for a transition.

/// A call into the core, or a job, with all that follows from it.
@usableFromInline
package struct Trampoline {
  /// Where the trampoline runs.
  enum Context {
    /// In a call, on its caller's stack.
    case call
    /// In a job on an actor, or on the global executor.
    case job(on: (any Actor)?)
  }

  /// What user code a call leaves to a job, because it must not run on its stack.
  enum Deferred {
    /// None: the call cancels a promise, and so may run cancellation handlers.
    case nothing
    /// What stops other work. The call may be made with a lock held.
    case stops
    /// All. In a task's cancellation handler, the runtime holds a lock of that task, and user code
    /// might cancel another task. When one of many timers fires, others may be due, and must not
    /// wait for user code.
    case everything
  }

  private let context: Context
  private let deferred: Deferred
  private var effects: Effects

  /// - Parameter handlers: those that the job is to run.
  init(
    in context: Context, deferring deferred: Deferred = .stops,
    _ handlers: consuming DueHandlers = DueHandlers()
  ) {
    (self.context, self.deferred, effects) = (context, deferred, Effects(handlers))
  }

  /// Makes one call into the core, with everything that follows from it.
  @usableFromInline
  package static func run<R>(_ body: (inout Effects) -> R) -> R { run(deferring: .stops, body) }

  @inline(__always)
  static func run<R>(deferring deferred: Deferred, _ body: (inout Effects) -> R) -> R {
    var trampoline = Trampoline(in: .call, deferring: deferred)
    let result = body(&trampoline.effects)
    trampoline.finishTransitions()
    trampoline.callOut()
    return result
  }

  /// Makes a call that defers everything, and adds to `leftovers` the work to be done once nothing
  /// is held.
  static func run(leaving leftovers: inout Leftovers, _ body: (inout Effects) -> Void) {
    var trampoline = Trampoline(in: .call, deferring: .everything)
    body(&trampoline.effects)
    trampoline.finishTransitions()
    leftovers.resumptions.append(trampoline.effects.leftovers.resumptions.takeAll())
    // If there are calls to make, a job makes them, and does the rest of that work too.
    if trampoline.effects.leftovers.hasCalls {
      trampoline.callOut()
    } else {
      leftovers.add(trampoline.effects.leftovers.take())
    }
  }

  /// Runs or skips a handler, releases it, and finishes the work that follows.
  ///
  /// - Parameter node: released before the handler counts as ended. If it is the last reference to
  ///   a promise whose failure is unhandled, the report is already counted by then.
  mutating func runHandler(of node: Unmanaged<Node>) {
    // Kept, because the last reference to a record may be released with the node.
    let origin = node._withUnsafeGuaranteedRef { $0.handlerOrigin.shared() }
    var source: Unmanaged<Cell>?
    origin.running { source = node._withUnsafeGuaranteedRef { $0.runHandler(&effects) } }
    finishTransitions(of: node)
    origin.running { Self.endTurn(of: node, source) }
    callOut()
    origin.record?.handlerEnds()
    origin.release()
  }

  /// Releases a handler that has had its turn, and the source that it was given.
  @inline(__always)
  private static func endTurn(of node: Unmanaged<Node>, _ source: Unmanaged<Cell>?) {
    source?.release()
    node._withUnsafeGuaranteedRef { $0.endTurn() }
    node.release()
  }

  /// Runs the job's handlers until its turn is over, a handler has changed the task, or the next
  /// handler belongs to another test.
  ///
  /// - Returns: whether no handler is left.
  mutating func runTurn() -> Bool {
    // An optional task would be copied for each handler, by way of its type's witnesses.
    withUnsafeCurrentTask { task in
      guard let task else { return runTurn(isInTask: false) { false } }
      return runTurn(isInTask: true) { Tasks.isChanged(task) }
    }
  }

  @inline(__always)
  private mutating func runTurn(isInTask: Bool, isChanged: () -> Bool) -> Bool {
    var turn = Turn()
    while turn.goesOn() {
      var served: Cell?
      guard let handler = effects.ready.pop(&served) else { return true }
      served = nil
      if effects.ready.takesBack(handler, isInTask: isInTask) { return false }
      runHandler(of: handler.node)
      // A handler may have cancelled or escalated the task that it runs in.
      if isChanged() { break }
    }
    return effects.ready.isEmpty
  }

  /// Whether the next handler belongs to another test.
  var isElsewhere: Bool { effects.ready.nextOrigin.isElsewhere }

  /// Gives up the handlers that are left.
  mutating func takeHandlers() -> DueHandlers { effects.ready.takeAll() }

  // MARK: Transitions

  /// Makes every state final, and starts jobs for the handlers that have become due.
  ///
  /// - Parameter node: a node that the caller retains, so that it need not be kept here.
  private mutating func finishTransitions(of node: Unmanaged<Node>? = nil) {
    while true {
      switch effects.steps.pop() {
      case .deliver(let cell):
        // The cell's consumers come before the remaining steps.
        if !effects.steps.isEmpty { effects.postponed.append(.steps(effects.steps.takeAll())) }
        deliver(to: cell.takeNodes(), of: cell, kept: node)
        continue
      case .move(let cell):
        cell.moveNodes(&effects)
        effects.release(cell)
        continue
      case nil: break
      }
      switch effects.postponed.popLast() {
      case .nodes(let nodes, let cell):
        deliver(to: nodes, of: cell, kept: node)
        continue
      case .steps(let steps):
        effects.steps = steps
        continue
      case nil: break
      }
      guard let (upstream, reason) = effects.withdrawals.pop() else { break }
      upstream.consumerWithdrew(reason, &effects)
      effects.release(upstream)
      Holding.ends()
    }
    startJobs()
  }

  /// Delivers to the nodes of a settled cell, until one of them leads to a delivery of its own,
  /// which the rest must not overtake.
  private mutating func deliver(
    to nodes: NodeList<Node>, of cell: Cell, kept: Unmanaged<Node>?
  ) {
    var nodes = nodes
    while true {
      while let node = nodes.popFirst() {
        cell.deliver(to: node, &effects)
        if !effects.steps.isEmpty, !nodes.isEmpty {
          return effects.postponed.append(.nodes(nodes, of: cell))
        }
      }
      if !effects.due.isEmpty { startJobsOfActorsAndQueues() }
      if cell.closeList(&effects) { break }
      nodes = cell.takeNodes()
    }
    if kept?.toOpaque() != Unmanaged.passUnretained(cell).toOpaque() { effects.release(cell) }
  }

  /// Starts jobs for the handlers that have become due, except for those that run here. Handlers in
  /// lanes share one, in which they keep their order.
  private mutating func startJobs() {
    if !effects.due.isEmpty { startJobsOfActorsAndQueues() }
    if case .job(on: nil) = context { return }
    if case .everything = deferred, effects.whenDone.take() != nil {
      while let cell = effects.lanes.pop() { effects.ready.append(lane: cell) }
    }
    let lanes = effects.ready.takeLanes()
    if !lanes.isEmpty { Job(handlers: DueHandlers(lanes: lanes)).start(on: nil) }
  }

  // The rare paths are kept out of the common ones, which they would slow down even if not taken: a
  // task's priority has a size that is known only at run time.
  @inline(never)
  private mutating func startJobsOfActorsAndQueues() {
    while let node = effects.due.popFirst() {
      switch node._withUnsafeGuaranteedRef({ $0.handlerContext }) {
      case .actor(let actor)?:
        if case .job(let own) = context, own === actor {
          effects.ready.append(node)
        } else {
          startJob(for: node, on: actor)
        }
      case .queue(let queue)?:
        queue.enqueue { DueHandler(node: node).run() }
      case .concurrent?, .whenDone?, nil:
        preconditionFailure("Handlers without an actor or a queue wait in lanes.")
      }
    }
  }

  /// Starts a job for a handler of an actor, and for those of the same actor that come next.
  private mutating func startJob(for first: Unmanaged<Node>, on actor: any Actor) {
    var job = DueHandlers()
    job.append(first)
    while let next = effects.due.first,
      case .actor(let other)? = next._withUnsafeGuaranteedRef({ $0.handlerContext }),
      other === actor
    {
      _ = effects.due.popFirst()
      job.append(next)
    }
    Job(handlers: job).start(on: actor)
    // The job may end, and release the actor, before this call does.
    effects.release(actor)
  }

  // MARK: The user's code

  /// Resumes tasks, releases the user's objects and calls user code, now that nothing is held.
  @inline(__always)
  private mutating func callOut() {
    if !effects.leftovers.isEmpty { finishLeftovers() }
    if let whenDone = effects.whenDone.take() { whenDone.run(effects.lanes.takeAll()) }
  }

  @inline(never)
  private mutating func finishLeftovers() {
    effects.leftovers.resume()
    let isDeferred =
      switch deferred {
      case .nothing: false
      case .stops: effects.leftovers.stopsWork
      case .everything: effects.leftovers.isAnyToFinish
      }
    if isDeferred {
      let leftovers = DeferredLeftovers(effects.leftovers.take())
      Tasks.start(on: nil) { leftovers.finish() }
    } else {
      effects.leftovers.finish()
    }
  }
}

extension DueHandler {
  /// Runs or skips the handler on the caller's stack.
  package func run() {
    var trampoline = Trampoline(in: .call)
    trampoline.runHandler(of: node)
  }
}

extension DueHandlers {
  /// Leaves the handlers to a job.
  ///
  /// - Parameter handler: the one taken last, which the job runs first.
  package mutating func leaveToJob(from handler: DueHandler) {
    putBack(handler)
    Job(handlers: takeAll()).start(on: nil)
  }
}

extension Leftovers {
  /// Resumes the tasks.
  mutating func resume() {
    while let node = resumptions.popFirst() { node.takeRetainedValue().resume() }
  }

  /// Releases objects and calls user code. Then notifies the records, once everything that follows
  /// from settling their promises has begun.
  mutating func finish() {
    while let node = nodes.popFirst() {
      let node = node.takeRetainedValue()
      // The code that withdraws a node also releases what it keeps.
      if !node.link.isWithdrawn { node.letGo() }
    }
    object = nil
    while let next = rest.pop() {
      if case .call(let body) = next { body() }
    }
    while let origin = settled.pop() {
      origin.record?.settlingEnds()
      origin.release()
    }
  }
}

/// The leftovers of a call, which a job finishes.
///
/// The job empties this object. If the call kept a copy of the work, it could be the one to release
/// the last reference to a user's object.
private final class DeferredLeftovers: @unchecked Sendable {
  private var leftovers: Leftovers

  init(_ leftovers: consuming Leftovers) { self.leftovers = leftovers }

  func finish() { leftovers.finish() }
}
