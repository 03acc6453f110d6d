// What is known about a promise while tracking is on.

import AsyncPromises

/// The record of a promise. It lasts until the promise has settled and its handler and operation
/// have ended.
package final class Record: EventRecorder, @unchecked Sendable {
  /// The stage of a derived promise's handler.
  enum Stage: UInt64 {
    case waiting, queued, running
  }

  /// Whether a callback may settle the promise at any time.
  private enum Callback: UInt64 {
    case none, expected, over
  }

  package let number: UInt64
  let creator: Creator
  let scope: Scope
  let made = ContinuousClock.now

  /// Written before the record is in the list of all records.
  private weak var handle: Cell?
  /// The type of the actor that a handler or an operation runs on, as a word that a report may read
  /// at any time.
  private let isolationType = StateWord(0)

  /// The path that the promise's failure has taken, written along with the failure.
  private var path: Trace?
  /// The path of the failure that the handler is called with, written before the handler runs.
  private var handledPath: Trace?

  /// Counts the promise while it is pending, and each handler and operation at work.
  let life = StateWord(1)
  private let currentStage = StateWord(Stage.waiting.rawValue)
  /// How much the handler and the operation's jobs contribute to the scope's activity.
  let work = WorkShare()
  let resumptions = Resumptions()
  private let callback = StateWord(Callback.none.rawValue)
  private let waiting = StateWord(0)
  private let currentObstacle = StateWord(Obstacle(.resolver).bits)
  /// The inputs of a group, in a box that lives as long as the record.
  private let inputBox = StateWord(0)
  /// The number of the promise that the operation awaits; zero for none.
  let awaitedPromise = StateWord(0)
  /// Identifies the task that runs a handler or an operation.
  let runner = StateWord(0)

  /// The cell that settles in the promise's place, once `follows` is set.
  private weak var relay: Cell?
  private let follows = StateWord(0)

  init(number: UInt64, _ creator: Creator, in scope: Scope) {
    (self.number, self.creator, self.scope) = (number, creator, scope)
  }

  deinit { Inputs.at(inputBox.loadExclusively())?.release() }

  var isOver: Bool { life.load() == 0 }

  var isolation: Any.Type? {
    // SAFETY: only `runs(on:)` stores here, and a type is one word and is never freed.
    unsafeBitCast(UInt(truncatingIfNeeded: isolationType.load()), to: Any.Type?.self)
  }

  var stage: Stage { Stage(rawValue: currentStage.load()) ?? .waiting }

  // MARK: The promise

  package func begins(in cell: Cell) {
    assert(handle == nil, "A record belongs to exactly one promise.")
    handle = cell
    scope.outstanding.enter()
    if obstacle.kind == .resolver { expectCallback() }
    PromiseTracker.recordBegins(self)
  }

  package func follows(_ inner: Cell, through relay: Cell) {
    waits(for: inner)
    self.relay = relay
    _ = follows.exchange(1)
  }

  package func vanishes() {
    expectNoCallback()
    end()
  }

  package func settlingBegins() {
    scope.activity.enter()
    expectNoCallback()
  }

  package func settlingEnds() {
    end()
    scope.activity.leave()
  }

  package func waiterComes() { waiting.add(1) }
  package func waiterLeaves() { waiting.add(.max) }

  /// How many tasks and threads wait for the promise.
  var waiters: UInt64 { waiting.load() }

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
    PromiseTracker.recordEnded()
    scope.outstanding.leave()
  }

  // MARK: What it waits for

  package func waits(for obstacle: Origin.Obstacle) {
    let (seen, next) = (self.obstacle, Obstacle(obstacle))
    // The task that is reported here may have reported its attempt already.
    if obstacle != .operation { return waits(for: next) }
    if seen.attempt == nil { _ = currentObstacle.compareExchange(seen.bits, next.bits) }
    expectNoCallback()
  }

  package func waits(for source: Cell) {
    waits(for: Obstacle(.promise, number: source.origin.number))
  }

  package func waits(for obstacle: Origin.Obstacle, attempt: Int, of count: Int) {
    waits(for: Obstacle(obstacle, attempt: attempt, of: count))
  }

  private func waits(for obstacle: Obstacle) {
    _ = currentObstacle.exchange(obstacle.bits)
    expectNoCallback()
  }

  package func waits(for cells: [Cell]) {
    let inputs = Inputs(cells.map { $0.origin.number })
    let earlier = inputBox.exchange(Unmanaged.passRetained(inputs).word)
    // A report may be reading them.
    inputs.earlier = Inputs.at(earlier)?.takeRetainedValue()
  }

  var obstacle: Obstacle { Obstacle(bits: currentObstacle.load()) }

  /// The numbers of a group's inputs that are tracked.
  var inputs: [UInt64] {
    Inputs.at(inputBox.load())?._withUnsafeGuaranteedRef { $0.numbers }.filter { $0 != 0 } ?? []
  }

  /// The number of the promise that the operation awaits, if it is known.
  var awaited: UInt64? {
    let number = awaitedPromise.load()
    return number == 0 ? nil : number
  }

  /// The numbers of the promise itself and of the promises it waits for.
  var related: [UInt64] { [number] + inputs + [obstacle.number, awaited].compactMap(\.self) }

  // MARK: Callbacks

  private func expectCallback() {
    scope.callbacks.enter()
    _ = callback.exchange(Callback.expected.rawValue)
  }

  /// Called when the promise is settled, waits for something else, or waits for the test itself.
  package func expectNoCallback() {
    if callback.load() == Callback.expected.rawValue,
      callback.compareExchange(Callback.expected.rawValue, Callback.over.rawValue)
    {
      scope.callbacks.leave()
    }
  }

  package var isCallbackExpected: Bool { callback.load() == Callback.expected.rawValue }

  // MARK: Its handler

  /// Runs the handler `body` in its promise's scope and test. The handlers of a job are there
  /// already, but a queue, or a thread that settles a promise, belongs to no test.
  package func running(_ body: () -> Void) {
    _ = currentStage.exchange(Stage.running.rawValue)
    Simulations.current?.runsHandler { description }
    func run() {
      runs()
      TrackingContext.running(self).bind(body)
    }
    if let host = scope.host, Tasks.current == 0 { host.run(run) } else { run() }
  }

  package func handlerIsQueued() {
    work.enter(scope.activity)
    extend()
    _ = currentStage.exchange(Stage.queued.rawValue)
  }

  package func handlerEnds() {
    _ = currentStage.exchange(Stage.waiting.rawValue)
    runsNoLonger()
    end()
    work.leave(scope.activity)
  }

  package func runs(on isolation: (any Actor)?) {
    let actorType = isolation.map { type(of: $0) as Any.Type }
    _ = isolationType.exchange(UInt64(unsafeBitCast(actorType, to: UInt.self)))
  }

  // MARK: For the library

  package func part() -> (any EventRecorder)? {
    var creator = creator
    creator.isPart = true
    return PromiseTracker.begin(creator)
  }

  package var context: any TrackedContext { TrackingContext.inside(scope) }
  package var site: CallSite { creator.site }
  package var description: String { creator.description }

  // MARK: Its failure

  package func fails(like source: Cell?) {
    if let source { takePath(of: source) { path = $0 } } else { path = handledPath }
  }

  package func handles(_ source: Cell) { takePath(of: source) { handledPath = $0 } }

  /// Passes on the path through another promise, if that is tracked and not this one.
  private func takePath(of source: Cell, _ take: (Trace?) -> Void) {
    guard let cause = source.origin.record as? Record, cause !== self else { return }
    take(cause.creator.isPart ? cause.path : .through(cause.path, to: cause.creator))
  }

  /// The promises that the failure has passed through, from its origin to this one. A pending
  /// promise, which another thread may be about to reject, yields only itself.
  package var trace: String {
    isPending ? creator.description : path?.description(to: creator) ?? creator.description
  }
}

extension Origin {
  /// The number of the promise, or zero if it is not tracked.
  var number: UInt64 { (record as? Record)?.number ?? 0 }
}

extension Record {
  /// The numbers of a group's inputs, or of the operations that hold a limiter's slots, with zero
  /// for one that is not tracked.
  final class Inputs {
    let numbers: [UInt64]
    /// The replaced inputs: at most 33, because a limiter reports to the first 32 in line.
    var earlier: Inputs?

    init(_ numbers: [UInt64]) { self.numbers = numbers }

    static func at(_ bits: UInt64) -> Unmanaged<Inputs>? {
      // SAFETY: only `waits(for:)` stores here, and the record keeps all that until `deinit`.
      Unmanaged(word: bits)
    }
  }
}
