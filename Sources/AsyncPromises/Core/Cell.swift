// The core of a promise.
//
// VOCABULARY
//   cell      what stands behind a promise: its state, its outcome, the list of its consumers.
//   node      an entry in the list of one cell: a waiter, an observer, or another cell.
//   derived   a cell that is a node itself: it waits with a handler, or settles as its source does.
//   relay     the cell that takes over the list of a cell that follows another one.
//   upstream  what a node waits for: a cell, or a producer (a task, a group of inputs, a timer).
//   inbox     the nodes that were pushed since a thread last held the list; newest first.
//   consumers the nodes that a holder has sorted out of the inbox; oldest first.
//   holder    the thread that alone removes nodes from the list at present.
//   lane      the queue of a settled cell's nonisolated handlers.
//   origin    the line that made the promise or, while promises are tracked, the record of it.
//
// THE WORDS OF A CELL
//   word          all threads, by the transitions of `CellWord`   who settles; who holds the list
//   link          its owner, movers, who claims or withdraws     who may touch `source`, `handler`
//   withdrawals   counted by all, taken by holders                when the list is worth pruning
//   marks         set by all, never cleared                       who reports a failure
//   lane          filled by trampolines, drained by one job       whether a job is at work
//
// STATES
//                      push: onto the inbox
//                       ┌────────┐
//                       ▼        │          claim          publish
//    ●──────────────▶ PENDING ───┴────▶ SETTLING ─────────▶ SETTLED, list held
//                       │  ▲                                  │  deliver, until the inbox is empty
//              bind     │  │ hold, release                    ▼  closeList
//                       │  └─▶ PENDING, list held           SETTLED (final)
//                       ▼
//                     FOLLOWING (final): the relay is the cell now
//
//   Each arrow is one compare-and-swap of the state word (CellState.swift). `held` goes with every
//   phase; `settled` and `following` are never left. Settling takes two steps because the outcome
//   is written in place: the claim decides who wins, the publication makes the outcome readable.
//   Between the two a reader sees a pending cell, and a second settler has lost already.
//
// ONE SETTLE
//   1  claim              the settler has won; all others lose from here on
//   2  write              the value, or `failure` and `wasCancelled`
//   3  publish            every reader sees the outcome; without consumers 5 and 6 fall away
//   4  leave upstream     the cell withdraws from its source, its producer is told
//   5  deliver            the holder claims each node in order: continuations are resumed, relays
//                         and groups settle (back to 1), handlers are queued up
//   6  jobs, closeList    handlers that are due have a job; the list is closed
//   7  the user's code    `onCancel`, the end of what was skipped: when nothing of 1 to 6 is left
//   8  the record ends    where promises are tracked
//
// OWNERSHIP
//   PENDING    the inbox, the consumers and the producer's copy retain nodes and cell. A derived
//              cell and its source retain each other, through the list and through the link;
//              delivery or withdrawal cuts both.
//   SETTLING   `failure`, `wasCancelled` and the value belong to the claimant.
//   SETTLED    the outcome is immutable. The list, when held, belongs to the deliverer.
//   FOLLOWING  the word retains the relay. The cell is kept alive by its handles alone.
//   `handler` and `source` of a derived cell belong to the thread that won its link.
//
// WHO DELIVERS
//   The thread that holds the list. A thread that settles or binds a cell whose list is held, or
//   ends a consumer's interest in it, changes the word and leaves the rest to the holder, which
//   cannot let go without seeing it. A node that is attached during a delivery is pushed
//   like any other and follows its elders: none overtakes.
//
// MEMORY ORDERING
//   Every atomic operation is sequentially consistent (StateWord.swift). Plain fields are published
//   by the exchange that ends their owner's turn and read after the load that shows it. Nodes are
//   removed only by taking the inbox whole, so that a push that compares the head alone is not
//   fooled by an address used again: the node's `next` equals the head it compared.
//
// PROGRESS
//   Every loop either advances along a finite list or repeats because another thread succeeded.
//   Nothing recurses: what one transition starts elsewhere goes onto the trampoline's stacks. No
//   call waits for a thread. A consumer may: for the thread that holds the list it stands in.
//
// WHAT RUNS UNDER A TRANSITION
//   Nothing of the user's. Delivery queues handlers up; jobs run them. Continuations are resumed
//   without a payload. An outcome that lost is released by the caller that brought it. A handler
//   is let go when it has run (B6): after the transitions of its own, before their delivery.

