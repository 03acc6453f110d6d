// The cell of a derived promise, which waits with a handler.

/// A cell with a handler.
@usableFromInline
final class DerivedCell<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  // The link determines which thread may access it, so an exclusivity check can't find anything.
  @exclusivity(unchecked) @usableFromInline var handler: Handler?

  /// Creates a cell that is about to be attached to `source`.
  @inlinable
  init(from source: borrowing Cell, _ origin: Origin, _ handler: consuming Handler) {
    self.handler = consume handler
    super.init(.armed(with: source), origin)
  }

  override var handlerContext: ExecutionContext? { handler?.context }

  override var startsTask: Bool {
    if case .startsTask? = handler?.purpose { true } else { false }
  }

  /// Always `true`: the handler counts as work, even if the source has settled.
  override var hasWork: Bool { true }

  override var handlerOrigin: Origin { origin }

  /// Queues the handler, unless the outcome bypasses it.
  override func receive(
    from source: Cell, with reference: Unmanaged<Node>, _ effects: inout Effects
  ) -> Bool {
    switch handler?.purpose {
    case .values? where source.isRejected, .failures? where !source.isRejected,
      .failuresExceptCancellations? where source.failure.map(Origin.isOwnCancellation) != false,
      nil:
      // The cell settles at once, without waiting for the handler's turn.
      take(from: source, &effects)
      letHandlerGo(&effects)
      reference.release()
      return false
    case _?:
      // The references that the link and the list held stay with the node while it is queued.
      link.keep(reference)
      effects.enqueue(
        .passUnretained(self), hasLane: handler?.context.hasLane != false, onLaneOf: source)
      return true
    }
  }

  override func runHandler(_ effects: inout Effects) -> Unmanaged<Cell>? {
    let reference = link.takeSource()
    // The handler is moved out for the call and then back: copying it would cost two retains.
    withUnsafeMutablePointer(to: &handler) { kept in
      guard let handler = kept.move() else { return kept.initialize(to: nil) }
      runHandler(handler, reference, &effects)
      kept.initialize(to: consume handler)
    }
    return reference
  }

  @inline(__always)
  private func runHandler(
    _ handler: borrowing Handler, _ reference: Unmanaged<Cell>?, _ effects: inout Effects
  ) {
    guard let reference else { return handler.skip() }
    reference._withUnsafeGuaranteedRef { source in
      switch handler.purpose {
      case _ where isSettled:
        source.marks.consumerVanished()
        handler.skip()
      case .valuesInTurn where source.isRejected, .failuresInTurn where !source.isRejected:
        take(from: source, &effects)
      default:
        if source.isRejected { origin.record?.handles(source) }
        handler.run(handler.closure, source, self, &effects)
      }
    }
  }

  override func endTurn() { handler = nil }

  override func carryLocals() {
    guard let handler else { return }
    self.handler = Handler(
      handler.closure, in: handler.context, for: handler.purpose,
      run: CarriedLocals.carrying(handler.run))
  }

  override func letHandlerGo(_ effects: inout Effects) {
    guard let handler = handler.take() else { return }
    if wasCancelled { effects.stopsWork() }
    effects.skip(handler, of: self)
  }
}

extension Effects {
  /// Skips the handler of `cell`.
  ///
  /// A cleanup, or the handler of an actor or a queue, still takes its turn, before the handlers
  /// that wait for `cell`, so that it is released where it would have run.
  mutating func skip(_ handler: Handler, of cell: Cell) {
    switch (handler.context, handler.purpose) {
    case (.actor, _), (.queue, _), (_, .cleanup):
      let turn = DetachedHandler(handler, cell.origin)
      enqueue(.passRetained(turn), hasLane: handler.context.hasLane, onLaneOf: cell)
    case (.concurrent, _), (.whenDone, _):
      // Its captures are the user's, so they are released once all transitions are done.
      callOut { withExtendedLifetime(handler) {} }
    }
  }
}

/// A handler that takes its turn without a cell, because it is skipped or never belonged to one.
final class DetachedHandler: Node, @unchecked Sendable {
  /// Belongs to the job that runs it.
  private var handler: Handler?
  private let origin: Origin

  /// - Parameter origin: the origin of the promise whose record notes what happens to the handler.
  init(_ handler: Handler, _ origin: Origin) {
    self.handler = handler
    self.origin = origin.shared()
    super.init(link: .detached)
  }

  /// Creates a handler that belongs to no cell, and that calls `cleanup` in any case.
  convenience init(
    _ cleanup: @escaping @Sendable () -> Void, on actor: any Actor, _ origin: Origin
  ) {
    let closure = ErasedClosure(context: cleanup)
    self.init(Handler(closure, in: .actor(actor), for: .cleanup) { _, _, _, _ in }, origin)
  }

  override var handlerOrigin: Origin { origin }

  override var handlerContext: ExecutionContext? { handler?.context }

  override func runHandler(_ effects: inout Effects) -> Unmanaged<Cell>? {
    handler?.skip()
    return nil
  }

  override func endTurn() { handler = nil }

  deinit { origin.release() }
}
