// The core of a promise.
//
// VOCABULARY
//   cell      what stands behind a promise: its state, its outcome, the list of its consumers.
//   node      an entry in the list of one cell: a waiter, an observer, or another cell.
//   derived   a cell that is a node itself: it waits upstream with a handler, or as a relay.
//   relay     the cell that takes over the list of a cell that follows another one.
//   producer  what settles a cell that is no node upstream: a task, a group of inputs, a timer.
//   inbox     the nodes that were pushed since somebody last held the list; newest first.
//   roster    the nodes that a holder has sorted out of the inbox; oldest first.
//   holder    the thread that alone removes nodes from the list at present.
//   lane      the queue of a settled cell's nonisolated handlers (see Lane.swift).
//   origin    the line that made the promise or, while promises are tracked, the record of it.
//
// STATES
//                      attach: push onto the inbox
//                       ┌────────┐
//                       ▼        │          claim          publish
//    ●──────────────▶ PENDING ───┴────▶ SETTLING ─────────▶ SETTLED, list held
//                       │  ▲                                  │  deliver, until the inbox is empty
//              bind     │  │ attach, poke, free               ▼
//                       │  └─▶ PENDING, list held           SETTLED (final)
//                       ▼
//                     FOLLOWING (final): the relay is the cell now
//
//   Each arrow is one compare-and-swap of the state word. `held` goes with every phase; `settled`
//   and `following` are never left. Settling takes two steps because the outcome is written in
//   place: the claim decides who wins, the publication makes the outcome readable. Between the two
//   a reader sees a pending cell, and a second settler has lost already.
//
// OWNERSHIP
//   PENDING    the inbox, the roster and the producer's copy retain nodes and cell. A derived cell
//              and its source retain each other, through the list and through the link; delivery or
//              withdrawal cuts both.
//   SETTLING   `failure`, `wasCancelled` and the value belong to the claimant.
//   SETTLED    the outcome is immutable. The list, when held, belongs to the deliverer.
//   FOLLOWING  the word retains the relay. The cell is kept alive by its handles alone; when they
//              are gone the relay is an orphan, and the next move puts its nodes in its place. That
//              is how a loop of `then`s that returns its next round stays as small as its first.
//   `handler`, `isolation` and `source` of a derived cell belong to whoever claimed or withdrew its
//   link.
//
// WHO DELIVERS
//   The one who holds the list. Whoever settles, binds or pokes a cell whose list is held changes
//   the state and leaves the rest to the holder, who cannot let go without seeing it. A node that
//   is attached while an outcome is delivered is pushed like any other and follows its elders:
//   nobody overtakes. Nobody waits for anybody; a failed exchange means that another thread got on.
//
// MEMORY ORDERING
//   Every atomic operation is sequentially consistent (StateWord.swift). Plain fields are published
//   by the exchange that ends their owner's turn and read after the load that shows it. Nodes are
//   removed only by taking the inbox whole, so that a push that compares the head alone is not
//   fooled by an address used again: the node's `next` equals the head it compared.
//
// PROGRESS
//   Every loop either advances along a finite list or repeats because another thread succeeded.
//   Nothing recurses: what one transition starts elsewhere goes onto the trampoline's worklists.
//
// WHAT RUNS UNDER A TRANSITION
//   Nothing of the user's. Delivery enqueues handlers; the trampoline runs them, cancels tasks and
//   calls `onCancel` when all transitions of the call are done. Continuations are resumed without a
//   payload. An outcome that lost is released by the caller who brought it.

/// The state, the outcome and the consumers of a promise, and what the promise waits for.
@usableFromInline
class Cell: Node, @unchecked Sendable {
  let state: StateWord
  /// Who went away since the list was last looked through.
  let departures: Departures
  /// Handlers of a settled cell that wait for a job.
  let lane: Lane

  var roster: Roster?
  /// Whoever takes it to a consumer reads `failureSeen`.
  @usableFromInline private(set) var failure: (any Error)?
  private(set) var wasCancelled = false

  /// Whether the cell stands in for another one, with its origin: as the relay of one that follows
  /// a third, or to let go of its handler.
  private let isStandIn: Bool
  /// Whether the handler is a `Cleanup`: it runs even when the cell is cancelled before its turn.
  let isCleanup: Bool

  private(set) final var handler: Handler?
  /// The actor that the handler runs on; `nil` for a nonisolated one.
  private(set) final var isolation: (any Actor)?
  var source: Cell?
  /// The next cell in the job that drains this cell's lane.
  var nextReady: Unmanaged<Cell>?
  @usableFromInline let origin: Origin

