// An operation that begins when its turn comes: of a limiter, a flight or a cache.

/// An operation, and what becomes of its result.
struct Work<Result: Sendable, Value: Sendable>: Sendable {
  let operation: @Sendable @isolated(any) () async throws -> Result
  let end: @Sendable (OperationCell<Value>, Result) -> Void
}

extension Work where Result == Value {
  init(_ operation: @escaping @Sendable @isolated(any) () async throws -> Value) {
    self.init(operation: operation) { $0.operationEnded(.success($1)) }
  }
}

extension Work where Result: PromiseProtocol, Result.Value == Value {
  /// - Parameter own: the promise that the operation is for, and must not return.
  init(
    for own: OwnPromise,
    following operation: @escaping @Sendable @isolated(any) () async throws -> Result
  ) {
    self.init(operation: operation) { cell, result in
      cell.end(as: result.promise.cell, unless: own)
    }
  }
}

/// The cell of an operation that begins when its turn comes.
final class OperationCell<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  /// Whether the operation continues when all its consumers have left.
  private let isKept: Bool
  private let wish = Wish()

  init(_ origin: Origin, isKept: Bool = false) {
    self.isKept = isKept
    super.init(.detached, origin)
    promiseBegins()
  }

  override var hasWork: Bool { !isKept && super.hasWork }

  /// Counts a consumer that is about to join.
  ///
  /// - Returns: the cell to attach it to, or `nil` if the operation is no longer pending. The
  ///   cell may still be abandoned, if the last of the others was just leaving: see `ShareCell`.
  func counted() -> Cell? {
    while true {
      let root = root
      root.marks.consumerCame()
      switch root.state.phase {
      case .pending: return root
      case .settling, .settled: return nil
      case .following: continue  // the operation has just returned its promise
      }
    }
  }

  /// Starts the operation, unless the cell is settled already.
  ///
  /// - Parameter ended: called when the operation has really ended, even if it never began.
  func begin(
    _ work: Work<some Sendable, Value>, for caller: Caller, ended: @escaping @Sendable () -> Void
  ) {
    let isolation = work.operation.isolation
    origin.record(isolation: isolation)
    let body = Operation.captured {
      if !self.isSettled { await self.run(work, for: caller) }
      self.taskWord.taskEnded()
      if self.isSettled { return ended() }
      Trampoline.run { self.root.observe(.settling, &$0) { $0.callOut { ended() } } }
    }
    let task = Tasks.operation(
      for: self, on: isolation, priority: wish.raised(caller.priority), body)
    wait(for: task)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *),
      case let priority = wish.raised(caller.priority), priority != caller.priority
    {
      self.task?.escalatePriority(to: priority)
    }
  }

  private nonisolated(nonsending) func run(
    _ work: Work<some Sendable, Value>, for caller: Caller
  ) async {
    do {
      work.end(self, try await caller.run(work.operation))
    } catch {
      operationEnded(.failure(error))
    }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  override func raise(to priority: TaskPriority) {
    if wish.raise(to: priority) { super.raise(to: priority) }
  }

  /// Settles like a promise that the operation has returned. No task waits for it.
  fileprivate func end(as inner: ValueCell<Value>, unless own: OwnPromise) {
    if own.isCell(inner) { return Trampoline.run { _ = reject(PromiseError.cycle, &$0) } }
    Trampoline.run { _ = follow(inner, &$0) }
    // The relay between them has no work.
    wish.works(inner)
  }

  deinit { wish.release() }
}
