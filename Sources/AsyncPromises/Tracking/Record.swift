// What is known of a promise while tracking is on.

/// The record of a promise: it lasts until the promise is settled and its handler and its operation
/// have ended.
///
/// The core tells it what happens by `note(_:)`, and knows nothing else of tracking.
@usableFromInline
final class Record: QueueNode, @unchecked Sendable {
  /// What the handler of a derived promise is at.
  enum Stage: UInt {
    case waiting, queued, running
  }

  let number: UInt
  let creator: Creator
  let scope: Scope
  let made = ContinuousClock.now

  /// Whether an executor of the scope runs the operation; written before it begins.
  private var operationIsFollowed = true

  // These are written before the record is in the list of all.
  private weak var handle: Cell?
  /// The type of the actor that a handler or an operation runs on.
  var isolation: (any Actor.Type)?

  /// The path that the failure of the promise has taken, written with the failure.
  private var path: Trace?
  /// The path of the failure that the handler is called with, written before the handler runs.
  private var handledPath: Trace?

  /// The pending promise, and the handlers and operations at work, one each.
  private let life = StateWord(1)
  private let currentStage = StateWord(Stage.waiting.rawValue)
  private let waiting = StateWord(0)
  private let currentObstacle = StateWord(Obstacle.resolver.bits)
  /// The inputs of a group, in a box that is kept as long as the record.
  private let inputBox = StateWord(0)
  /// The number of the promise that the operation awaits; zero for none.
  private let awaitedPromise = StateWord(0)
  /// Identifies the task that runs a handler or an operation.
  private let runner = StateWord(0)

  /// The cell that settles in the promise's stead, once `follows` is set.
  private weak var relay: Cell?
  private let follows = StateWord(0)

  init(number: UInt, _ creator: Creator, in scope: Scope) {
    self.number = number
    self.creator = creator
    self.scope = scope
  }

  deinit {
    Inputs.at(inputBox.loadExclusively())?.release()
  }

  var isOver: Bool { life.load() == 0 }

  var stage: Stage { Stage(rawValue: currentStage.load()) ?? .waiting }

  // MARK: The promise

  /// What the core tells a record of.
  enum Event {
    /// The cell of the promise is made.
    case promiseBegins(in: Cell)
    /// What the promise waits for from now on.
    case waits(for: Obstacle)
    /// The same for a group.
    case waitsForInputs([Cell])
    /// The promise is bound: `through` settles it, as the inner promise does.
    case promiseFollows(Cell, through: Cell)
    /// The promise can't be reached any more, and nothing settles it.
    case promiseVanished
    /// The promise is about to be settled. What follows from that is an activity.
    case settlingBegins
    /// All consumers have been told.
    case settlingEnds
    /// The failure comes from the promise's own handler or producer. By the winner of the claim.
    case rejected
    /// The failure comes from that of another promise. By the winner of the claim.
    case rejectedLike(Cell)
    /// The handler is due.
    case handlerIsQueued
    /// The handler is about to be called with the failure of its source.
    case handles(Cell)
    /// The handler has run, or was skipped, and is let go.
    case handlerEnded
  }

  func note(_ event: Event) {
    switch event {
    case .promiseBegins(let cell):
      handle = cell
      scope.outstanding.enter()
      Tracking.recordBegins(self)
    case .waits(let obstacle):
      _ = currentObstacle.exchange(obstacle.bits)
    case .waitsForInputs(let inputs):
      let numbers = Inputs(inputs.map { $0.origin.record?.number ?? 0 })
      _ = inputBox.exchange(UInt(bitPattern: Unmanaged.passRetained(numbers).toOpaque()))
    case .promiseFollows(let inner, let relay):
      note(.waits(for: .promise(of: inner)))
      self.relay = relay
      _ = follows.exchange(1)
    case .promiseVanished: end()
    case .settlingBegins: scope.activity.enter()
    case .settlingEnds:
      end()
      scope.activity.leave()
    case .rejected: path = handledPath
    case .rejectedLike(let cell): takePath(of: cell) { path = $0 }
    case .handlerIsQueued:
      scope.activity.enter()
      extend()
      _ = currentStage.exchange(Stage.queued.rawValue)
    case .handles(let cell): takePath(of: cell) { handledPath = $0 }
    case .handlerEnded:
      _ = currentStage.exchange(Stage.waiting.rawValue)
      runsNoLonger()
      end()
      scope.activity.leave()
    }
  }

