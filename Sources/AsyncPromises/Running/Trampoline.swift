// The trampoline: what a transition starts elsewhere is written down here and done in a loop.
//
// One value of `Trampoline` lives through one call into the core, or through one job. It first
// finishes the transitions that follow from each other, then finds jobs for the handlers that have
// become due, then calls out: nothing of the user's runs before every state is final.

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
  private var afterTransitions: [@Sendable () -> Void]?
  private var settled: [Record]?
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

  // MARK: Writing down

  /// The caller holds the list of the settled `cell`, and leaves it to this trampoline.
  mutating func deliver(from cell: Cell) {
    deliveries.push(cell)
  }

  /// A consumer has withdrawn from `upstream`.
  mutating func tell(_ upstream: Upstream, consumerWas reason: Upstream.Reason) {
    withdrawals.push((upstream, reason))
  }

  /// All consumers of a promise that is tracked have been delivered to.
  mutating func enlist(settled record: Record) {
    settled.append(record)
  }

  /// Calls `body`, which may run code of the user's, when all transitions are done.
  mutating func afterTransitions(_ body: @escaping @Sendable () -> Void) {
    afterTransitions.append(body)
  }

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
      record.running { runHandler(of: node) }
    } else {
      runHandler(of: node)
    }
    finish()
    record?.note(.handlerEnded)
  }

  private mutating func runHandler(of node: Unmanaged<Node>) {
    let node = node.takeRetainedValue()
    node.runHandler(&self)
  }

  /// Handlers that have become due find their jobs now.
  mutating func startJobs() { jobs.start(in: context) }

  private mutating func finish() {
    while true {
      if let cell = deliveries.pop() {
        cell.deliver(&self)
      } else if let (upstream, reason) = withdrawals.pop() {
        upstream.consumerWithdrew(reason, &self)
      } else {
        break
      }
    }
    startJobs()
    callOut()
    if let settled = settled.take() {
      for record in settled { record.note(.settlingEnds) }
    }
    if !jobs.inlineLanes.isEmpty { runInlineHandlers() }
  }

  private mutating func runInlineHandlers() {
    if case .inline(let loop) = context { return loop.add(&jobs.inlineLanes) }
    let lanes = jobs.inlineLanes
    jobs.inlineLanes = ReadyLanes()
    InlineLoop.run(lanes)
  }

  private mutating func callOut() {
    guard let due = afterTransitions.take() else { return }
    guard case .plumbing = context else {
      for body in due { body() }
      return
    }
    let settled = settled.take() ?? []
    Tasks.start(on: nil, priority: Tasks.handlerPriority) {
      for body in due { body() }
      for record in settled { record.note(.settlingEnds) }
    }
  }
}
