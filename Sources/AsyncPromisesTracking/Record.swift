// What is known about a promise while tracking is on.

import AsyncPromises

/// The record of a promise. It lasts until the promise has settled and its handler and operation
/// have ended.
package final class Record: EventRecorder, TaskSuspension, JobCounter, @unchecked Sendable {
  /// The stage of a derived promise's handler.
  enum Stage: UInt64 {
    case waiting, queued, running
  }

  package let number: UInt64
  let creator: Creator
  package let scope: Scope
  let made = ContinuousClock.now

  /// Written before the record is in the list of all records.
  private weak var handle: Cell?
  /// The types of the actors that a handler or an operation has been said to run on, the last one
  /// on top.
  private let isolations = SharedStack<(any Actor.Type)?>()

  /// The path that the promise's failure has taken, written along with the failure.
  private var path = Trace()
  /// The path of the failure that the handler is called with, written before the handler runs.
  private var handledPath = Trace()

  /// Counts the promise while it is pending, and each handler and operation at work.
  let life = StateWord(1)
  private let currentStage = StateWord(Stage.waiting.rawValue)
  /// How much the handler and the operation's jobs contribute to the scope's activity.
  let work = WorkShare()
  /// How often the operation was resumed during a test's wait for its scope to come to rest.
  let resumptions = StateWord(0)
  /// Identifies that wait.
  let rest = StateWord(0)
  /// Whether a callback may settle the promise at any time.
  private let expectsCallback = StateWord(0)
  private let waiting = StateWord(0)
  private let currentObstacle = StateWord(Obstacle(.resolver).bits)
  /// The numbers of a group's inputs, or of the operations that hold a limiter's places. A report
  /// may be reading an earlier list: there are at most 34, because a limiter reports to the first
  /// 32 in line.
  private let inputs = SharedStack<[UInt64]>()
  /// The number of the promise that the operation awaits; zero for none.
  let awaitedPromise = StateWord(0)
  /// Identifies the task that runs a handler or an operation.
  let runner = StateWord(0)

  /// The cell that settles in the promise's place, once `follows` is set.
  private weak var relay: Cell?
  private let follows = StateWord(0)

  /// What timelines note about it.
  private let courses: [Course]

  init(number: UInt64, _ creator: Creator, in scope: Scope) {
    (self.number, self.creator, self.scope) = (number, creator, scope)
    courses = Recording.courses(of: number, creator, in: scope)
  }

  var isOver: Bool { life.load() == 0 }

  var isolation: (any Actor.Type)? { isolations.top ?? nil }

  var stage: Stage { Stage(rawValue: currentStage.load()) ?? .waiting }

  // MARK: The promise

  package func begins(in cell: Cell) {
    assert(handle == nil, "A record belongs to exactly one promise.")
    handle = cell
    scope.outstanding.enter()
    if obstacle.kind == .resolver {
      scope.callbacks.enter()
      _ = expectsCallback.exchange(1)
    }
    PromiseTracker.registry.add(self)
  }

  package func follows(_ inner: Cell, through relay: Cell) {
    waits(for: inner)
    self.relay = relay
    _ = follows.exchange(1)
  }

  package func vanishes() {
    note(.isLeft)
    expectNoCallback()
    end()
  }

  package func settlingBegins(of cell: Cell) {
    scope.activity.enter()
    expectNoCallback()
    // The caller has won the claim, and has written the outcome.
    note(.settles(failure: cell.failure.map { type(of: $0) }, wasCancelled: cell.wasCancelled))
  }

  /// Notes a step for each timeline that is being recorded.
  func note(_ step: @autoclosure () -> Course.Step) {
    for course in courses { course.note(step()) }
  }

  package func settlingEnds() {
    note(.isSettled)
    end()
    scope.activity.leave()
  }

  package func waiterComes() { waiting.add(1) }
  package func waiterLeaves() { waiting.add(.max) }

  /// How many tasks and threads wait for the promise, in words; `nil` if none does.
  var waitingTasks: String? {
    switch waiting.load() {
    case 0: nil
    case 1: "1 task"
    case let count: "\(count) tasks"
    }
  }

  /// The cell that settles the promise, while it exists.
  var cell: Cell? {
    guard follows.load() != 0 else { return handle?.root }
    // A relay that follows was an orphan. The cell that it points to belongs to another promise,
    // and may be about to be destroyed.
    guard let relay, !relay.isFollowing else { return nil }
    return relay
  }

  var isPending: Bool { cell.map { !$0.isSettledItself } ?? false }

  /// Called when a handler or an operation begins. The timer of a timeout may begin after the end,
  /// if the promise is settled while the timeout is being created. The record is then outstanding
  /// again.
  func extend() { if life.add(1) == 1 { scope.outstanding.enter() } }

  func end() {
    guard life.add(.max) == 0 else { return }
    PromiseTracker.registry.recordEnded()
    scope.outstanding.leave()
  }

  // MARK: What it waits for

  package func waits(for obstacle: Origin.Obstacle) { waits(for: Obstacle(obstacle)) }

  package func waits(for source: Cell) {
    waits(for: Obstacle(.promise, number: source.origin.number))
  }

  package func waits(for cells: [Cell]) {
    let numbers = cells.map(\.origin.number).filter { $0 != 0 }
    inputs.push(numbers)
    note(.waits(for: numbers))
  }

  package func waits(for obstacle: Origin.Obstacle, attempt: Int, of count: Int) {
    waits(for: Obstacle(obstacle, attempt: attempt, of: count))
  }

  private func waits(for next: Obstacle) {
    if let number = next.number { note(.waits(for: [number])) }
    if next.attempt != nil { note(.tries(next)) }
    let seen = obstacle
    // The task that is reported here may have reported its attempt already.
    if next != Obstacle(.operation) {
      _ = currentObstacle.exchange(next.bits)
    } else if seen.attempt == nil {
      _ = currentObstacle.compareExchange(seen.bits, next.bits)
    }
    expectNoCallback()
  }

  var obstacle: Obstacle { Obstacle(bits: currentObstacle.load()) }

  /// The numbers of the promises that it waits for, or that its operation awaits, as far as they
  /// are tracked.
  ///
  /// - Parameter obstacle: what the promise waits for.
  func sources(of obstacle: Obstacle) -> [UInt64] {
    switch obstacle.kind {
    case .promise: [obstacle.number].compactMap(\.self)
    case .inputs, .place: inputs.top ?? []
    case .operation: [awaitedPromise.load()].filter { $0 != 0 }
    default: []
    }
  }

  /// Called when the promise is settled, waits for something else, or waits for the test itself.
  package func expectNoCallback() {
    if isCallbackExpected, expectsCallback.compareExchange(1, 0) { scope.callbacks.leave() }
  }

  package var isCallbackExpected: Bool { expectsCallback.load() == 1 }

  // MARK: Its handler

  /// Runs the handler `body` in its promise's scope and test. The handlers of a job are there
  /// already, but a queue, or code that settles a promise, belongs to another test or to none.
  package func running(_ body: () -> Void) {
    _ = currentStage.exchange(Stage.running.rawValue)
    Simulations.current?.runsHandler { description }
    func run() {
      // Unless the task of an asynchronous handler runs it by now.
      _ = runner.compareExchange(0, Tasks.current)
      note(.runs(isOperation: false, on: lane))
      TrackingContext(scope: scope, promise: self).bind(body)
    }
    let isElsewhere = Tasks.current == 0 || context.isElsewhere
    guard let host = scope.host, isElsewhere else { return run() }
    let hasRun = host.run {
      run()
      runsNoLonger()
    }
    if !hasRun { run() }
  }

  package func handlerIsQueued() {
    work.enter(scope.activity)
    extend()
    _ = currentStage.exchange(Stage.queued.rawValue)
  }

  package func handlerEnds() {
    _ = currentStage.exchange(Stage.waiting.rawValue)
    runsNoLonger()
    note(.ends(isOperation: false))
    end()
    work.leave(scope.activity)
  }

  /// Where the caller runs its handler or its operation.
  var lane: Course.Lane {
    isolation.map { .actor($0) } ?? (Tasks.current == 0 ? .queue : .pool)
  }

  package func runs(on isolation: (any Actor)?) { isolations.push(isolation.map { type(of: $0) }) }

  // MARK: For the library

  package func part() -> (any EventRecorder)? {
    Tracking.tracker?.begin(creator.kind, creator.name, creator.site, isPart: true)
  }

  package var context: any TrackedContext { TrackingContext.inside(scope) }
  package var site: CallSite { creator.site }
  package var description: String { creator.description }

  // MARK: Its failure

  package func fails(like source: Cell?) {
    if let source { takePath(of: source, to: &path) } else { path = handledPath }
  }

  package func handles(_ source: Cell) { takePath(of: source, to: &handledPath) }

  /// Passes on the path through another promise, if that is tracked and not this one.
  private func takePath(of source: Cell, to path: inout Trace) {
    guard let cause = source.origin.record as? Record, cause !== self else { return }
    path = cause.creator.isPart ? cause.path : cause.path.through(cause.creator)
  }

  /// The promises that the failure has passed through, from its origin to this one. A pending
  /// promise, which another thread may be about to reject, yields only itself.
  package var trace: String { isPending ? description : path.description(to: creator) }
}

extension Origin {
  /// The number of the promise, or zero if it is not tracked.
  var number: UInt64 { (record as? Record)?.number ?? 0 }
}