  /// The path through another promise, which is tracked and not this one.
  private func takePath(of source: Cell, _ take: (Trace) -> Void) {
    guard let cause = source.origin.record, cause !== self else { return }
    take(.through(cause.path, to: cause.creator))
  }

  /// The cell that settles the promise, as long as there is one.
  var cell: Cell? {
    guard follows.load() != 0 else { return handle?.root }
    // A relay that follows was an orphan: what it points to may be on its way out, and is another
    // promise's.
    guard let relay, relay.state.phase != .following else { return nil }
    return relay
  }

  var isPending: Bool { cell.map { $0.state.phase != .settled } ?? false }

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

  // MARK: What it waits for

  var obstacle: Obstacle { Obstacle(bits: currentObstacle.load()) }

  /// The numbers of the inputs of a group; of those that are tracked.
  var inputs: [UInt] {
    Inputs.at(inputBox.load())?._withUnsafeGuaranteedRef { $0.numbers }.filter { $0 != 0 } ?? []
  }

  /// The number of the promise that the operation awaits, as far as that is known.
  var awaited: UInt? {
    let number = awaitedPromise.load()
    return number == 0 ? nil : number
  }

  // MARK: Its handler

  /// Runs `body`, a handler, inside the scope of its promise.
  func running(_ body: () -> Void) {
    _ = currentStage.exchange(Stage.running.rawValue)
    runs()
    TrackingContext.$current.withValue(.running(self), operation: body)
  }

  // MARK: Its operation

  /// Lets `start` make the task of an operation, on the executor of its scope if there is one.
  ///
  /// - Parameter isFollowed: whether it does run there.
  func operationBegins(
    _ operation: @escaping Tasks.Body, isFollowed: Bool = true,
    _ start: ((any TaskExecutor)?, @escaping Tasks.Body) -> Task<Void, Never>
  ) -> Task<Void, Never> {
    extend()
    let operation = Once(operation)
    operationIsFollowed = isFollowed
    operationResumes()
    return TrackingContext.$current.withValue(.running(self)) {
      start(scope.executor) {
        self.runs()
        await operation.run()
        self.runsNoLonger()
        self.end()
        self.operationSuspends()
      }
    }
  }

  /// The operation may be at work from now on.
  func operationResumes() {
    _ = awaitedPromise.exchange(0)
    scope.awake.enter()
    if !operationIsFollowed { scope.unfollowed.enter() }
  }

  /// The operation does nothing until `operationResumes()`.
  ///
  /// - Parameter cell: what it awaits, if that is known.
  func operationSuspends(for cell: Cell? = nil) {
    if let number = cell?.origin.record?.number { _ = awaitedPromise.exchange(number) }
    if !operationIsFollowed { scope.unfollowed.leave() }
    scope.awake.leave()
  }

  // MARK: Who runs it

  /// A handler or an operation runs in the current task from now on.
  func runs() {
    _ = runner.exchange(Record.currentTask)
  }

  /// The handler or the operation that the current task runs ends: another task may come to have
  /// its identity.
  private func runsNoLonger() {
    _ = runner.compareExchange(Record.currentTask, 0)
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

  /// The promises that the failure has passed, from where it came up to this one.
  var trace: String { path?.description(to: creator) ?? creator.description }
}

/// An operation that is let go, with the promise that it captured, before it counts as ended: if
/// that is rejected and has no consumer, the report is counted by then.
private final class Once: @unchecked Sendable {
  /// Belongs to the task that runs it.
  private var body: Tasks.Body?

  init(_ body: @escaping Tasks.Body) {
    self.body = body
  }

  nonisolated(nonsending) func run() async {
    let taken = body
    body = nil
    await taken?()
  }
}
