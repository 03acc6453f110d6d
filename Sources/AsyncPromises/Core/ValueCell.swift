// The part of a cell that knows the type of its value.

/// A cell whose promise is fulfilled with a `Value`.
///
/// The value is written once, by the thread that claimed the settling, before the state says that
/// it can be read.
@usableFromInline
package class ValueCell<Value: Sendable>: CellStorage<Value?>, @unchecked Sendable {
  /// A cell that the outside settles.
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

  /// A pending cell, whose promise begins later.
  @inlinable
  init(_ link: consuming Link, _ origin: Origin) {
    super.init(nil, link, origin)
  }

  /// A cell that settles as `source` does, unless something else settles it before.
  init(mirroring source: ValueCell<Value>, _ origin: Origin) {
    super.init(nil, .armed(with: source), origin)
    promiseBegins(derivedFrom: source)
  }

  /// A cell that is known to be of this type.
  @inlinable
  static func of(_ cell: Cell) -> ValueCell {
    // SAFETY: callers have made the cell, or got it from where it was made: a relay has the type of
    // the cell that it stands for, and the list of a cell holds relays of its own type only.
    unsafeDowncast(cell, to: ValueCell.self)
  }

  override final var isForeign: Bool { Value.self is any ForeignValue.Type }

  /// The outcome for the user, if there is one.
  @inlinable
  final var outcome: Result<Value, any Error>? {
    if isSettledItself {  // which most cells are: there is nothing to retain
      markFailureSeen()
      return Self.outcome(of: self)
    }
    guard let settled = settledRoot else { return nil }
    settled.markFailureSeen()
    return Self.outcome(of: settled)
  }

  /// The outcome of a settled cell that is known to hold a `Value`. To read it marks nothing.
  @inlinable
  static func outcome(of settled: Cell) -> Result<Value, any Error> {
    if let failure = settled.failure { return .failure(failure) }
    guard let value = of(settled).value else {
      preconditionFailure("A settled cell holds a failure or a value.")
    }
    return .success(value)
  }

  @inlinable @discardableResult
  final func fulfill(_ value: Value, _ effects: inout Effects) -> Bool {
    guard claimSettling() else { return false }
    self.value = value
    publish(&effects)
    return true
  }

  @inlinable @discardableResult
  final func settle(
    _ result: Result<Value, any Error>, _ effects: inout Effects
  ) -> Bool {
    switch result {
    case .success(let value): fulfill(value, &effects)
    case .failure(let error): reject(error, &effects)
    }
  }
}

/// A value whose promises keep other rules: see `Cell.isForeign`.
package protocol ForeignValue {}

/// A cell with room for what it is fulfilled with.
///
/// What it stores is a parameter of the class because of the end of the object, and of copies: the
/// metadata of a parameter stands in the class, that of a field of type `Value?` would have to be
/// looked up, at 300 instructions a promise.
@usableFromInline
package class CellStorage<Stored>: Cell, @unchecked Sendable {
  // The state says who may touch it, and when: there is nothing that a check could find.
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
