// What is known of a promise while tracking is on.

/// The record of a promise: it lasts until the promise is settled and its handler and its operation
/// have ended.
///
/// `Origin.note(_:)` tells it what happens; the core knows nothing else about tracking.
@usableFromInline
final class Record: QueueNode, @unchecked Sendable {
  /// What the handler of a derived promise is at.
  enum Stage: UInt {
    case waiting, queued, running
  }

  /// Whether the promise is one that a callback may settle at any time.
  private enum Callback: UInt {
    case none, expected, over
  }

  let number: UInt
  let creator: Creator
  let scope: Scope
  let made = ContinuousClock.now

  // These are written before the record is in the list of all.
  private weak var handle: Cell?
  /// The type of the actor that a handler or an operation runs on.
  var isolation: (any Actor.Type)?

  /// The path that the failure of the promise has taken, written with the failure.
  private var path: Trace?
  /// The path of the failure that the handler is called with, written before the handler runs.
  private var handledPath: Trace?

  /// The pending promise, and the handlers and operations at work, one each.
  let life = StateWord(1)
  private let currentStage = StateWord(Stage.waiting.rawValue)
  /// What the handler, and the jobs of the operation, have to do with the activity of the scope.
  let work = WorkShare()
  let resumptions = Resumptions()
  private let callback = StateWord(Callback.none.rawValue)
  private let waiting = StateWord(0)
  private let currentObstacle = StateWord(Origin.Obstacle.resolver.bits)
  /// The inputs of a group, in a box that is kept as long as the record.
  private let inputBox = StateWord(0)
  /// The number of the promise that the operation awaits; zero for none.
  let awaitedPromise = StateWord(0)
  /// Identifies the task that runs a handler or an operation.
  let runner = StateWord(0)

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

  func note(_ event: Origin.Event) {
    switch event {
    case .promiseBegins(let cell):
      assert(handle == nil, "A record is that of one promise.")
      handle = cell
      scope.outstanding.enter()
      if obstacle == .resolver { expectCallback() }
      Tracking.recordBegins(self)
    case .waits(.operation):
      // The task that is made known here may have told of its attempt before.
      let seen = obstacle
      if seen.attempt == nil {
        _ = currentObstacle.compareExchange(seen.bits, Origin.Obstacle.operation.bits)
      }
      expectNoCallback()
    case .waits(let obstacle):
      _ = currentObstacle.exchange(obstacle.bits)
      if obstacle != .resolver { expectNoCallback() }
    case .waitsForInputs(let inputs):
      let numbers = Inputs(inputs.map { $0.origin.record?.number ?? 0 })
      _ = inputBox.exchange(UInt(bitPattern: Unmanaged.passRetained(numbers).toOpaque()))
    case .promiseFollows(let inner, let relay):
      note(.waits(for: .promise(of: inner)))
      self.relay = relay
      _ = follows.exchange(1)
    case .promiseVanished:
      expectNoCallback()
      end()
    case .settlingBegins:
      scope.activity.enter()
      expectNoCallback()
    case .settlingEnds:
      end()
      scope.activity.leave()
    case .rejected: path = handledPath
    case .rejectedLike(let cell): takePath(of: cell) { path = $0 }
    case .handlerIsQueued:
      work.enter(scope.activity)
      extend()
      _ = currentStage.exchange(Stage.queued.rawValue)
    case .handles(let cell): takePath(of: cell) { handledPath = $0 }
    case .handlerEnded:
      _ = currentStage.exchange(Stage.waiting.rawValue)
      runsNoLonger()
      end()
      work.leave(scope.activity)
    }
  }

  /// The path through another promise, which is tracked and not this one.
  private func takePath(of source: Cell, _ take: (Trace?) -> Void) {
    guard let cause = source.origin.record, cause !== self else { return }
    take(cause.creator.isPart ? cause.path : .through(cause.path, to: cause.creator))
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
  func extend() {
    if life.add(1) == 1 { scope.outstanding.enter() }
  }

  func end() {
    guard life.add(.max) == 0 else { return }
    Tracking.recordEnded()
    scope.outstanding.leave()
  }

  // MARK: What it waits for

  var obstacle: Origin.Obstacle { Origin.Obstacle(bits: currentObstacle.load()) }

  /// The numbers of the inputs of a group; of those that are tracked.
  var inputs: [UInt] {
    Inputs.at(inputBox.load())?._withUnsafeGuaranteedRef { $0.numbers }.filter { $0 != 0 } ?? []
  }

  /// The number of the promise that the operation awaits, as far as that is known.
  var awaited: UInt? {
    let number = awaitedPromise.load()
    return number == 0 ? nil : number
  }

  /// The numbers of the promise itself and of those that it waits for.
  var related: [UInt] {
    [number] + inputs + [obstacle.number, awaited].compactMap(\.self)
  }

  // MARK: Callbacks

  private func expectCallback() {
    scope.callbacks.enter()
    _ = callback.exchange(Callback.expected.rawValue)
  }

  /// The promise is settled, waits for something else, or waits for the test.
  func expectNoCallback() {
    if callback.load() == Callback.expected.rawValue,
      callback.compareExchange(Callback.expected.rawValue, Callback.over.rawValue)
    {
      scope.callbacks.leave()
    }
  }

  var isCallbackExpected: Bool { callback.load() == Callback.expected.rawValue }

  // MARK: Its handler

  /// Runs `body`, a handler, inside the scope of its promise.
  func running(_ body: () -> Void) {
    _ = currentStage.exchange(Stage.running.rawValue)
    runs()
    TrackingContext.$current.withValue(.running(self), operation: body)
  }

  // MARK: Its waiters

  func waiterCame() { waiting.add(1) }
  func waiterLeft() { waiting.add(.max) }
  var waiters: UInt { waiting.load() }

  // MARK: Its failure

  /// The promises that the failure has passed, from where it came up to this one; of a promise that
  /// is pending, which another thread may be about to reject, only this one.
  var trace: String {
    isPending ? creator.description : path?.description(to: creator) ?? creator.description
  }
}

extension Origin {
  /// Runs `body`, a handler, as that of the promise.
  func running(_ body: () -> Void) {
    if let record { record.running(body) } else { body() }
  }
}
