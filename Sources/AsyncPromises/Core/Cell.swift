// The core of a promise.
//
// VOCABULARY
//   cell      the object behind a promise: its state, its outcome, the list of its consumers.
//   node      an entry in the list of one cell: a waiter, an observer, or another cell.
//   derived   a cell that is also a node: it waits with a handler, or settles like its source.
//   relay     the cell that takes over the list of a cell that follows another.
//   upstream  what a node waits for: a cell, or a producer (a group of inputs, a timer).
//   consumer  a node that wants the outcome; observers don't.
//   list      the nodes that wait for a cell, newest first.
//   holder    the thread that holds the list; until it releases the list, only it removes nodes.
//   lane      the queue of a settled cell's handlers that run concurrently, or when a call is done.
//   origin    the line that created the promise or, while promises are tracked, its record.
//
// THE WORDS OF A CELL
//   name     changed by                                             what it decides
//   word     any thread, by the transitions of `CellWord`           the settler; the list's holder
//   link     its owner, movers, claimers and withdrawers            what may touch the handler
//   marks    any thread sets marks, which are never cleared         what reports a failure
//            consumers count themselves in and out                  whether the cell is wanted
//   taskWord its owner, once                                        what a cancellation stops
//   lane     any thread fills it; one job or call drains it         what runs the handlers
//
// STATES
//                      push: onto the list
//                       ┌────────┐
//                       ▼        │          claim          publish
//    ●──────────────▶ PENDING ───┴────▶ SETTLING ─────────▶ SETTLED, list held
//                       │  ▲                                  │  deliver, until the list is empty
//              bind     │  │ hold, release                    ▼  closeList
//                       │  └─▶ PENDING, list held           SETTLED (final)
//                       ▼
//                     FOLLOWING: the relay is the cell now, until the cell is deinitialized
//
//   Each arrow is one compare-and-swap of the state word (CellState.swift). A list can be held in
//   any phase but `following`; a live cell never leaves `settled` or `following`. Settling takes
//   two steps because the outcome is written in place: the claim picks the winner, and the
//   publication makes the outcome readable. In between, readers see a pending cell, but a second
//   settler has lost.
//
// ONE SETTLE
//   1  claim              the settler has won; all others lose from here on
//   2  write              the value or `failure`, and the mark of a cancellation
//   3  publish            every reader sees the outcome; without consumers, 5 to 7 are skipped
//   4  leave upstream     the cell withdraws from its source or producer, which is notified after 7
//   5  deliver            the holder claims each node in order: relays and groups settle (back to
//                         1, and on to 7 before the next node); nodes with handlers, waiters and
//                         notified nodes are recorded (Effects.swift)
//   6  jobs               due handlers get jobs
//   7  closeList          the list is closed, unless a node has been pushed (back to 5)
//   8  user code          once nothing of 1 to 7 is left, waiters are resumed, dropped references
//                         are released and `onCancel` is called; `whenDone` is called after 9
//   9  the record ends    if promises are tracked
//
// OWNERSHIP
//   PENDING    the list retains the nodes; whatever will settle the cell retains it. A derived
//              cell and its source retain each other, through the list and the link. Delivery drops
//              both references; withdrawal drops the link's, and pruning the list's.
//   SETTLING   `failure` and the value belong to the claimant.
//   SETTLED    the outcome is immutable. The list, if held, belongs to the deliverer.
//   FOLLOWING  the word retains the relay. Only the cell's handles keep the cell alive.
//   The handler of a derived cell, and the references that its link and the list held, belong to
//   the thread that won the link, and then to the job.
//
// DELIVERY
//   The thread that holds the list. If another thread settles or binds the cell meanwhile, it
//   changes the word and leaves the rest to the holder, which can't release the list without
//   noticing. A node attached during a delivery is pushed like any other and queues behind earlier
//   nodes: none overtakes.
//
// MEMORY ORDERING
//   All atomic operations that threads coordinate through are sequentially consistent
//   (StateWord.swift). Plain fields are published by the exchange that ends their owner's turn, and
//   read after a load that shows this. Nodes are removed only by taking the entire list, and
//   put back only behind its last node. A push compares only the head, but a reused address can't
//   fool it: the node's `next` equals the head that it compared.
//
// PROGRESS
//   Every loop either advances along a finite list or repeats because another thread succeeded.
//   Nothing recurses: work that a transition causes elsewhere joins the queues of `Effects`. No
//   call waits for a thread. A consumer may have to wait for a thread that has claimed the cell,
//   holds its list, or is about to start the job for its lane.
//
// WHAT RUNS DURING A TRANSITION
//   No user code runs, and no user object is released. Both are recorded as effects, and carried
//   out once every state is final. The one exception is `enqueue` of an actor's custom executor,
//   when a job starts for that actor's handlers (B5). Continuations are resumed without a payload.
//   A losing outcome is released by the caller that brought it. A handler is released after it has
//   run and everything it settled is final (B6).

