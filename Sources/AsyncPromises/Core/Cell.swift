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
//   lane      the queue of a settled cell's handlers that run concurrently, or inline.
//   origin    the line that made the promise or, while promises are tracked, the record of it.
//
// THE WORDS OF A CELL
//   word          all threads, by the transitions of `CellWord`   who settles; who holds the list
//   link          its owner, movers, who claims or withdraws     who may touch the handler
//   marks         set by all, and never cleared                  who reports a failure
//                 withdrawals are counted by all, taken by holders  when the list is worth pruning
//   lane          filled by calls, drained by one at a time        who runs the handlers
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
//   2  write              the value, or `failure`; that it was a cancellation
//   3  publish            every reader sees the outcome; without consumers 5 and 6 fall away
//   4  leave upstream     the cell withdraws from its source, its producer is told
//   5  deliver            the holder claims each node in order: relays and groups settle (back to
//                         1); nodes with a handler, waiters and nodes that were told are written
//                         down (Effects.swift)
//   6  jobs, closeList    handlers that are due have a job; the list is closed
//   7  the user's code    waiters are resumed, what was given up is released, `onCancel` is called:
//                         when nothing of 1 to 6 is left; then, when 8 is done, inline handlers
//   8  the record ends    where promises are tracked
//
// OWNERSHIP
//   PENDING    the inbox, the consumers and the producer's copy retain nodes and cell. A derived
//              cell and its source retain each other, through the list and through the link;
//              delivery or withdrawal cuts both.
//   SETTLING   `failure` and the value belong to the claimant.
//   SETTLED    the outcome is immutable. The list, when held, belongs to the deliverer.
//   FOLLOWING  the word retains the relay. The cell is kept alive by its handles alone.
//   The handler of a derived cell, and the references that its link and the list held, belong to
//   the thread that won the link, and then to the job.
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
//   Nothing recurses: what one transition starts elsewhere goes onto the stacks of effects. No
//   call waits for a thread. A consumer may: for the thread that holds the list it stands in.
//
// WHAT RUNS UNDER A TRANSITION
//   Nothing of the user's, and nothing of the user's is released: it is written down, as effects,
//   and carried out when every state is final. Continuations are resumed without a payload. An
//   outcome that lost is released by the caller that brought it. A handler is let go when it has
//   run, and what it has settled is final (B6).

