// The trampoline: what a transition starts elsewhere is written down here and done in a loop, and
// handlers run in jobs, one after the other.
//
// One value of `Trampoline` lives through one call into the core, or through one job. It first
// finishes the transitions that follow from each other, then finds jobs for the handlers that have
// become due, then calls out: nothing of the user's runs before every state is final.

/// The worklists of a call into the core, or of a job.
@usableFromInline
struct Trampoline {
  /// Where the trampoline runs, and so which handlers it may run itself.
  private enum Home {
    /// In a call of the user's: no handler runs here.
    case caller
    /// In a call where nothing of the user's may run, see `runPlumbing(_:)`.
    case plumbing
    /// In a job on the global executor.
    case global
    /// In a job on an actor.
    case actor(any Actor)
  }

  private let home: Home
  private var deliveries = Worklist<(cell: Cell, inbox: Unmanaged<Node>?)>()
  private var withdrawals = Worklist<Cell>()
  private var producers = Worklist<(producer: Producer, byCancellation: Bool)>()
  private var callOuts: [@Sendable () -> Void] = []
  private var settled: [Record] = []
  private var ready = ReadyQueue()
  /// Handlers of the actor that the job runs on.
  private var here = NodeList()
  /// Those of other actors.
  private var bursts: [(actor: any Actor, cells: NodeList)] = []

  private init(home: Home) {
    self.home = home
  }

  /// Makes one call into the core, with everything that follows from it.
  @usableFromInline
  static func run<R>(_ body: (inout Trampoline) -> R) -> R {
    var trampoline = Trampoline(home: .caller)
    let result = body(&trampoline)
    trampoline.finish()
    return result
  }

  /// Makes a call into the core where nothing of the user's may run: its call-outs wait for a job.
  ///
  /// In the cancellation handler of a task the runtime holds a lock of the task, and a call-out may
  /// be to cancel another one. Where one timer of many fires, the others are due as well.
  static func runPlumbing(_ body: (inout Trampoline) -> Void) {
    var trampoline = Trampoline(home: .plumbing)
    body(&trampoline)
    trampoline.finish()
  }

  // MARK: Writing down

  /// The list of the settled `cell` is held for this trampoline, which delivers to the nodes.
  mutating func deliver(from cell: Cell, inbox: Unmanaged<Node>?) {
    deliveries.push((cell, inbox))
  }

  /// A consumer of `source` was cancelled.
  mutating func withdraw(from source: Cell) {
    withdrawals.push(source)
  }

  /// The cell that `producer` works for is settled.
  mutating func tell(_ producer: Producer, byCancellation: Bool) {
    producers.push((producer, byCancellation))
  }

  /// All consumers of a promise that is tracked have been delivered to.
  mutating func enlist(settled record: Record) {
    settled.append(record)
  }

  /// Calls `body`, which may run code of the user's, when all transitions are done.
  mutating func callOut(_ body: @escaping @Sendable () -> Void) {
    callOuts.append(body)
  }

  /// The handler of `derived` is due: its source has settled.
  mutating func enqueue(_ derived: Cell, onLaneOf source: Cell) {
    derived.origin.record?.handlerIsQueued()
    if let actor = derived.isolation {
      enqueue(derived, on: actor)
    } else if source.lane.append(Unmanaged.passRetained(derived)) {
      ready.append(source)
    }
  }

  /// The handler of `derived` is skipped: it is let go where it would have run.
  ///
  /// The cell itself may still stand in the list of its source, so the handler goes in another one.
  /// It takes its turn before the handlers that wait for `derived`.
  mutating func enqueueSkipped(_ derived: Cell) {
    let isolation = derived.isolation
    guard let handler = derived.takeHandler() else { return }
    guard isolation != nil || derived.isCleanup else {
      // What it captured is the user's: it goes when all transitions are done.
      return callOut { withExtendedLifetime(handler) {} }
    }
    let standIn = Cell(
      .detached, derived.origin.shared(), isolation: isolation, handler: handler,
      isCleanup: derived.isCleanup, isStandIn: true)
    enqueue(standIn, onLaneOf: derived)
  }

  private mutating func enqueue(_ derived: Cell, on actor: any Actor) {
    let derived = Unmanaged.passRetained(derived as Node)
    if case .actor(let own) = home, own === actor { return here.append(derived) }
    if let index = bursts.firstIndex(where: { $0.actor === actor }) {
      bursts[index].cells.append(derived)
    } else {
      bursts.append((actor, NodeList(derived)))
    }
  }

  // MARK: Doing it

