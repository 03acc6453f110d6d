// The trampoline: it does the work that follows from transitions, in a loop.
//
// A `Trampoline` lasts for one call into the core, or for one job. It finishes all transitions that
// follow from one another, and starts jobs for the handlers that become due. Only then, when every
// state is final and nothing is held, does it call user code and release the user's objects. No
// other code does this for a transition.

/// A call into the core, or a job, with all that follows from it.
@usableFromInline
package struct Trampoline {
  /// Where the trampoline runs, which determines what user code may run there.
  enum Context {
    /// In a call into the library, or in a job on a queue. Of the handlers that become due, only
    /// inline ones run here.
    case caller
    /// In a call during which no user code may run: see `runPlumbing(_:)`.
    case plumbing
    /// In a job on the global executor.
    case global
    /// In a job on an actor.
    case actor(any Actor)
    /// In a loop of inline handlers.
    case inline(InlineLoop)
  }

  private let context: Context
  private var effects = Effects()
  private var jobs = HandlerJobs()

  init(in context: Context) {
    self.context = context
  }

  /// - Parameter lanes: the lanes whose handlers the job runs.
  init(in context: Context, _ lanes: ReadyLanes) {
    self.init(in: context)
    effects.readyLanes = lanes
  }

  /// Makes one call into the core, with everything that follows from it.
  @usableFromInline
  static func run<R>(_ body: (inout Effects) -> R) -> R { run(in: .caller, body) }

  @inline(__always)
  private static func run<R>(in context: Context, _ body: (inout Effects) -> R) -> R {
    var trampoline = Trampoline(in: context)
    let result = body(&trampoline.effects)
    trampoline.finishTransitions()
    trampoline.callOut()
    return result
  }

  /// Makes a call into the core during which no user code may run. Any user code is left to a job.
  ///
  /// In a task's cancellation handler, the runtime holds a lock of that task, and user code might
  /// cancel another task. When one of many timers fires, others may be due, and must not wait for
  /// user code.
  static func runPlumbing(_ body: (inout Effects) -> Void) { run(in: .plumbing, body) }

  /// The same, but adds to `leftovers` the work to be done once nothing is held.
  static func runPlumbing(leaving leftovers: inout Leftovers, _ body: (inout Effects) -> Void) {
    var trampoline = Trampoline(in: .plumbing)
    body(&trampoline.effects)
    trampoline.finishTransitions()
    leftovers.add(trampoline.effects.leftovers.takeResumptions())
    // If there are calls to make, a job makes them, and does the rest of that work too.
    if trampoline.effects.calls == nil { leftovers.add(trampoline.effects.leftovers.take()) }
    trampoline.callOut()
  }

  /// Runs or skips a handler, releases it, and finishes the work that follows.
  ///
  /// - Parameter node: released before the handler counts as ended. If it is the last reference to
  ///   a promise whose failure is unhandled, the report is already counted by then.
  mutating func runHandler(of node: Unmanaged<Node>) {
    let origin = node._withUnsafeGuaranteedRef { $0.handlerOrigin }
    if origin.isTracked {
      // Keeps the record, whose last reference may otherwise be released with the node.
      let origin = origin.shared()
      var source: Unmanaged<Cell>?
      origin.running { source = node._withUnsafeGuaranteedRef { $0.runHandler(&effects) } }
      finishTransitions(of: node)
      origin.running { Self.endTurn(of: node, source) }
      callOut()
      origin.note(.handlerEnded)
      origin.release()
    } else {
      let source = node._withUnsafeGuaranteedRef { $0.runHandler(&effects) }
      finishTransitions(of: node)
      Self.endTurn(of: node, source)
      callOut()
    }
  }

  /// Releases a handler that has had its turn, and the source that it was given.
  @inline(__always)
  private static func endTurn(of node: Unmanaged<Node>, _ source: Unmanaged<Cell>?) {
    source?.release()
    node._withUnsafeGuaranteedRef { $0.endTurn() }
    node.release()
  }

  /// Runs the handlers of the lanes that are ready.
  ///
  /// - Returns: whether no handler is left.
  mutating func runLanes(atMost limit: Int) -> Bool {
    for _ in 0..<limit {
      var served: Cell?
      guard let node = effects.readyLanes.popHandler(&served) else { return true }
      served = nil
      runHandler(of: node)
    }
    return false
  }

  /// Runs handlers of an actor, and any others of that actor that become due as a result.
  mutating func runActor(_ handlers: NodeList<Node>) {
    jobs.ownActor = handlers
    while let node = jobs.ownActor.popFirst() { runHandler(of: node) }
  }

  // MARK: Transitions

  /// Makes every state final, and starts jobs for the handlers that have become due.
  ///
  /// - Parameter node: a node that the caller retains, so that it need not be kept here.
  private mutating func finishTransitions(of node: Unmanaged<Node>? = nil) {
    while true {
      if let (cell, mayBeUnwanted) = effects.moves.pop() {
        cell.moveNodes(mayBeUnwanted: mayBeUnwanted, &effects)
        effects.release(cell)
      } else if let cell = effects.deliveries.pop() {
        repeat {
          cell.deliver(&effects)
          startJobs()
        } while !cell.closeList(&effects)
        if node?.toOpaque() != Unmanaged.passUnretained(cell).toOpaque() { effects.release(cell) }
      } else if let (upstream, reason) = effects.withdrawals.pop() {
        upstream.consumerWithdrew(reason, &effects)
        effects.release(upstream)
        Holding.ends()
      } else {
        break
      }
    }
    startJobs()
  }

  /// Starts jobs for the handlers that have become due, except for those that run here.
  @inline(__always)
  private mutating func startJobs() {
    // Most handlers that become due in a job wait in a lane that the job serves.
    if case .global = context, effects.due.isEmpty, effects.inlineLanes.isEmpty { return }
    if effects.isAnyHandlerDue { startJobsForHandlers() }
  }

  private mutating func startJobsForHandlers() {
    while let node = effects.due.popFirst() { jobs.add(node, in: context) }
    if jobs.isAnyToStart { jobs.start(&effects) }
    switch context {
    case .caller, .actor, .inline: break
    case .global, .plumbing:
      if !effects.inlineLanes.isEmpty { effects.readyLanes.append(effects.inlineLanes.takeAll()) }
    }
    if case .global = context { return }
    if !effects.readyLanes.isEmpty {
      Tasks.start(HandlerJobs.Job(lanes: effects.readyLanes.takeAll()))
    }
  }

  // MARK: The user's code

  /// Resumes tasks, releases the user's objects and calls user code, now that nothing is held.
  @inline(__always)
  private mutating func callOut() {
    if effects.isAnythingLeft { callOutWhatIsLeft() }
  }

  private mutating func callOutWhatIsLeft() {
    effects.leftovers.resume()
    letGoAndCall()
    effects.leftovers.settlingEnds()
    if !effects.inlineLanes.isEmpty { runInlineHandlers() }
  }

  private mutating func runInlineHandlers() {
    let lanes = effects.inlineLanes.takeAll()
    if case .inline(let loop) = context { return loop.add(lanes) }
    InlineLoop.serve(lanes)
  }

  private mutating func letGoAndCall() {
    guard effects.calls != nil || effects.leftovers.isAnyToRelease else { return }
    guard case .plumbing = context else {
      effects.leftovers.release()
      if let due = effects.calls.take() { for body in due { body() } }
      return
    }
    let deferred = DeferredCalls(effects.leftovers.take(), effects.calls.take() ?? [])
    Tasks.start(on: nil) { deferred.run() }
  }
}