  @usableFromInline
  init(
    _ link: consuming Link, _ origin: Origin, isolation: (any Actor)? = nil,
    handler: Handler? = nil, isCleanup: Bool = false, isStandIn: Bool = false,
    isSettled: Bool = false, failure: (any Error)? = nil
  ) {
    state = StateWord(CellState(isSettled ? .settled : .pending).bits)
    self.isStandIn = isStandIn
    self.isolation = isolation
    self.handler = handler
    self.isCleanup = isCleanup
    self.origin = origin
    departures = Departures()
    lane = Lane()
    self.failure = failure
    super.init(link: link)
    assert(
      UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) & 15 == 0,
      "The state word keeps its flags in the four low bits of an address.")
  }

  /// A pending promise is made. From now on others may find its cell, by the record.
  @usableFromInline
  final func promiseBegins() {
    if let isolation { origin.record(isolation: isolation) }
    origin.record?.promiseBegins(in: self)
  }

  // MARK: Settling

  /// Wins the right to write the outcome. The winner writes it and calls `publish`.
  @usableFromInline
  final func claimSettling() -> Bool {
    while true {
      let seen = phase
      guard seen.phase == .pending else { return false }
      if state.exchange(seen, for: seen.with(phase: .settling)) { return true }
    }
  }

  /// Makes the outcome readable and sees to its delivery.
  @usableFromInline
  final func publish(_ trampoline: inout Trampoline) {
    origin.record?.settlingBegins()
    while true {
      let seen = phase
      if seen.isHeld {
        guard state.exchange(seen, for: seen.with(phase: .settled)) else { continue }
        break
      }
      let published = CellState(.settled, isHeld: true)
      guard state.exchange(seen, for: published) else { continue }
      trampoline.deliver(from: self, inbox: seen.inbox)
      break
    }
    if !link.isDead { leave(&trampoline) }
  }

  /// Rejects the cell, maybe because of the failure of another one.
  @usableFromInline @discardableResult
  final func reject(
    _ error: any Error, because source: Cell? = nil, _ trampoline: inout Trampoline
  ) -> Bool {
    guard claimSettling() else { return false }
    failure = error
    if let source { origin.record?.failed(because: source) }
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
      guard cell.phase.phase == .following else { return false }
    }
  }

  /// The rest of a cancellation, for whoever claimed the settling.
  final func rejectCancelled(_ trampoline: inout Trampoline) {
    failure = CancellationError()
    wasCancelled = true
    publish(&trampoline)
  }

  /// Settles as another cell did, which is rejected or has the same type.
  ///
  /// A failure that comes too late has been seen all the same: the promise was there for it.
  @usableFromInline @discardableResult
  final func settle(as settled: Cell, _ trampoline: inout Trampoline) -> Bool {
    let failure = settled.failureSeen
    guard claimSettling() else { return false }
    if let failure {
      self.failure = failure
      if settled.departures.failureWasHandled { departures.record(.handling) }
      origin.record?.failed(because: settled)
    } else {
      copyValue(of: settled)
    }
    publish(&trampoline)
    return true
  }

  /// The part of `settle(as:)` that knows the type of the value.
  @usableFromInline
  func copyValue(of settled: Cell) {}

  // MARK: Consumers

  /// A derived cell hands its handler to the trampoline; a relay settles as its source did.
  @usableFromInline
  override final func receive(from source: Cell, _ trampoline: inout Trampoline) {
    if handler != nil {
      self.source = source
      trampoline.enqueue(self, onLaneOf: source)
    } else {
      settle(as: source, &trampoline)
    }
  }

  /// Takes the handler, and lets go of its isolation: nothing of the user's stays with the cell.
  final func takeHandler() -> Handler? {
    isolation = nil
    return handler.take()
  }

  override final var asRelay: Cell? { isStandIn ? self : nil }

  // MARK: Upstream

  /// Lets go of what the cell waits for, once it is settled: of a source, of a producer.
  final func leave(_ trampoline: inout Trampoline) {
    switch link.withdraw(byCancellation: true) {
    case .tooLate: return
    case .unarmed, .lent: break
    case .from(let source): trampoline.withdraw(from: source)
    case .producer(let producer):
      return trampoline.tell(producer, byCancellation: wasCancelled)
    }
    if handler != nil { trampoline.enqueueSkipped(self) }
  }

  /// Keeps what settles this cell within reach of a cancellation.
  @usableFromInline
  final func hold(_ producer: Producer, _ trampoline: inout Trampoline) {
    guard link.hold(producer) else {
      return trampoline.tell(producer, byCancellation: true)
    }
    switch phase.phase {
    case .pending, .settling: break
    case .settled, .following: leave(&trampoline)
    }
  }

  // MARK: The end

  deinit {
    // SAFETY: nobody else refers to a cell that is being destroyed.
    let last = CellState(bits: state.loadExclusively())
    if failure != nil { reportUnseenFailure() }
    origin.release()
    guard let relay = last.relay else { return }
    if !isStandIn { relay._withUnsafeGuaranteedRef { $0.departures.record(.orphan) } }
    Cell.releaseChain(from: relay)
  }
}