  private mutating func finish() {
    repeat {
      while true {
        if let (cell, inbox) = deliveries.pop() {
          cell.deliver(inbox: inbox, &self)
        } else if let (producer, byCancellation) = producers.pop() {
          producer.cellSettled(byCancellation: byCancellation, &self)
        } else if let source = withdrawals.pop() {
          source.consumerLeft(byCancellation: true, &self)
        } else {
          break
        }
      }
      startJobs()
      callOutNow()
    } while !callOuts.isEmpty
    guard !settled.isEmpty else { return }
    for record in settled { record.settlingEnds() }
    settled = []
  }

  private mutating func callOutNow() {
    let due = callOuts
    guard !due.isEmpty else { return }
    callOuts = []
    if case .plumbing = home {
      let settled = settled
      self.settled = []
      Spawn.task(on: nil, priority: Spawn.handlerPriority) {
        for callOut in due { callOut() }
        for record in settled { record.settlingEnds() }
      }
    } else {
      for callOut in due { callOut() }
    }
  }

  /// Finds jobs for the handlers that can't run here.
  mutating func startJobs() {
    if case .global = home {
    } else if !ready.isEmpty {
      let job = Job(ready: ready.takeAll())
      Spawn.task(on: nil, priority: Spawn.handlerPriority) { await job.runGlobally() }
    }
    guard !bursts.isEmpty else { return }
    for (actor, cells) in bursts {
      let job = Job(cells: cells)
      Spawn.task(on: actor, priority: Spawn.handlerPriority) { job.run(on: actor) }
    }
    bursts = []
  }

  /// Runs the handler of a cell, or lets it go, and finishes what follows.
  private mutating func run(_ retained: Unmanaged<Node>) {
    // SAFETY: only derived cells are appended to lanes and bursts.
    let record = retained._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: Cell.self).origin.record
    }
    if let record {
      record.running { runHandler(of: retained) }
    } else {
      runHandler(of: retained)
    }
    finish()
    record?.handlerEnded()
  }

  /// When this returns, the handler has been let go, with what it captured.
  private mutating func runHandler(of retained: Unmanaged<Node>) {
    // SAFETY: as above.
    let derived = unsafeDowncast(retained.takeRetainedValue(), to: Cell.self)
    let source = derived.source.take()
    guard let handler = derived.takeHandler() else { return }
    if let source, !derived.isSettled {
      handler.run(handler.closure, source, derived, &self)
    } else {
      if derived.isCleanup { handler.closure.as(Cleanup.self).run() }
      // Whoever was there for a failure has been cancelled: nobody misses it.
      _ = source?.failureSeen
    }
  }

  /// What a job takes along. It owns the retains in its lists.
  private struct Job: @unchecked Sendable {
    var ready = ReadyQueue()
    var cells = NodeList()

    /// After so many handlers in a row a job lets other tasks have the thread.
    static let turn = 65_536

    /// Runs nonisolated handlers, and those that become due thereby, until none is left.
    nonisolated(nonsending) func runGlobally() async {
      var trampoline = Trampoline(home: .global)
      trampoline.ready = ready
      while trampoline.runReady(atMost: Job.turn) { await Task.yield() }
    }

    /// Runs the handlers that were formed in `actor`, and those that become due thereby.
    func run(on actor: any Actor) {
      var trampoline = Trampoline(home: .actor(actor))
      trampoline.here = cells
      while let cell = trampoline.here.popFirst() { trampoline.run(cell) }
    }
  }

  /// - Returns: whether handlers are left.
  private mutating func runReady(atMost limit: Int) -> Bool {
    var count = 0
    while let source = ready.popFirst() {
      while var cells = source.lane.takeAll() {
        while let cell = cells.popFirst() {
          run(cell)
          count += 1
        }
      }
      if count >= limit { return !ready.isEmpty }
    }
    return false
  }
}

/// Cells whose lanes a job serves, in order, one retain for each.
struct ReadyQueue {
  private var head: Unmanaged<Cell>?
  private var tail: Unmanaged<Cell>?

  var isEmpty: Bool { head == nil }

  mutating func append(_ cell: Cell) {
    let retained = Unmanaged.passRetained(cell)
    if let tail {
      tail._withUnsafeGuaranteedRef { $0.nextReady = retained }
    } else {
      head = retained
    }
    tail = retained
  }

  mutating func popFirst() -> Cell? {
    guard let first = head else { return nil }
    let cell = first.takeRetainedValue()
    head = cell.nextReady
    cell.nextReady = nil
    if head == nil { tail = nil }
    return cell
  }

  mutating func takeAll() -> ReadyQueue {
    defer { self = ReadyQueue() }
    return self
  }
}
