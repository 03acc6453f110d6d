// The trampoline: what a transition starts elsewhere is written down here and done in a loop.
//
// One value of `Trampoline` lives through one call into the core, or through one job. It first
// finishes the transitions that follow from each other, then finds jobs for the handlers that have
// become due, then calls out: nothing of the user's runs, or is freed, before every state is final.

/// What is left to do in a call into the core, or in a job.
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
  private var deliveries = Stack<Cell>()
  private var withdrawals = Stack<(upstream: Upstream, reason: Upstream.Reason)>()
  private var leftovers = Leftovers()
  private var afterTransitions: [@Sendable () -> Void]?
  var jobs = HandlerJobs()

  init(in context: Context) {
    self.context = context
  }

  /// Makes one call into the core, with everything that follows from it.
  @usableFromInline
  static func run<R>(_ body: (inout Trampoline) -> R) -> R {
    var trampoline = Trampoline(in: .caller)
    let result = body(&trampoline)
    trampoline.finish()
    return result
  }

  /// Makes a call into the core where nothing of the user's may run: that waits for a job.
  ///
  /// In the cancellation handler of a task the runtime holds a lock of the task, and the user's
  /// code may be to cancel another one. Where one timer of many fires, the others are due as well.
  static func runPlumbing(_ body: (inout Trampoline) -> Void) {
    var trampoline = Trampoline(in: .plumbing)
    body(&trampoline)
    trampoline.finish()
  }

  /// The same, with what is left to do when nothing is waited for.
  static func runPlumbing(
    leaving leftovers: inout Leftovers, _ body: (inout Trampoline) -> Void
  ) {
    var trampoline = Trampoline(in: .plumbing)
    body(&trampoline)
    trampoline.finishTransitions()
    leftovers.add(trampoline.leftovers.takeResumptions())
    // What is to be called has a job, which does the rest after that.
    if trampoline.afterTransitions == nil { leftovers.add(trampoline.leftovers.take()) }
    trampoline.callOut()
  }

  // MARK: Writing down

  /// The caller holds the list of the settled `cell`, and leaves it to this trampoline.
  mutating func deliver(from cell: Cell) {
    deliveries.push(cell)
  }

  /// A consumer has withdrawn from `upstream`.
  mutating func tell(_ upstream: Upstream, consumerWas reason: Upstream.Reason) {
    Holding.note(.begins)
    withdrawals.push((upstream, reason))
  }

  /// All consumers of a promise that is tracked have been delivered to.
  mutating func enlist(settled record: Record) {
    leftovers.add(settled: record)
  }

  /// Calls `body`, which may run code of the user's, when all transitions are done.
  mutating func afterTransitions(_ body: @escaping @Sendable () -> Void) {
    afterTransitions.append(body)
  }

  /// A waiting node goes on when all transitions are done.
  ///
  /// - Parameter node: goes over to the trampoline with the retain that the list held.
  mutating func resume(_ node: Unmanaged<WaitingNode>) { leftovers.add(resuming: node) }

  /// A node has left its list, whose retain goes over to the trampoline.
  mutating func release(_ node: Unmanaged<Node>) { leftovers.add(node) }

  /// The caller is about to give up what may be the last reference to `object`: the trampoline lets
  /// go of it when nothing is held.
  mutating func release(_ object: AnyObject) { leftovers.add(object) }

  /// The handler of `node` is due.
  ///
  /// - Parameter node: goes over to the queue with the retain that the caller holds.
  mutating func enqueue(
    _ node: Unmanaged<Node>, in place: ExecutionContext, onLaneOf cell: Cell
  ) {
    node._withUnsafeGuaranteedRef { $0.handlerOrigin.record }?.note(.handlerIsQueued)
    jobs.add(node, in: place, onLaneOf: cell, by: context)
  }

  /// The handler of `cell` is skipped: it is let go where it would have run.
  ///
  /// It takes its turn before the handlers that wait for `cell`.
  mutating func skip(_ handler: Handler, of cell: Cell) {
    switch (handler.context, handler.purpose) {
    case (.actor, _), (.queue, _), (_, .cleanup):
      let turn = DetachedHandler(handler, cell.origin)
      enqueue(.passRetained(turn), in: handler.context, onLaneOf: cell)
    case (.concurrent, _), (.inline, _):
      // What it captured is the user's: it goes when all transitions are done.
      afterTransitions { withExtendedLifetime(handler) {} }
    }
  }

  // MARK: Doing it

  /// Runs a handler, or lets it go, and finishes what follows.
  ///
  /// - Parameter node: goes before the handler counts as ended: if it is the last reference to a
  ///   promise whose failure is unhandled, the report is counted by then.
  mutating func run(_ node: Unmanaged<Node>) {
    let record = node._withUnsafeGuaranteedRef { $0.handlerOrigin.record }
    if let record {
      var ended: EndedHandler?
      record.running { ended = node._withUnsafeGuaranteedRef { $0.runHandler(&self) } }
      finishTransitions(of: node)
      record.running { ended.take()?.letGo() }
    } else {
      let ended = node._withUnsafeGuaranteedRef { $0.runHandler(&self) }
      finishTransitions(of: node)
      ended?.letGo()
    }
    node.release()
    callOut()
    record?.note(.handlerEnded)
  }

  /// Handlers that have become due find their jobs now.
  mutating func startJobs() {
    if jobs.isAnyToStart(in: context) { jobs.start(in: context, &leftovers) }
  }

  private mutating func finish() {
    finishTransitions()
    callOut()
  }

  /// Makes every state final, and finds jobs for the handlers that have become due.
  ///
  /// - Parameter node: is kept by the caller.
  private mutating func finishTransitions(of node: Unmanaged<Node>? = nil) {
    while true {
      if let cell = deliveries.pop() {
        cell.deliver(&self)
        if node?.toOpaque() != Unmanaged.passUnretained(cell).toOpaque() { release(cell) }
      } else if let (upstream, reason) = withdrawals.pop() {
        upstream.consumerWithdrew(reason, &self)
        release(upstream)
        Holding.note(.ends)
      } else {
        break
      }
    }
    startJobs()
  }

  /// Runs code of the user's: nothing is held any more.
  private mutating func callOut() {
    leftovers.resume()
    letGoAndCall()
    leftovers.settlingEnds()
    if !jobs.inlineLanes.isEmpty { runInlineHandlers() }
  }

  private mutating func runInlineHandlers() {
    let lanes = jobs.inlineLanes
    jobs.inlineLanes = ReadyLanes()
    if case .inline(let loop) = context { return loop.add(lanes) }
    InlineLoop.run(lanes)
  }

  private mutating func letGoAndCall() {
    guard afterTransitions != nil || !leftovers.isEmpty else { return }
    guard case .plumbing = context else {
      leftovers.release()
      if let due = afterTransitions.take() { for body in due { body() } }
      return
    }
    let deferred = DeferredCalls(leftovers.take(), afterTransitions.take() ?? [])
    Tasks.start(on: nil) { deferred.run() }
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
