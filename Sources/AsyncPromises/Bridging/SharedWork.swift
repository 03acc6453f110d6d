// Work that begins when its turn comes, and that several callers may share: what
// AsyncPromisesSharing needs of the core.

/// What an operation has in its hands from the call on: it decides when the operation begins.
@usableFromInline
package protocol OperationTurn: AnyObject, Sendable {
  /// Whether the operation begins at once. Called in the operation's task and isolation.
  func begins() -> Bool

  /// Waits until the operation may begin. Called in the operation's task and isolation.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before that.
  func comes(isolation: isolated (any Actor)?) async throws

  /// Called in the task when the operation has ended, or will not begin.
  ///
  /// - Parameters:
  ///   - error: what it has thrown.
  ///   - settle: settles the operation's cell. Called at most once.
  func ends(_ error: (any Error)?, _ settle: () -> Void)
}

/// An operation, and where it runs. Like `Promise { }`, it takes one closure.
@usableFromInline
package struct OperationInTurn<Value: Sendable>: Sendable {
  @usableFromInline package let isolation: (any Actor)?
  @usableFromInline let closure: ErasedClosure
  @usableFromInline let run: Operation.Run

  @inlinable
  package init(_ operation: @escaping @Sendable @isolated(any) () async throws -> Value) {
    isolation = operation.isolation
    closure = ErasedClosure(AsyncOperation(run: operation))
    run = { closure, cell in
      await ValueCell<Value>.of(cell, as: TurnCell.self).perform {
        try await closure.as(AsyncOperation<Value>.self).run()
      }
    }
  }

  /// An operation that returns a promise for its value.
  @inlinable
  package init<Followed: PromiseProtocol>(
    following operation: @escaping @Sendable @isolated(any) () async throws -> Followed
  ) where Followed.Value == Value {
    isolation = operation.isolation
    closure = ErasedClosure(AsyncOperation(run: operation))
    run = { closure, cell in
      await ValueCell<Value>.of(cell, as: TurnCell.self).perform {
        try await closure.as(AsyncOperation<Followed>.self).run().promise.get()
      }
    }
  }
}

/// The cell of an operation that begins when its turn comes.
@usableFromInline
package class TurnCell<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  // The call sets it before there is a task, which then has it for itself.
  @exclusivity(unchecked) @usableFromInline final var turn: (any OperationTurn)?

  /// Starts `operation` in a task, like `Promise { }`, and settles with its outcome.
  @inlinable
  package final func start(_ operation: OperationInTurn<Value>, _ turn: any OperationTurn) {
    self.turn = turn
    origin.record(isolation: operation.isolation)
    start(on: operation.isolation, nil, nil, hasTurn: true, operation.closure, operation.run)
  }

  /// Called in the operation's task when its turn has come.
  @usableFromInline func operationBegins() {}

  @inlinable @inline(__always)
  nonisolated(nonsending) final func perform(
    _ operation: nonisolated(nonsending) () async throws -> Value
  ) async {
    do {
      // While promises are tracked, each return on the main actor may let others overtake: all
      // operations have the same number of them after their turn has come.
      if let turn, Task.isCancelled || origin.isTracked || !turn.begins() {
        try await turn.comes(isolation: #isolation)
      }
      operationBegins()
      end(with: .success(try await operation()))
    } catch {
      end(with: .failure(error))
    }
  }

  // Not inlined: what it needs would be in the frame of the task until then.
  @inlinable
  @inline(never)
  final func end(with outcome: Result<Value, any Error>) {
    let error: (any Error)? = if case .failure(let error) = outcome { error } else { nil }
    turn.take()?.ends(error) { operationEnded(outcome) }
  }
}

extension Promise {
  /// The promise of a call in a task that was cancelled beforehand.
  @usableFromInline
  package static func cancelled(_ origin: Origin) -> Promise {
    let cell = ValueCell<Value>(origin)
    cell.cancel()
    return Promise(cell: cell)
  }
}

/// The clock of a call that may have been given one.
package func clockOfCall(_ given: (any Clock<Duration>)?) -> any Clock<Duration> {
  Timer.clock(given)
}

/// Releases an object of one caller's that another one's call has dropped. The caller gives up its
/// reference first, which would otherwise be the last one if the job is fast.
@usableFromInline
package func releaseInJob<Object: AnyObject & Sendable>(_ object: inout Object?) {
  guard let object = object.take().map({ Unmanaged.passRetained($0) }) else { return }
  Tasks.start(on: nil) { object.release() }
}

