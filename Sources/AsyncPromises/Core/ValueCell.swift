// The part of a cell that knows the type of its value.

/// A cell whose promise is fulfilled with a `Value`.
///
/// The value is written once, by the thread that claimed the settling, before the state says that
/// it can be read.
@usableFromInline
final class ValueCell<Value: Sendable>: StoringCell<Value?>, @unchecked Sendable {
  /// A cell that somebody outside will settle.
  @inlinable
  init(_ origin: Origin = .none) {
    super.init(nil, .detached, origin)
    promiseBegins()
  }

  /// A settled cell.
  @inlinable
  init(_ result: Result<Value, any Error>, _ origin: Origin = .none) {
    switch result {
    case .success(let value):
      super.init(value, .detached, origin, isSettled: true)
    case .failure(let error):
      super.init(nil, .detached, origin, isSettled: true, failure: error)
    }
  }

  /// A cell that is settled by a handler of `source`.
  @inlinable
  init(
    derivedFrom source: Cell, _ origin: Origin, isolation: (any Actor)?, handler: Handler,
    isCleanup: Bool
  ) {
    super.init(
      nil, .armed(with: source), origin, isolation: isolation, handler: handler,
      isCleanup: isCleanup)
    promiseBegins()
  }

  /// A cell that settles as `source` does, unless something else settles it before.
  init(mirroring source: ValueCell<Value>, _ origin: Origin) {
    super.init(nil, .armed(with: source), origin)
    promiseBegins()
  }

  /// A cell that takes over for one which follows another, and for its origin.
  private init(relayOf origin: Origin) {
    super.init(nil, .unarmed, origin.shared(), isStandIn: true)
  }

  /// The outcome, if there is one.
  @inlinable
  var outcome: Result<Value, any Error>? {
    guard let settled = settledRoot else { return nil }
    if settled.isRejected { _ = settled.failureSeen }
    return Self.outcome(of: settled)
  }

  /// The outcome of a settled cell that is known to hold a `Value`.
  @inlinable
  static func outcome(of settled: Cell) -> Result<Value, any Error> {
    if let failure = settled.failure { return .failure(failure) }
    // SAFETY: a relay has the type of the cell that it stands for, and the list of a cell holds
    // handlers and relays of its own type only.
    guard let value = unsafeDowncast(settled, to: ValueCell<Value>.self).value else {
      preconditionFailure("A settled cell holds a failure or a value.")
    }
    return .success(value)
  }

  @inlinable
  override func copyValue(of settled: Cell) {
    // SAFETY: a relay follows cells of its own type only.
    value = unsafeDowncast(settled, to: ValueCell<Value>.self).value
  }

  @inlinable @discardableResult
  func fulfill(_ value: Value, _ trampoline: inout Trampoline) -> Bool {
    guard claimSettling() else { return false }
    self.value = value
    publish(&trampoline)
    return true
  }

  @inlinable @discardableResult
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
  @usableFromInline @discardableResult
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

/// A cell with room for what it is fulfilled with.
///
/// What it stores is a parameter of the class because of the end of the object: the metadata of a
/// parameter stands in the class, that of a field of type `Value?` would have to be looked up, at
/// 300 instructions a promise.
@usableFromInline
class StoringCell<Stored>: Cell, @unchecked Sendable {
  // The state says who may touch it, and when: there is nothing that a check could find.
  @exclusivity(unchecked) @usableFromInline var value: Stored

  @inlinable
  init(
    _ value: Stored, _ link: consuming Link, _ origin: Origin, isolation: (any Actor)? = nil,
    handler: Handler? = nil, isCleanup: Bool = false, isStandIn: Bool = false,
    isSettled: Bool = false, failure: (any Error)? = nil
  ) {
    self.value = value
    super.init(
      link, origin, isolation: isolation, handler: handler, isCleanup: isCleanup,
      isStandIn: isStandIn, isSettled: isSettled, failure: failure)
  }
}
