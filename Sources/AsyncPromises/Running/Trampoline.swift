// The trampoline: it carries out what transitions owe, in a loop.
//
// One value of `Trampoline` lives through one call into the core, or through one job. It first
// finishes the transitions that follow from each other, then finds jobs for the handlers that have
// become due, then calls out. It is the one place that calls or lets go of what is the user's, and
// does so when every state is final and nothing is held.

/// A call into the core, or a job, with all that follows from it.
@usableFromInline
package struct Trampoline {
  /// Where the trampoline runs, and so which code of the user's may run there.
  enum Context {
    /// In a call of the user's: no handler runs here.
    case caller
    /// In a call where nothing of the user's may run, see `runPlumbing(_:)`.
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

  /// - Parameter lanes: what the job runs.
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

  /// Makes a call into the core where nothing of the user's may run: that waits for a job.
  ///
  /// In the cancellation handler of a task the runtime holds a lock of the task, and the user's
  /// code may be to cancel another one. Where one timer of many fires, the others are due as well.
  static func runPlumbing(_ body: (inout Effects) -> Void) { run(in: .plumbing, body) }

  /// The same, with what is left to do when nothing is waited for.
  static func runPlumbing(leaving leftovers: inout Leftovers, _ body: (inout Effects) -> Void) {
    var trampoline = Trampoline(in: .plumbing)
    body(&trampoline.effects)
    trampoline.finishTransitions()
    leftovers.add(trampoline.effects.leftovers.takeResumptions())
    // What is to be called has a job, which does the rest after that.
    if trampoline.effects.calls == nil { leftovers.add(trampoline.effects.leftovers.take()) }
    trampoline.callOut()
  }

  /// Runs a handler, or lets it go, and finishes what follows.
  ///
  /// - Parameter node: goes before the handler counts as ended: if it is the last reference to a
  ///   promise whose failure is unhandled, the report is counted by then.
  mutating func runHandler(of node: Unmanaged<Node>) {
    let origin = node._withUnsafeGuaranteedRef { $0.handlerOrigin }
    if origin.isTracked {
      // Which the handler may be the last to keep.
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

  /// Lets go of a handler that has had its turn, and of the source that it was handed.
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

  /// Runs the handlers of an actor, and those that become due thereby.
  mutating func runActor(_ handlers: NodeList<Node>) {
    jobs.ownActor = handlers
    while let node = jobs.ownActor.popFirst() { runHandler(of: node) }
  }

  // MARK: Transitions

  /// Makes every state final, and finds jobs for the handlers that have become due.
  ///
  /// - Parameter node: is kept by the caller.
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

  /// Handlers that have become due find their jobs now, but for those that run here.
  @inline(__always)
  private mutating func startJobs() {
    // Most of what becomes due in a job waits in a lane that the job serves.
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

  /// Calls, resumes and lets go of what is the user's: nothing is held any more.
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
  /// Whether there is something to let go of.
  var isAnyToRelease: Bool { !nodes.isEmpty || !objects.isEmpty }

  /// Resumes the tasks.
  mutating func resume() {
    while let node = resumptions.popFirst() { node.takeRetainedValue().resume() }
  }

  /// Lets go of everything: code of the user's may run.
  mutating func release() {
    while let node = nodes.popFirst() {
      let node = node.takeRetainedValue()
      // Who has withdrawn a node lets go of what it keeps.
      if !node.link.isWithdrawn { node.letGo() }
    }
    while objects.pop() != nil {}
  }

  /// Tells the records, when all that follows from their settling has begun.
  mutating func settlingEnds() {
    guard let settled = settled.take() else { return }
    for origin in settled {
      origin.note(.settlingEnds)
      origin.release()
    }
  }
}

/// What a call leaves to a job in which code of the user's may run.
///
/// The job takes it: where the call kept a copy, it could be the last to let go.
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
