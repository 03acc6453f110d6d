// The part of a cell that knows the type of its value.

/// A cell whose promise is fulfilled with a `Value`.
///
/// The value is written once, by the thread that claimed the settling, before the state says that
/// it can be read.
final class ValueCell<Value: Sendable>: Cell, @unchecked Sendable {
  private var value: Value?

  /// A cell that somebody outside will settle.
  init(_ origin: Origin = .none) {
    super.init(link: .detached, origin: origin)
  }

  /// A settled cell.
  init(_ result: Result<Value, any Error>, _ origin: Origin = .none) {
    switch result {
    case .success(let value):
      self.value = value
      super.init(link: .detached, origin: origin, state: CellState(.settled))
    case .failure(let error):
      super.init(
        link: .detached, origin: origin, state: CellState(.settled), failure: error)
    }
  }

  /// A cell that is settled by a handler of `source`.
  init(derivedFrom source: Cell, _ origin: Origin, handler: Handler) {
    super.init(link: .armed(with: source), origin: origin, handler: handler)
  }

  /// A cell that settles as `source` does, unless something else settles it before.
  init(mirroring source: ValueCell<Value>, _ origin: Origin) {
    super.init(link: .armed(with: source), origin: origin)
  }

  /// A cell that takes over for one which follows another, and for its origin.
  private init(relayOf origin: Origin) {
    super.init(link: .unarmed, origin: origin.shared(), isStandIn: true)
  }

  /// The outcome, if there is one.
  var outcome: Result<Value, any Error>? {
    let cell = root
    guard cell.phase.phase == .settled else { return nil }
    return Self.outcome(of: cell)
  }

  /// The outcome of a settled cell that is known to hold a `Value`.
  static func outcome(of settled: Cell) -> Result<Value, any Error> {
    if let failure = settled.failureSeen { return .failure(failure) }
    // SAFETY: a relay has the type of the cell that it stands for, and the list of a cell holds
    // handlers and relays of its own type only.
    guard let value = unsafeDowncast(settled, to: ValueCell<Value>.self).value else {
      preconditionFailure("A settled cell holds a failure or a value.")
    }
    return .success(value)
  }

  override func copyValue(of settled: Cell) {
    // SAFETY: a relay follows cells of its own type only.
    value = unsafeDowncast(settled, to: ValueCell<Value>.self).value
  }

  @discardableResult
  func fulfill(_ value: Value, _ trampoline: inout Trampoline) -> Bool {
    guard claimSettling() else { return false }
    self.value = value
    publish(&trampoline)
    return true
  }

  @discardableResult
  func settle(
    _ result: Result<Value, any Error>, because source: Cell? = nil,
    _ trampoline: inout Trampoline
  ) -> Bool {
    switch result {
    case .success(let value): fulfill(value, &trampoline)
    case .failure(let error): reject(error, because: source, &trampoline)
    }
  }

  /// Settles as `inner` does.
  @discardableResult
  func follow(_ inner: ValueCell<Value>, _ trampoline: inout Trampoline) -> Bool {
    let settled = inner.root
    if settled.phase.phase == .settled { return settle(as: settled, &trampoline) }
    if bind(to: inner, through: ValueCell(relayOf: origin), &trampoline) { return true }
    if phase.phase != .following {
      // A promise that was cancelled a moment ago withdraws as it would have a moment later.
      observe(.cancellation, &trampoline) { $0.withdraw(from: inner) }
    }
    return false
  }
}