/// The state, the outcome and the consumers of a promise, and what the promise waits for.
@usableFromInline
class Cell: Node, @unchecked Sendable {
  let word: CellWord
  let withdrawals = Withdrawals()
  let marks = Marks()
  /// Handlers of a settled cell that wait for a job.
  let lane = Mailbox<Node>()

  var consumers: ConsumerList?
  // As for the value: the state says who may touch it.
  @exclusivity(unchecked) @usableFromInline private(set) final var failure: (any Error)?
  /// What the handler is handed; belongs to the winner of the link.
  private final var source: Cell?
  @usableFromInline let origin: Origin
  private final var handler: Handler?
  private(set) final var wasCancelled = false
  /// Whether the cell stands in for one that follows a third, with its origin.
  private let isRelay: Bool

  @usableFromInline
  init(
    _ link: consuming Link, _ origin: Origin, handler: Handler? = nil, isRelay: Bool = false,
    isSettled: Bool = false, failure: (any Error)? = nil
  ) {
    word = CellWord(isSettled ? .settled : .pending)
    self.isRelay = isRelay
    self.handler = handler
    self.origin = origin
    self.failure = failure
    super.init(link: link)
    assert(
      UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) & 15 == 0,
      "The state word keeps its flags in the four low bits of an address.")
  }

  /// A pending promise is made. From now on others may find its cell, by the record.
  ///
  /// - Parameter source: what it is derived from.
  @usableFromInline
  final func promiseBegins(derivedFrom source: Cell? = nil) {
    guard let record = origin.record else { return }
    if let isolation = handler?.isolation { origin.record(isolation: isolation) }
    if let source { record.note(.waits(for: .promise(of: source))) }
    record.note(.promiseBegins(in: self))
  }

  /// The task that works for the promise, if that is all it stands for.
  var task: TaskProducer? { nil }

  final var state: CellState { word.state }

  /// The cell that settles in this one's stead: itself, unless it follows another.
  @usableFromInline
  final var root: Cell {
    var cell = self
    while let relay = cell.state.relay {
      // SAFETY: a following word is final and retains its relay; `cell` is retained here.
      cell = relay.takeUnretainedValue()
    }
    return cell
  }

  /// The same, if it is settled.
  @usableFromInline
  final var settledRoot: Cell? {
    let cell = root
    return cell.state.phase == .settled ? cell : nil
  }

  final var isSettled: Bool { settledRoot != nil }

  // MARK: Settling

  /// Wins the right to write the outcome. The winner writes it and calls `publish`.
  @usableFromInline
  final func claimSettling() -> Bool { word.claim() }

  /// Makes the outcome readable and sees to its delivery.
  @usableFromInline
  final func publish(_ trampoline: inout Trampoline) {
    let record = origin.record
    record?.note(.settlingBegins)
    switch word.publish(isListEmpty: { consumers == nil }) {
    case .settled: if let record { trampoline.enlist(settled: record) }
    case .mustDeliver: trampoline.deliver(from: self)
    case .leftToHolder: break
    }
    if !link.isDead { withdraw(&trampoline) }
  }

  /// Rejects the cell.
  @usableFromInline @discardableResult
  final func reject(_ error: any Error, _ trampoline: inout Trampoline) -> Bool {
    guard claimSettling() else { return false }
    failure = error
    origin.record?.note(.rejected)
    publish(&trampoline)
    return true
  }

  /// Rejects the cell, or the one it follows for, with `CancellationError` and tells its producer.
  @usableFromInline @discardableResult
  final func cancel(_ trampoline: inout Trampoline) -> Bool {
    var cell = self
    while true {
      cell = cell.root
      if cell.claimSettling() {
        cell.rejectCancelled(&trampoline)
        return true
      }
      guard cell.state.phase == .following else { return false }
    }
  }

  /// The rest of a cancellation, for the winner of the claim.
  final func rejectCancelled(_ trampoline: inout Trampoline) {
    failure = CancellationError()
    wasCancelled = true
    publish(&trampoline)
  }

  /// Settles as another cell did, which is rejected or has the same type.
  @usableFromInline @discardableResult
  final func settle(as settled: Cell, _ trampoline: inout Trampoline) -> Bool {
    guard claimSettling() else { return false }
    if let failure = settled.failure {
      self.failure = failure
      if settled.marks.has(.handled) { marks.record(.handled) }
      origin.record?.note(.rejectedLike(settled))
    } else {
      copyValue(of: settled)
    }
    publish(&trampoline)
    return true
  }

  /// The part of `settle(as:)` that knows the type of the value.
  @usableFromInline
  func copyValue(of settled: Cell) {}

  // MARK: Downstream of its source

  /// A cell with a handler hands it to the trampoline; any other settles as its source did.
  @usableFromInline
  override final func receive(from source: Cell, _ trampoline: inout Trampoline) {
    guard handler != nil else { return _ = settle(as: source, &trampoline) }
    self.source = source
    trampoline.enqueue(self, on: handler?.isolation, onLaneOf: source)
  }

  override final var handlerOrigin: Origin { origin }

  override final func runHandler(_ trampoline: inout Trampoline) {
    let source = source.take()
    guard let handler = handler.take() else { return }
    if let source, !isSettled {
      if source.isRejected { origin.record?.note(.handles(source)) }
      handler.run(handler.closure, source, self, &trampoline)
    } else {
      handler.skip()
    }
  }

  override final var asRelay: Cell? { isRelay ? self : nil }

  // MARK: Upstream

  /// Withdraws from what the cell waits for, once it is settled: from a source, from a producer.
  final func withdraw(_ trampoline: inout Trampoline) {
    switch link.withdraw() {
    case .tooLate: return
    case .unarmed: break
    case .from(let upstream):
      trampoline.tell(upstream, consumerWas: wasCancelled ? .cancelled : .settled)
    }
    // The cell may still stand in the list of its source: the handler goes alone.
    if let handler = handler.take() { trampoline.skip(handler, of: self) }
  }

  /// Keeps what settles this cell within reach of a cancellation.
  @usableFromInline
  final func attach(_ producer: Producer, _ trampoline: inout Trampoline) {
    origin.record?.note(.waits(for: producer.obstacle))
    guard link.arm(with: producer) else {
      return trampoline.tell(producer, consumerWas: .cancelled)
    }
    switch state.phase {
    case .pending, .settling: break
    case .settled, .following: withdraw(&trampoline)
    }
  }

  /// A cell is an upstream as well.
  @usableFromInline
  override final func consumerWithdrew(_ reason: Reason, _ trampoline: inout Trampoline) {
    serviceList(after: reason, &trampoline)
  }

  // MARK: The end

  deinit {
    // No other thread refers to a cell that is being destroyed.
    let last = word.exclusiveState
    if failure != nil { reportUnseenFailure() }
    origin.release()
    guard let relay = last.relay else {
      // A living node would keep the cell.
      var dead = NodeList(reversing: last.inbox)
      return dead.releaseAll()
    }
    if !isRelay { relay._withUnsafeGuaranteedRef { $0.marks.record(.handlesGone) } }
    Cell.releaseChain(from: relay)
  }
}
