// The part of a cell that knows the type of its value.

/// A cell whose promise is fulfilled with a `Value`.
///
/// The value is written once, by the thread that claimed the settling, before the state says that
/// it can be read.
@usableFromInline
class ValueCell<Value: Sendable>: CellStorage<Value?>, @unchecked Sendable {
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

  /// A cell that is settled by a handler of `source`.
  @inlinable
  init(derivedFrom source: Cell, _ origin: Origin, _ handler: Handler) {
    super.init(nil, .armed(with: source), origin, handler: handler)
    promiseBegins(derivedFrom: source)
  }

  /// A cell that settles as `source` does, unless something else settles it before.
  init(mirroring source: ValueCell<Value>, _ origin: Origin) {
    super.init(nil, .armed(with: source), origin)
    promiseBegins(derivedFrom: source)
  }

  /// A cell that takes over for one which follows another, and for its origin.
  private init(relayOf origin: Origin) {
    super.init(nil, .unarmed, origin.shared(), isRelay: true)
  }

  /// A cell that is known to be of this type.
  @inlinable
  static func of(_ cell: Cell) -> ValueCell {
    // SAFETY: callers have made the cell, or got it from where it was made: a relay has the type of
    // the cell that it stands for, and the list of a cell holds relays of its own type only.
    unsafeDowncast(cell, to: ValueCell.self)
  }

  /// The outcome for the user, if there is one.
  @inlinable
  final var outcome: Result<Value, any Error>? {
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

  @inlinable
  override final func copyValue(of settled: Cell) {
    value = Self.of(settled).value
  }

  @inlinable @discardableResult
  final func fulfill(_ value: Value, _ trampoline: inout Trampoline) -> Bool {
    guard claimSettling() else { return false }
    self.value = value
    publish(&trampoline)
    return true
  }

  @inlinable @discardableResult
  final func settle(
    _ result: Result<Value, any Error>, _ trampoline: inout Trampoline
  ) -> Bool {
    switch result {
    case .success(let value): fulfill(value, &trampoline)
    case .failure(let error): reject(error, &trampoline)
    }
  }

  /// Settles as `inner` does.
  @usableFromInline @discardableResult
  final func follow(_ inner: ValueCell<Value>, _ trampoline: inout Trampoline) -> Bool {
    if let settled = inner.settledRoot {
      settled.markFailureSeen()
      return settle(as: settled, &trampoline)
    }
    if bind(to: inner, through: ValueCell(relayOf: origin), &trampoline) { return true }
    if state.phase != .following {
      // A promise that was cancelled a moment ago withdraws as it would have a moment later.
      observe(.cancellation, &trampoline) {
        inner.markFailure(.seen)
        $0.tell(inner, consumerWas: .cancelled)
      }
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
class CellStorage<Stored>: Cell, @unchecked Sendable {
  // The state says who may touch it, and when: there is nothing that a check could find.
  @exclusivity(unchecked) @usableFromInline final var value: Stored

  @inlinable
  init(
    _ value: Stored, _ link: consuming Link, _ origin: Origin, handler: Handler? = nil,
    isRelay: Bool = false, isSettled: Bool = false, failure: (any Error)? = nil
  ) {
    self.value = value
    super.init(
      link, origin, handler: handler, isRelay: isRelay, isSettled: isSettled, failure: failure)
  }
}

/// The cell of a promise that stands for a task.
@usableFromInline
final class TaskCell<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  /// Written once, before the promise is handed out: any thread may read it.
  private var producer: TaskProducer?

  @usableFromInline
  override init(_ origin: Origin) { super.init(origin) }

  override var task: TaskProducer? { producer }

  /// The task that settles the cell has been started.
  func start(_ task: Task<Void, Never>) {
    let producer = TaskProducer(task)
    self.producer = producer
    Trampoline.run { attach(producer, &$0) }
  }
}
