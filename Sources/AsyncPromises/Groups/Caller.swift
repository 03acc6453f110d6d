// On whose behalf work begins later: a caller of a limiter, a flight or a cache.

/// What work that begins later takes along from the code that asked for it.
struct Caller: Sendable {
  let priority = Task.currentPriority
  private let locals = CarriedLocals.captured()
  private let inside: Inside?
  /// Identifies the task that made the call; zero outside of tasks.
  private let task = Tasks.current

  /// - Parameter inside: the key that the work is for.
  init(inside: Inside? = nil) { self.inside = inside }

  /// Runs work with what it takes along.
  nonisolated(nonsending) func run<T: Sendable>(
    _ operation: @escaping @Sendable @isolated(any) () async throws -> T
  ) async throws -> T {
    guard let inside else {
      return locals.isEmpty ? try await operation() : try await locals.bind(operation)
    }
    let locals = locals
    if locals.isEmpty { return try await inside.run(operation) }
    return try await inside.run { try await locals.bind(operation) }
  }

  /// Begins work: in the call itself, so that it inherits the caller's task-locals, or in a job, if
  /// another thread has come to it.
  func begin(_ body: @escaping @Sendable () -> Void) {
    if task != 0, task == Tasks.current { body() } else { Tasks.start(on: nil) { body() } }
  }
}

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
  /// Whether the operation goes on when all its consumers have left.
  private let isKept: Bool
  private let wish = Wish()
  /// The cell that this one follows, to raise its task; retained.
  private let followed = StateWord(0)

  init(_ origin: Origin, isKept: Bool = false) {
    self.isKept = isKept
    super.init(.detached, origin)
    promiseBegins()
  }

  override var hasWork: Bool { !isKept && super.hasWork }

  /// Counts a consumer that is about to join.
  ///
  /// - Returns: the cell to attach it to, or `nil` if the operation is no longer pending. Even so,
  ///   the last one of the others may be just about to abandon it: see `ShareCell`.
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
  /// - Parameter ended: called when the operation has really ended, also if it never began.
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
    guard wish.raise(to: priority) else { return }
    super.raise(to: priority)
    Unmanaged<Cell>(word: followed.load())?.takeUnretainedValue().root.raise(to: priority)
  }

  /// Settles like a promise that the operation has returned. No task waits for it.
  fileprivate func end(as inner: ValueCell<Value>, unless own: OwnPromise) {
    if own.isCell(inner) { return Trampoline.run { _ = reject(PromiseError.cycle, &$0) } }
    _ = followed.exchange(Unmanaged<Cell>.passRetained(inner).word)
    Trampoline.run { _ = follow(inner, &$0) }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *),
      case let priority = wish.raised(.init(rawValue: 0)), priority.rawValue > 0
    {
      inner.root.raise(to: priority)
    }
  }

  deinit { Unmanaged<Cell>(word: followed.loadExclusively())?.release() }
}

/// The highest priority of those who wait for work that has not begun.
private struct Wish: ~Copyable {
  private let word = StateWord(0)

  /// - Returns: whether the wish is higher than those before.
  @discardableResult
  borrowing func raise(to priority: TaskPriority) -> Bool {
    while case let seen = word.load(), seen < UInt64(priority.rawValue) {
      if word.compareExchange(seen, UInt64(priority.rawValue)) { return true }
    }
    return false
  }

  borrowing func raised(_ priority: TaskPriority) -> TaskPriority {
    TaskPriority(rawValue: UInt8(max(word.load(), UInt64(priority.rawValue))))
  }
}

/// A caller's own promise, which settles like that of an operation it shares with others. It can be
/// cancelled without affecting them.
///
/// If it has come when the others were leaving, and got a promise that was abandoned for lack of
/// consumers, it asks again.
final class ShareCell<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  private final class Request: Sendable {
    let body: @Sendable (ShareCell) -> Void
    init(_ body: @escaping @Sendable (ShareCell) -> Void) { self.body = body }
  }

  private let wish = Wish()
  /// Belongs to the thread that claims or withdraws the link.
  private var request: Request?
  /// Operations that it has asked for in vain.
  private var abandoned: [Cell] = []
  /// The operation's cell, with a retain, once the caller shares it.
  private let operation = StateWord(0)

  /// - Parameter request: makes the cell join an operation.
  init(_ origin: Origin, request: @escaping @Sendable (ShareCell) -> Void) {
    self.request = Request(request)
    super.init(.unarmed, origin)
    promiseBegins()
    request(self)
  }

  override func receive(
    from source: Cell, with reference: Unmanaged<Node>, _ effects: inout Effects
  ) -> Bool {
    guard source.marks.hasPublished(.abandoned), let request, !isSettled else {
      letHandlerGo(&effects)
      return super.receive(from: source, with: reference, &effects)
    }
    reference.release()
    effects.callOut { request.body(self) }
    return false
  }

  override func letHandlerGo(_ effects: inout Effects) {
    if let request = request.take() { effects.release(request) }
  }

  /// Waits for an operation, which has counted this consumer already.
  ///
  /// - Parameter target: the cell that has counted this one as a consumer.
  func join(_ cell: OperationCell<Value>, at target: Cell) {
    origin.note(.waits(for: .promise(of: cell)))
    let earlier = operation.exchange(Unmanaged<Cell>.passRetained(cell).word)
    // Another thread may be raising it.
    Unmanaged<Cell>(word: earlier).map { abandoned.append($0.takeRetainedValue()) }
    Trampoline.run { target.attach(armingCounted: self, orLeft: .cancelled, &$0) }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *),
      case let priority = wish.raised(.init(rawValue: 0)), priority.rawValue > 0
    {
      cell.raise(to: priority)
    }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  override func raise(to priority: TaskPriority) {
    wish.raise(to: priority)
    Unmanaged<Cell>(word: operation.load())?.takeUnretainedValue().raise(to: priority)
  }

  deinit { Unmanaged<Cell>(word: operation.loadExclusively())?.release() }
}

extension Promise {
  /// The promise of a caller that may share an operation with others.
  ///
  /// - Parameter join: finds the operation for the key at the desk, or begins it as a part of this
  ///   promise.
  static func shared<Key: Hashable & Sendable, Contents>(
    _ kind: Operator, for key: Key, at desk: Desk<Contents>, _ fileID: StaticString, _ line: UInt,
    join:
      @escaping @Sendable (ShareCell<Value>, Caller, @escaping @Sendable () -> Origin) -> Void
  ) -> Promise {
    // In reports, the parts of this promise appear with its name and line.
    let name = Tracking.isOn ? "\(key)" : nil
    let origin = Origin(kind, name: name, fileID, line)
    if Inside.isWithin(desk, key) {
      return Promise(cell: ValueCell(.failure(PromiseError.cycle), origin))
    }
    let caller = Caller(inside: Inside(desk, key))
    let makePart = { @Sendable in Origin(partOf: kind, name: name, fileID, line) }
    return Promise(cell: ShareCell(origin) { join($0, caller, makePart) })
  }
}