extension Leftovers {
  /// Whether there is anything to release.
  var isAnyToRelease: Bool { !nodes.isEmpty || !objects.isEmpty }

  /// Resumes the tasks.
  mutating func resume() {
    while let node = resumptions.popFirst() { node.takeRetainedValue().resume() }
  }

  /// Releases everything. User code may run.
  mutating func release() {
    while let node = nodes.popFirst() {
      let node = node.takeRetainedValue()
      // The code that withdraws a node also releases what it keeps.
      if !node.link.isWithdrawn { node.letGo() }
    }
    while objects.pop() != nil {}
  }

  /// Notifies the records, once everything that follows from settling their promises has begun.
  mutating func settlingEnds() {
    guard let settled = settled.take() else { return }
    for origin in settled {
      origin.note(.settlingEnds)
      origin.release()
    }
  }
}

/// The work that a call leaves to a job in which user code may run.
///
/// The job empties this object. If the call kept a copy of the work, it could be the one to release
/// the last reference to a user's object.
private final class DeferredCalls: @unchecked Sendable {
  private var leftovers: Leftovers
  private var calls: [@Sendable () -> Void]

  init(_ leftovers: consuming Leftovers, _ calls: consuming [@Sendable () -> Void]) {
    (self.leftovers, self.calls) = (leftovers, calls)
  }

  func run() {
    leftovers.release()
    let due = calls
    calls = []
    for body in due { body() }
    leftovers.settlingEnds()
  }
}
