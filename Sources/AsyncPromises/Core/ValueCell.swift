// The part of a cell that knows the type of its value.

/// A cell whose promise is fulfilled with a `Value`.
///
/// The value is written once, by the thread that claimed the settling, before the state makes it
/// readable.
@usableFromInline
package class ValueCell<Value: Sendable>: CellStorage<Value?>, @unchecked Sendable {
  /// Creates a pending cell, whose promise begins later.
  ///
  /// A cell whose link is armed with another of its type is about to be attached to that one. It
  /// then settles alike, unless something else settles it first.
  @inlinable
  init(_ link: consuming Link, _ origin: Origin) { super.init(nil, link, origin) }

  /// Creates a cell that is settled from outside the core.
  @inlinable
  package convenience init(_ origin: Origin = .none) {
    self.init(.detached, origin)
    promiseBegins()
  }

  /// Creates a settled cell.
  @inlinable
  package init(_ result: Result<Value, any Error>, _ origin: Origin = .none) {
    switch result {
    case .success(let value): super.init(value, .detached, origin, isSettled: true)
    case .failure(let error): super.init(nil, .detached, origin, isSettled: true, failure: error)
    }
  }

  // SAFETY: callers created the cell, or got it from the code that did. A relay has the type of the
  // cell that it takes over for, and a cell's list contains only relays of its own type.

  /// Downcasts a cell that is known to be of this type.
  @inlinable
  package static func of(_ cell: Cell) -> ValueCell { unsafeDowncast(cell, to: ValueCell.self) }

  /// Downcasts a cell that is known to be of a subclass.
  @inlinable
  static func of<C: ValueCell>(_ cell: Cell, as _: C.Type) -> C { unsafeDowncast(cell, to: C.self) }

  /// The outcome to give to the user, if there is one.
  @inlinable
  final var outcome: Result<Value, any Error>? {
    if isSettledItself {  // as most cells are, so there is nothing to retain
      markOutcomeSeen()
      return Self.outcome(of: self)
    }
    guard let settled = settledRoot else { return nil }
    settled.markOutcomeSeen()
    return Self.outcome(of: settled)
  }

  /// Returns the outcome of a settled cell that is known to hold a `Value`. Sets no marks.
  @inlinable
  static func outcome(of settled: Cell) -> Result<Value, any Error> {
    if let failure = settled.failure { return .failure(failure) }
    guard let value = of(settled).value else {
      preconditionFailure("A settled cell must hold a failure or a value.")
    }
    return .success(value)
  }

  @inlinable @discardableResult
  package final func fulfill(_ value: Value, _ effects: inout Effects) -> Bool {
    settle(.success(value), &effects)
  }

  @inlinable @discardableResult
  package final func settle(
    _ result: Result<Value, any Error>, _ effects: inout Effects
  ) -> Bool {
    guard claimSettling() else { return false }
    settleClaimed(result, &effects)
    return true
  }

  /// Completes the settling. Called by the winner of the claim.
  @inlinable
  package final func settleClaimed(_ result: Result<Value, any Error>, _ effects: inout Effects) {
    switch result {
    case .success(let value):
      self.value = value
      publish(&effects)
    case .failure(let error): rejectClaimed(error, &effects)
    }
  }
}

/// A cell with storage for its value.
///
/// The stored type is a generic parameter of the class to make deinitialization and copies cheap.
/// The metadata of a parameter is stored in the class, whereas the metadata of a `Value?` field
/// would have to be looked up, at 300 instructions per promise.
@usableFromInline
package class CellStorage<Stored>: Cell, @unchecked Sendable {
  // The state determines when a thread may access it, so an exclusivity check can't find anything.
  @exclusivity(unchecked) @usableFromInline final var value: Stored

  @inlinable
  init(
    _ value: Stored, _ link: consuming Link, _ origin: Origin, isSettled: Bool = false,
    failure: (any Error)? = nil
  ) {
    self.value = value
    super.init(link, origin, isSettled: isSettled, failure: failure)
  }

  @inlinable
  override final func copyValue(of settled: Cell) {
    // SAFETY: as for `ValueCell.of`.
    value = unsafeDowncast(settled, to: CellStorage.self).value
  }
}
