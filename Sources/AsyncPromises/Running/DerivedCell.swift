// The cell of a derived promise, which waits with a handler.

/// A cell with a handler.
@usableFromInline
final class DerivedCell<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  // The link says who may touch it: there is nothing that a check could find.
  @exclusivity(unchecked) @usableFromInline var handler: Handler?

  /// A cell that is to be attached to `source`.
  @inlinable
  init(from source: borrowing Cell, _ origin: Origin, _ handler: consuming Handler) {
    self.handler = consume handler
    super.init(.armed(with: source), origin)
  }

  override var handlerContext: ExecutionContext? { handler?.context }

  /// There is: a handler, even if the source has settled.
  override var hasWork: Bool { true }

  override var handlerOrigin: Origin { origin }

  /// Has the handler take its turn, unless the outcome passes it.
  override func receive(
    from source: Cell, with reference: Unmanaged<Upstream>, _ effects: inout Effects
  ) -> Bool {
    switch handler?.purpose {
    case .values? where source.isRejected, .failures? where !source.isRejected, nil:
      // The handler is let go without waiting for its turn.
      settle(as: source, &effects)
      letHandlerGo(&effects)
      reference.release()
      return false
    case _?:
      // What the link held goes along to the queue, and so does what the list held.
      link.keep(reference)
      effects.enqueue(
        .passUnretained(self), in: handler?.context.lane ?? .concurrent, onLaneOf: source)
      return true
    }
  }

  override func runHandler(_ effects: inout Effects) -> Unmanaged<Cell>? {
    let reference = link.takeSource()
    // Taken out for the run, and put back: a copy would be two retains.
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
    guard let reference, !isSettled else { return handler.skip() }
    reference._withUnsafeGuaranteedRef { source in
      switch handler.purpose {
      case .valuesInTurn where source.isRejected, .failuresInTurn where !source.isRejected:
        settle(as: source, &effects)
      default:
        if source.isRejected { origin.note(.handles(source)) }
        handler.run(handler.closure, source, self, &effects)
      }
    }
  }

  override func endTurn() { handler = nil }

  override func letHandlerGo(_ effects: inout Effects) {
    if let handler = handler.take() { effects.skip(handler, of: self) }
  }
}

extension Effects {
  /// The handler of `cell` is skipped: it is let go where it would have run.
  ///
  /// It takes its turn before the handlers that wait for `cell`.
  mutating func skip(_ handler: Handler, of cell: Cell) {
    switch (handler.context, handler.purpose) {
    case (.actor, _), (.queue, _), (_, .cleanup):
      let turn = DetachedHandler(handler, cell.origin)
      enqueue(.passRetained(turn), in: handler.context.lane, onLaneOf: cell)
    case (.concurrent, _), (.inline, _):
      // What it captured is the user's: it goes when all transitions are done.
      callOut { withExtendedLifetime(handler) {} }
    }
  }
}

/// A handler that takes its turn without the cell that it was given to: one that is skipped, or one
/// that belongs to no cell.
final class DetachedHandler: Node, @unchecked Sendable {
  /// Belongs to the job that runs it.
  private var handler: Handler?
  private let origin: Origin

  /// - Parameter origin: of the promise that is told of the handler.
  init(_ handler: Handler, _ origin: Origin) {
    self.handler = handler
    self.origin = origin.shared()
    super.init(link: .detached)
  }

  /// A handler that is called by itself, whatever becomes of any promise.
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
