// Work that begins when its turn comes, and that several callers may share: what
// AsyncPromisesSharing needs of the core.

extension ValueCell {
  /// Starts `operation` in a task, like `Promise { }`, and settles with its outcome.
  ///
  /// - Parameter ended: called in the task when the operation has ended and the cell has settled.
  package final func start(
    on isolation: (any Actor)?,
    _ operation: nonisolated(nonsending) @escaping @Sendable () async throws -> Value,
    ended: @escaping @Sendable () -> Void = {}
  ) {
    origin.record(isolation: isolation)
    let body = Operation.captured {
      do {
        self.operationEnded(.success(try await operation()))
      } catch {
        self.operationEnded(.failure(error))
      }
      self.taskWord.taskEnded()
      ended()
    }
    wait(for: Tasks.operation(for: self, on: isolation, priority: nil, body))
  }
}

extension Promise {
  /// The promise of a call in a task that was cancelled beforehand.
  package static func cancelled(_ origin: Origin) -> Promise {
    let cell = ValueCell<Value>(origin)
    Trampoline.run { _ = cell.cancel(&$0) }
    return Promise(cell: cell)
  }
}

/// The clock of a call that may have been given one.
package func clockOfCall(_ given: (any Clock<Duration>)?) -> any Clock<Duration> {
  Timer.clock(given)
}

/// Releases an object of one caller's that another one's call has dropped.
package func releaseInJob(_ object: some AnyObject & Sendable) {
  Tasks.start(on: nil) { withExtendedLifetime(object) {} }
}

/// Work for several callers, each of which gets a promise of its own.
package struct SharedWork<Value: Sendable>: Sendable {
  private let cell: ValueCell<Value>

  /// - Parameter isKept: whether the work continues when all callers have left.
  init(_ origin: Origin, isKept: Bool) {
    cell = isKept ? KeptCell(.detached, origin) : ValueCell(.detached, origin)
    // Its first caller joins once it has begun.
    cell.marks.consumerCame()
  }

  package enum Found<Place> {
    /// The caller has joined others, or comes from a cancelled task.
    case promise(Promise<Value>)
    /// New work, which is about to begin.
    case new(SharedWork, Place)
  }

  /// Joins a caller to the current work, or makes new work the current one.
  ///
  /// - Parameters:
  ///   - origin: the origin of the caller's promise.
  ///   - isKept: whether new work continues when all callers have left.
  ///   - sharesValue: whether work that has been fulfilled can still be joined.
  ///   - current: returns the current work.
  ///   - replace: makes new work the current one, in place of what can't be joined anymore. Returns
  ///     its place, or `nil` if another caller has done that.
  package static func find<Place>(
    for origin: Origin, isKept: Bool, sharesValue: Bool, current: () -> SharedWork?,
    replace: (_ late: SharedWork?, _ new: SharedWork) -> Place?
  ) -> Found<Place> {
    var (late, new): (SharedWork?, SharedWork?)
    while true {
      if let work = current(), !(work === late) {
        if let promise = work.join(origin, sharesValue: sharesValue) { return .promise(promise) }
        late = work
      }
      if Task.isCancelled { return .promise(.cancelled(origin)) }
      let work = new ?? SharedWork(Origin(partOf: origin), isKept: isKept)
      if let place = replace(late, work) { return .new(work, place) }
      new = work
    }
  }

  /// Starts the operation.
  ///
  /// - Parameter origin: the origin of the first caller's promise.
  /// - Returns: that promise.
  package func begin(
    for origin: Origin, on isolation: (any Actor)?,
    _ operation: nonisolated(nonsending) @escaping @Sendable () async throws -> Value,
    ended: @escaping @Sendable () -> Void
  ) -> Promise<Value> {
    cell.promiseBegins()
    cell.start(on: isolation, operation, ended: ended)
    return joinCounted(origin)
  }

  /// Returns a promise for another caller, unless all others have left or the work has ended.
  private func join(_ origin: Origin, sharesValue: Bool) -> Promise<Value>? {
    if sharesValue, isFulfilled { return promise }
    if cell.isRunByCurrentTask { return joinItself(origin) }
    if cell.marks.consumerCame(), !cell.state.isDecided { return joinCounted(origin) }
    cell.marks.consumerVanished()
    return nil
  }

  /// The same for a caller that has been counted.
  func joinCounted(_ origin: Origin) -> Promise<Value> {
    let share = ShareCell(of: cell, origin)
    share.promiseBegins(derivedFrom: cell)
    Trampoline.run { cell.attach(counted: .passRetained(share), &$0) }
    return Promise(cell: share)
  }

  /// The same for the operation's own task, which must not keep itself going. If it waits, it waits
  /// for itself, until all callers have left.
  private func joinItself(_ origin: Origin) -> Promise<Value> {
    let own = ValueCell<Value>(origin)
    origin.record?.waits(for: cell)
    (cell as? KeptCell)?.waitsForItself()
    Trampoline.run {
      cell.observe(.settling, &$0) { [cell] in _ = own.settle(as: cell, &$0) }
    }
    return Promise(cell: own)
  }

  package var isFulfilled: Bool { cell.isSettled && !cell.isRejected }

  /// The promise of the work itself.
  package var promise: Promise<Value> { Promise(cell: cell) }

  package static func === (one: SharedWork, other: SharedWork?) -> Bool { one.cell === other?.cell }
}

extension Cell {
  fileprivate final var isRunByCurrentTask: Bool {
    let current = Tasks.current
    return current != 0 && task.map { UInt64(UInt(bitPattern: $0.hashValue)) } == current
  }
}

/// The cell of work that continues when all its consumers have left, unless it waits for itself.
private final class KeptCell<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  private let isRing = StateWord(0)

  func waitsForItself() { _ = isRing.exchange(1) }

  override var hasWork: Bool { isRing.load() != 0 }
}

/// A caller's share.
private final class ShareCell<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  private let work: ValueCell<Value>

  init(of work: ValueCell<Value>, _ origin: Origin) {
    self.work = work
    super.init(.armed(with: work), origin)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  override func raise(to priority: TaskPriority) { work.raise(to: priority) }
}