/// The state, the outcome and the consumers of a promise, and what the promise waits for.
@usableFromInline
package class Cell: Node, @unchecked Sendable {
  let word: CellWord
  let marks = Marks()
  let taskWord = TaskWord()
  /// Handlers of a settled cell that wait for a job, or for the call that runs them.
  let lane = Mailbox<Node>()

  // As for the value, the state determines which thread may access it.
  @exclusivity(unchecked) @usableFromInline package private(set) final var failure: (any Error)?
  @usableFromInline package let origin: Origin

  @usableFromInline
  init(
    _ link: consuming Link, _ origin: Origin, isSettled: Bool = false,
    failure: (any Error)? = nil
  ) {
    word = CellWord(isSettled ? .settled : .pending)
    self.origin = origin
    self.failure = failure
    super.init(link: link)
    assert(
      Unmanaged.passUnretained(self).word & 7 == 0,
      "The state word keeps its flags in the three low bits of an address.")
  }

  /// Records that a pending promise has been created. Its record now leads others to its cell.
  @usableFromInline
  final func promiseBegins(derivedFrom source: Cell? = nil) {
    guard let record = origin.record else { return }
    if let source { record.waits(for: source) }
    record.begins(in: self)
  }

  /// Whether the cell takes over for one that follows another.
  final var isRelay: Bool { marks.has(.relay) }

  override var asRelay: Cell? { isRelay ? self : nil }

  /// The errors of a retry's attempts. Any thread may read them.
  package var failedAttempts: [any Error] { [] }

  /// The task that does, or did, the promise's work. Any thread may read it.
  final var task: WorkTask? { taskWord.task }

  /// Raises the work of a pending promise to the priority of a task that waits for it.
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func raise(to priority: TaskPriority) { task?.escalatePriority(to: priority) }

  final var state: CellState { word.state }

  // MARK: Settling

  /// Tries to win the right to write the outcome. The winner writes it and calls `publish`.
  @usableFromInline
  package final func claimSettling() -> Bool { word.claim() }

  /// Makes the outcome readable and arranges for its delivery.
  @usableFromInline
  final func publish(_ effects: inout Effects) { complete(makeReadable(), &effects) }

  /// Makes the outcome readable. Called by the winner of the claim, which must then call
  /// `complete`.
  final func makeReadable() -> CellWord.Publication {
    origin.record?.settlingBegins(of: self)
    return word.publish()
  }

  /// Does the work that follows from the publication.
  final func complete(_ publication: CellWord.Publication, _ effects: inout Effects) {
    switch publication {
    case .settled: effects.end(settling: origin)
    case .mustDeliver: effects.steps.append(.deliver(self))
    case .leftToHolder: break
    }
    // Not earlier: a thread that attaches a producer meanwhile checks in the reverse order.
    leaveUpstream(&effects)
  }

  /// Rejects the cell.
  @usableFromInline @discardableResult
  package final func reject(_ error: any Error, _ effects: inout Effects) -> Bool {
    guard claimSettling() else { return false }
    rejectClaimed(error, &effects)
    return true
  }

  /// Completes a rejection. Called by the winner of the claim.
  @usableFromInline
  final func rejectClaimed(_ error: any Error, _ effects: inout Effects) {
    failure = error
    origin.record?.fails(like: nil)
    publish(&effects)
  }

  /// Cancels the cell, or the cell that settles in its place, and notifies its producer.
  @usableFromInline @discardableResult
  package final func cancel(
    with error: any Error = CancellationError(), _ effects: inout Effects
  ) -> Bool {
    settleRoot { cell in
      guard cell.claimSettling() else { return false }
      cell.rejectCancelled(with: error, &effects)
      return true
    }
  }

  /// Completes a cancellation. Called by the winner of the claim.
  final func rejectCancelled(
    with error: any Error = CancellationError(), _ effects: inout Effects
  ) {
    failure = error
    marks.set(.cancelled)
    publish(&effects)
  }

  /// Whether there is anything to stop once no consumer wants the outcome: something that the cell
  /// waits for, or a cancellation handler. The cell of a bare resolver, such as a gate, has no
  /// work: its consumers may leave, but it stays pending for later ones.
  var hasWork: Bool { hasUpstream || marks.has(.hasWork) }

  /// Whether a source, a producer or a task settles the cell.
  package final var hasUpstream: Bool { !link.isDead || taskWord.isSet }

  /// Settles like another cell, which is rejected or has the same type.
  @usableFromInline @discardableResult
  package final func settle(as settled: Cell, _ effects: inout Effects) -> Bool {
    guard claimSettling() else { return false }
    var owing: Cell?
    if let failure = settled.failure {
      self.failure = failure
      if settled.marks.has(.handled) { marks.set(.handled) }
      origin.record?.fails(like: settled)
    } else {
      copyValue(of: settled)
      if settled.marks.hasPublished(.owed) { owing = oweValue(of: settled) }
    }
    publish(&effects)
    if let owing { link.keepForGood(owing) }
    return true
  }

  /// The part of `settle(as:)` that knows the type of the value.
  @usableFromInline
  func copyValue(of settled: Cell) {}

  // MARK: Downstream of its source

  /// Settles like the source.
  override func receive(
    from source: Cell, with reference: Unmanaged<Node>, _ effects: inout Effects
  ) -> Bool {
    take(from: source, &effects)
    reference.release()
    return false
  }

  // MARK: Upstream

  /// Withdraws from the source or producer that the cell waits for, once it is settled or bound.
  final func leaveUpstream(_ effects: inout Effects) {
    if wasCancelled, let task = taskWord.taskToCancel { effects.stop { task.cancel() } }
    leaveUpstream(wasCancelled ? .cancelled : .settled, &effects)
  }

  /// The same for the reason given. The caller must settle the cell.
  package final func leaveUpstream(_ reason: Reason, _ effects: inout Effects) {
    guard !link.isDead, case .from(let upstream) = link.withdraw() else { return }
    effects.tell(upstream, consumerWas: reason)
    // The handler of a cell that waits for a producer has already had its turn.
    if !(upstream is Producer) { letHandlerGo(&effects) }
  }

  /// Leaves the source, if this is a relay that only its consumers could reach and none is left.
  func leaveIfUnreachable(_ effects: inout Effects) {}

  /// Makes the handler of a new cell see the task-locals that handlers carry.
  func carryLocals() {}

  /// Releases the handler of a withdrawn cell, which itself may still be in its source's list.
  func letHandlerGo(_ effects: inout Effects) {}

  /// Publishes the task that does the cell's work. Called by the thread that owns the cell, and has
  /// recorded before what the promise waits for.
  ///
  /// - Returns: whether the cell has already been cancelled, and the task must be, too.
  final func arm(with task: WorkTask) -> Bool {
    marks.set(.hasWork)
    taskWord.set(task)
    guard state.isDecided else { return false }
    if state.phase == .settled && wasCancelled { return true }
    taskWord.taskEnded()
    return false
  }

  /// Makes the cell wait for a producer.
  @usableFromInline
  final func wait(for producer: Producer, _ effects: inout Effects) {
    origin.record?.waits(for: producer.obstacle)
    guard link.arm(with: producer) else {
      return effects.tell(producer, consumerWas: .cancelled)
    }
    if state.isDecided { leaveUpstream(&effects) }
  }

  @usableFromInline
  override final func consumerWithdrew(_ reason: Reason, _ effects: inout Effects) {
    loseConsumer(reason, &effects)
  }

  // MARK: Deinitialization

  deinit {
    // No other thread refers to a cell that is being destroyed.
    let last = word.exclusiveState
    if failure != nil {
      reportUnseenFailure()
    } else if marks.isValueOfWork, last.phase == .settled {
      endDuty()
    }
    origin.release()
    taskWord.release()
    guard let relay = last.relay else {
      // A live node would retain the cell.
      var dead = NodeList(newestFirst: last.newest)
      return dead.releaseAll()
    }
    if !isRelay { relay._withUnsafeGuaranteedRef { _ = $0.marks.set(.handlesGone) } }
    Cell.releaseChain(from: relay)
  }
}