/// The state, the outcome and the consumers of a promise, and what the promise waits for.
@usableFromInline
package class Cell: Node, @unchecked Sendable {
  let word: CellWord
  let marks = Marks()
  /// Handlers of a settled cell that wait for a job, or for the call that runs them.
  let lane = Mailbox<Node>()

  var consumers: ConsumerList?
  // As for the value: the state says who may touch it.
  @exclusivity(unchecked) @usableFromInline private(set) final var failure: (any Error)?
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
      UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) & 15 == 0,
      "The state word keeps its flags in the four low bits of an address.")
  }

  /// A pending promise is made. From now on others may find its cell, by the record.
  @usableFromInline
  final func promiseBegins(derivedFrom source: Cell? = nil) {
    guard origin.isTracked else { return }
    if let source { origin.note(.waits(for: .promise(of: source))) }
    origin.note(.promiseBegins(in: self))
  }

  /// Whether the cell takes over for one that follows another.
  final var isRelay: Bool { marks.has(.relay) }

  override final var asRelay: Cell? { isRelay ? self : nil }

  /// The task that works for the promise, or has worked for it. By any thread.
  final var task: Task<Void, Never>? { link.task }

  final var state: CellState { word.state }

  // MARK: Settling

  /// Wins the right to write the outcome. The winner writes it and calls `publish`.
  @usableFromInline
  final func claimSettling() -> Bool { word.claim() }

  /// Makes the outcome readable and sees to its delivery.
  @usableFromInline
  final func publish(_ effects: inout Effects) { complete(makeReadable(), &effects) }

  /// Makes the outcome readable. By the winner of the claim, who owes what `complete` does.
  final func makeReadable() -> CellWord.Publication {
    origin.note(.settlingBegins)
    return word.publish(isListEmpty: { consumers == nil })
  }

  /// What follows from the publication.
  final func complete(_ publication: CellWord.Publication, _ effects: inout Effects) {
    switch publication {
    case .settled: effects.end(settling: origin)
    case .mustDeliver: effects.deliver(from: self)
    case .leftToHolder: break
    }
    // Not before: who attaches a producer meanwhile looks the other way round.
    if !link.isDead { withdraw(&effects) }
  }

  /// Rejects the cell.
  @usableFromInline @discardableResult
  final func reject(_ error: any Error, _ effects: inout Effects) -> Bool {
    guard claimSettling() else { return false }
    rejectClaimed(error, &effects)
    return true
  }

  /// The rest of a rejection, for the winner of the claim.
  @usableFromInline
  final func rejectClaimed(_ error: any Error, _ effects: inout Effects) {
    failure = error
    origin.note(.rejected)
    publish(&effects)
  }

  /// Rejects the cell, or the one it follows for, and tells its producer.
  @usableFromInline @discardableResult
  final func cancel(
    with error: any Error = CancellationError(), _ effects: inout Effects
  ) -> Bool {
    settleRoot { cell in
      guard cell.claimSettling() else { return false }
      cell.rejectCancelled(with: error, &effects)
      return true
    }
  }

  /// The rest of a cancellation, for the winner of the claim.
  final func rejectCancelled(
    with error: any Error = CancellationError(), _ effects: inout Effects
  ) {
    failure = error
    marks.set(.cancelled)
    publish(&effects)
  }

  /// Whether anything can be stopped when nobody wants the outcome any more: whatever the cell
  /// waits for, or who listens to its cancellation. A bare resolver, such as that of a gate, has
  /// nothing: it is only left, and stays pending for who comes later.
  var hasWork: Bool { !link.isDead || marks.has(.hasCancelHandler) || isForeign }

  /// Whether the promise keeps other rules: it is cancelled when everybody has left it, whether or
  /// not there is work to stop.
  var isForeign: Bool { false }

  /// Settles as another cell did, which is rejected or has the same type.
  @usableFromInline @discardableResult
  final func settle(as settled: Cell, _ effects: inout Effects) -> Bool {
    guard claimSettling() else { return false }
    if let failure = settled.failure {
      self.failure = failure
      if settled.marks.has(.handled) { marks.set(.handled) }
      origin.note(.rejectedLike(settled))
    } else {
      copyValue(of: settled)
    }
    publish(&effects)
    return true
  }

  /// The part of `settle(as:)` that knows the type of the value.
  @usableFromInline
  func copyValue(of settled: Cell) {}

  // MARK: Downstream of its source

  /// Settles as the source did.
  override func receive(
    from source: Cell, with reference: Unmanaged<Upstream>, _ effects: inout Effects
  ) -> Bool {
    settle(as: source, &effects)
    reference.release()
    return false
  }

  // MARK: Upstream

  /// Withdraws from what the cell waits for, once it is settled: from a source, from a producer.
  final func withdraw(_ effects: inout Effects) {
    switch link.withdraw() {
    case .tooLate, .unarmed: break
    case .fromTask(let task):
      if wasCancelled { effects.callOut { task.cancel() } }
    case .from(let upstream):
      effects.tell(upstream, consumerWas: wasCancelled ? .cancelled : .settled)
      // What waits for a producer has had its turn.
      if !(upstream is Producer) { letHandlerGo(&effects) }
    }
  }

  /// The cell was withdrawn. It may still stand in the list of its source: the handler goes alone.
  func letHandlerGo(_ effects: inout Effects) {}

  /// A task works for the cell from now on. By the thread that the cell belongs to.
  final func wait(for task: Task<Void, Never>, _ effects: inout Effects) {
    origin.note(.waits(for: .operation))
    link.arm(with: task)
    withdrawIfDecided(&effects)
  }

  /// The cell waits for a producer from now on.
  @usableFromInline
  final func wait(for producer: Producer, _ effects: inout Effects) {
    origin.note(.waits(for: producer.obstacle))
    guard link.arm(with: producer) else {
      return effects.tell(producer, consumerWas: .cancelled)
    }
    withdrawIfDecided(&effects)
  }

  /// The cell waits for what was not there when it may have been settled or bound.
  final func withdrawIfDecided(_ effects: inout Effects) {
    switch state.phase {
    case .pending, .settling: break
    case .settled, .following: withdraw(&effects)
    }
  }

  @usableFromInline
  override final func consumerWithdrew(_ reason: Reason, _ effects: inout Effects) {
    serviceList(after: reason, &effects)
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
    if !isRelay { relay._withUnsafeGuaranteedRef { _ = $0.marks.set(.handlesGone) } }
    Cell.releaseChain(from: relay)
  }
}
