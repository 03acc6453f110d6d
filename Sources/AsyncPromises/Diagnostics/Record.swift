// What is known of a promise while tracking is on.

/// The record of a promise: it lasts until the promise is settled and its handler and its operation
/// have ended.
final class Record: Node, @unchecked Sendable {
  /// What the handler of a derived promise is at.
  enum Stage: UInt {
    case waiting, queued, running
  }

  let number: UInt
  let maker: Maker
  let scope: Scope
  let made = ContinuousClock.now

  /// Whether an executor of the scope runs the operation; written before it begins.
  private var operationIsFollowed = true

  // These are written before the record is in the list of all.
  private weak var handle: Cell?
  /// The type of the actor that a handler or an operation runs on.
  var isolation: (any Actor.Type)?

  /// The way that the failure of the promise has come, written with the failure.
  private var way: Trace?

  /// The pending promise, and the handlers and operations at work, one each.
  private let life = StateWord(1)
  private let currentStage = StateWord(Stage.waiting.rawValue)
  private let waiting = StateWord(0)
  /// Identifies the task that runs a handler or an operation.
  private let runner = StateWord(0)

  /// The cell that settles in the promise's stead, once `follows` is set.
  private weak var relay: Cell?
  private let follows = StateWord(0)

  init(number: UInt, _ maker: Maker, in scope: Scope) {
    self.number = number
    self.maker = maker
    self.scope = scope
    super.init(link: .detached)
  }

  var isOver: Bool { life.load() == 0 }

  var stage: Stage { Stage(rawValue: currentStage.load()) ?? .waiting }

  // MARK: The promise

  /// The cell of the promise is made.
  func promiseBegins(in cell: Cell) {
    handle = cell
    scope.outstanding.enter()
    Tracking.recordBegins(self)
  }

  func promiseFollows(through relay: Cell) {
    self.relay = relay
    _ = follows.replace(with: 1)
  }

  /// The cell that settles the promise, as long as there is one.
  var cell: Cell? {
    guard follows.load() != 0 else { return handle?.root }
    // A relay that follows was an orphan: what it points to may be on its way out, and is another
    // promise's.
    guard let relay, relay.phase.phase != .following else { return nil }
    return relay
  }

  /// The promise is about to be settled. What follows from that is an activity.
  func settlingBegins() {
    scope.activity.enter()
  }

  /// All consumers have been told.
  func settlingEnds() {
    end()
    scope.activity.leave()
  }

  /// The promise can't be reached any more, and nobody settles it.
  func promiseVanished() {
    end()
  }

  /// A handler or an operation begins. The timer of a timeout does so after the end, if the promise
  /// is settled while the timeout is made: then the record is outstanding once more.
  private func extend() {
    if life.add(1) == 1 { scope.outstanding.enter() }
  }

  private func end() {
    guard life.add(.max) == 0 else { return }
    Tracking.recordEnded()
    scope.outstanding.leave()
  }

  // MARK: Its handler

  func handlerIsQueued() {
    scope.activity.enter()
    extend()
    _ = currentStage.replace(with: Stage.queued.rawValue)
  }

  /// Runs `body`, a handler, inside the scope of its promise.
  func running(_ body: () -> Void) {
    _ = currentStage.replace(with: Stage.running.rawValue)
    runs()
    Surroundings.$current.withValue(.running(self), operation: body)
  }

  func handlerEnded() {
    _ = currentStage.replace(with: Stage.waiting.rawValue)
    runsNoLonger()
    end()
    scope.activity.leave()
  }

  // MARK: Its operation

  /// Lets `start` make the task of an operation, on the executor of its scope if there is one.
  ///
  /// - Parameter isFollowed: whether it does run there.
  func operationBegins(
    _ operation: @escaping Spawn.Body, isFollowed: Bool = true,
    _ start: ((any TaskExecutor)?, @escaping Spawn.Body) -> Task<Void, Never>
  ) -> Task<Void, Never> {
    extend()
    let operation = Once(operation)
    operationIsFollowed = isFollowed
    operationGoesOn()
    return Surroundings.$current.withValue(.running(self)) {
      start(scope.executor) {
        self.runs()
        await operation.run()
        self.runsNoLonger()
        self.end()
        self.operationWaits()
      }
    }
  }

  /// The operation may be at work from now on.
  func operationGoesOn() {
    scope.awake.enter()
    if !operationIsFollowed { scope.unfollowed.enter() }
  }

  /// The operation does nothing until `operationGoesOn()`.
  func operationWaits() {
    if !operationIsFollowed { scope.unfollowed.leave() }
    scope.awake.leave()
  }

  // MARK: Who runs it

  /// A handler or an operation runs in the current task from now on.
  func runs() {
    _ = runner.replace(with: Record.currentTask)
  }

  /// The handler or the operation that the current task runs ends: another task may come to have
  /// its identity.
  private func runsNoLonger() {
    _ = runner.exchange(Record.currentTask, for: 0)
  }

  /// Whether the current task runs the handler or the operation.
  var isRunByCurrentTask: Bool {
    let task = Record.currentTask
    return task != 0 && runner.load() == task
  }

  private static var currentTask: UInt {
    withUnsafeCurrentTask { task in task.map { UInt(bitPattern: $0.hashValue) } ?? 0 }
  }

  // MARK: Its waiters

  func waiterCame() { waiting.add(1) }
  func waiterLeft() { waiting.add(.max) }
  var waiters: UInt { waiting.load() }

  // MARK: Its failure

  /// The failure comes from that of `source`. The caller has claimed the settling of the promise.
  func failed(because source: Cell) {
    guard let cause = source.origin.record, cause !== self else { return }
    way = .through(cause.way, to: cause.maker)
  }

  /// The promises that the failure has passed, from where it came up to this one.
  var trace: String { way?.description(to: maker) ?? maker.description }
}

/// An operation that is let go, with the promise that it captured, before it counts as ended: if
/// that is rejected and nobody has seen it, the report is counted by then.
private final class Once: @unchecked Sendable {
  /// Belongs to the task that runs it.
  private var body: Spawn.Body?

  init(_ body: @escaping Spawn.Body) {
    self.body = body
  }

  nonisolated(nonsending) func run() async {
    let taken = body
    body = nil
    await taken?()
  }
}
