// What a cell has besides when something works for it: a handler, another cell, a task.

/// The cell of a derived promise, which waits with a handler.
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
    from source: Cell, with reference: Unmanaged<Upstream>, _ trampoline: inout Trampoline
  ) -> Bool {
    switch handler?.purpose {
    case .values? where source.isRejected, .failures? where !source.isRejected, nil:
      // The handler is let go without waiting for its turn.
      settle(as: source, &trampoline)
      letHandlerGo(&trampoline)
      Link.release(reference)
      return false
    case _?:
      // What the link held goes along to the queue, and so does what the list held.
      link.keep(reference)
      trampoline.enqueue(
        .passUnretained(self), in: handler?.context ?? .concurrent, onLaneOf: source)
      return true
    }
  }

  override func runHandler(_ trampoline: inout Trampoline) -> EndedHandler? {
    let reference = link.takeSource()
    guard let handler = handler.take() else { return EndedHandler(handler: nil, source: reference) }
    if let reference, !isSettled {
      reference._withUnsafeGuaranteedRef {
        // SAFETY: a node with a handler is delivered to by a cell, and the reference keeps that.
        let source = unsafeDowncast($0, to: Cell.self)
        switch handler.purpose {
        case .valuesInTurn where source.isRejected, .failuresInTurn where !source.isRejected:
          settle(as: source, &trampoline)
        default:
          if source.isRejected { origin.record?.note(.handles(source)) }
          handler.run(handler.closure, source, self, &trampoline)
        }
      }
    } else {
      handler.skip()
    }
    return EndedHandler(handler: handler, source: reference)
  }

  override func letHandlerGo(_ trampoline: inout Trampoline) {
    if let handler = handler.take() { trampoline.skip(handler, of: self) }
  }
}

/// The cell that takes over for one which follows another, with its origin.
final class Relay<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  init(for origin: Origin) {
    super.init(.unarmed, origin.shared())
  }

  override var isRelay: Bool { true }
}

/// The cell of a promise that stands for a task.
@usableFromInline
final class TaskCell<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  /// Written once, before the promise is handed out: any thread may read it.
  private var ownTask: Task<Void, Never>?

  @usableFromInline
  override init(_ origin: Origin) { super.init(origin) }

  override var task: Task<Void, Never>? { ownTask }

  /// The task that settles the cell has been started.
  func start(_ task: Task<Void, Never>) {
    ownTask = task
    origin.record?.note(.waits(for: .operation))
    link.armWithOwnTask()
    Trampoline.run { withdrawIfDecided(&$0) }
  }
}