/// Work for several callers, each of which gets a promise of its own.
@usableFromInline
package final class SharedWork<Value: Sendable>: TurnCell<Value>, @unchecked Sendable {
  private let isKept: Bool
  /// What identifies the operation's task, once it runs. The lowest bit says whether the work waits
  /// for itself.
  private let ownTask = StateWord(0)

  /// - Parameter isKept: whether the work continues when all callers have left.
  @usableFromInline
  init(_ origin: Origin, isKept: Bool) {
    self.isKept = isKept
    super.init(.detached, origin)
    // Its first caller joins once it has begun.
    marks.consumerCame()
  }

  /// Creates what has a value without work.
  package convenience init(fulfilledWith value: Value) {
    self.init(.none, isKept: true)
    Trampoline.run { _ = fulfill(value, &$0) }
  }

  override var hasWork: Bool { isKept ? ownTask.load() & 1 != 0 : super.hasWork }

  /// Joins a caller to the current work, or begins new work.
  ///
  /// - Parameters:
  ///   - origin: the origin of the caller's promise.
  ///   - isKept: whether new work continues when all callers have left.
  ///   - sharesValue: whether work that has been fulfilled can still be joined.
  ///   - current: returns the current work.
  ///   - begin: makes new work the current one, in place of what can't be joined anymore, and
  ///     begins it. Returns `nil` if another caller has done that.
  /// - Returns: the caller's promise. In a cancelled task, nothing begins.
  @inlinable
  package static func promise(
    for origin: Origin, isKept: Bool, sharesValue: Bool, current: () -> SharedWork?,
    begin: (_ new: SharedWork, _ late: SharedWork?) -> Promise<Value>?
  ) -> Promise<Value> {
    var (late, new): (SharedWork?, SharedWork?)
    while true {
      if let work = current(), work !== late {
        if let promise = work.join(origin, sharesValue: sharesValue) { return promise }
        late = work
      }
      if Task.isCancelled { return .cancelled(origin) }
      let work = new ?? SharedWork(Origin(partOf: origin), isKept: isKept)
      if let promise = begin(work, late) { return promise }
      new = work
    }
  }

  /// Starts the operation.
  ///
  /// - Parameter origin: the origin of the first caller's promise.
  /// - Returns: that promise.
  @inlinable
  package func begin(
    _ operation: OperationInTurn<Value>, for origin: Origin, _ turn: any OperationTurn
  ) -> Promise<Value> {
    promiseBegins()
    // First, because another thread may end the operation at once.
    let promise = joinCounted(origin)
    start(operation, turn)
    return promise
  }

  /// The operation may run before its task is known to the thread that starts it.
  override func operationBegins() { _ = ownTask.exchange(Self.currentTask) }

  private static var currentTask: UInt64 {
    withUnsafeCurrentTask { UInt64(truncatingIfNeeded: $0?.hashValue ?? 0) } & ~1
  }

  /// Returns a promise for another caller, unless all others have left or the work has ended.
  @usableFromInline
  func join(_ origin: Origin, sharesValue: Bool) -> Promise<Value>? {
    let own = ownTask.load() & ~1
    if own != 0, own == Self.currentTask, !state.isDecided { return joinItself(origin) }
    if marks.consumerCame(), !state.isDecided { return joinCounted(origin) }
    marks.consumerVanished()
    guard sharesValue, isFulfilled else { return nil }
    // The caller gets no promise of its own, which would have kept it.
    origin.release()
    return Promise(cell: self)
  }

  /// The same for a caller that has been counted.
  @inlinable
  func joinCounted(_ origin: Origin) -> Promise<Value> {
    let share = ShareCell(of: self, origin)
    attach(share)
    return Promise(cell: share)
  }

  @usableFromInline
  func attach(_ share: ShareCell<Value>) {
    share.promiseBegins(derivedFrom: self)
    Trampoline.run { attach(counted: .passRetained(share), &$0) }
  }

  /// The same for the operation's own task, which must not keep itself going. If it waits, it waits
  /// for itself, until all callers have left.
  private func joinItself(_ origin: Origin) -> Promise<Value> {
    let own = ValueCell<Value>(origin)
    origin.record?.waits(for: self)
    ownTask.insert(1)
    Trampoline.run { observe(.settling, &$0) { _ = own.settle(as: self, &$0) } }
    return Promise(cell: own)
  }

  @usableFromInline
  package var isFulfilled: Bool { isSettled && !isRejected }
}

/// A caller's share.
@usableFromInline
final class ShareCell<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  @usableFromInline let work: ValueCell<Value>

  @inlinable
  init(of work: ValueCell<Value>, _ origin: Origin) {
    self.work = work
    super.init(.armed(with: work), origin)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @usableFromInline
  override func raise(to priority: TaskPriority) { work.raise(to: priority) }
}
