// A consumer of a program's promises.

#if DEBUG
  import PromiseCompatSupport

  @testable import AsyncPromises

  final class StagedConsumer: @unchecked Sendable {
    typealias Outcome = Result<StagedValue, any Error>

    enum State {
      case notAttached, living, left
      case heard(Outcome)
    }

    let kind: SmallProgram.ConsumerKind
    let subjects: [StagedPromise]
    private unowned let stage: Stage
    private let log: Log
    /// What was derived, for the kinds that are promises.
    private var derived: Promise<StagedValue>?
    private var listener: Listener?
    private let clock = HeldClock()

    private(set) var attaching = Moments()
    private(set) var leaving = Moments()
    /// When its handler started.
    private(set) var starts: [Int] = []
    /// What the handler or the listener was told.
    fileprivate(set) var told: [Outcome] = []
    fileprivate var listenerLeft = false

    init(_ kind: SmallProgram.ConsumerKind, of subjects: [StagedPromise], on stage: Stage) {
      (self.kind, self.subjects, self.stage, log) = (kind, subjects, stage, stage.log)
    }

    func attach() {
      guard let promise = subjects[0].promise else { return }
      attaching.began = log.moment()
      switch kind {
      case .derived:
        let mirror = ValueCell<StagedValue>(.armed(with: promise.cell), .none)
        promise.cell.attach(derived: mirror)
        derived = Promise(cell: mirror)
      case .pool: handle(promise, in: .concurrent)
      case .actor: handle(promise, in: .actor(stage.actor))
      case .queue: handle(promise, in: stage.queue)
      case .inline: handle(promise, in: .inline)
      case .waiter, .get:
        let listener = Listener(for: self)
        self.listener = listener
        listener.attachAlone(to: promise.cell)
      case .group: derived = .race(subjects.compactMap(\.promise))
      case .shield: derived = promise.shielded()
      case .limit: derived = promise.timeout(after: .seconds(1), clock: clock)
      }
      attaching.ended = log.moment()
    }

    private func handle(_ promise: Promise<StagedValue>, in context: ExecutionContext) {
      derived = promise.derive(in: context, Origin("map", #fileID, #line)) {
        [self] _, source, derived, effects in
        starts.append(log.moment())
        told.append(Promise<StagedValue>.outcome(of: source))
        derived.settle(as: source, &effects)
      }
    }

    /// Leaves: by a cancellation, or because the time limit passes.
    func leave() {
      guard attaching.hasBegun else { return }
      leaving.began = log.moment()
      switch kind {
      case .waiter: listener?.leave(byCancellation: false)
      case .get: listener?.leave(byCancellation: true)
      case .limit: clock.pass()
      // A settled promise is its own shield.
      case .shield where derived?.cell === subjects[0].cell: break
      default: derived?.cancel()
      }
      leaving.ended = log.moment()
    }

    var state: State {
      guard attaching.hasBegun else { return .notAttached }
      if listener != nil {
        return listenerLeft ? .left : told.first.map { .heard($0) } ?? .living
      }
      guard let cell = derived?.cell else { return .notAttached }
      guard let root = cell.settledRoot else { return .living }
      if root.wasCancelled, !subjects.contains(where: { $0.cell === cell }) { return .left }
      let outcome = ValueCell<StagedValue>.outcome(of: root)
      if kind == .limit, case .failure(PromiseError.timedOut) = outcome { return .left }
      return .heard(outcome)
    }

    /// Whether it has left before it was given an outcome, though its handler may not have run.
    var hasWithdrawn: Bool { derived?.cell.root.link.isWithdrawn ?? listenerLeft }

    /// Ends the chain: takes what has arrived.
    func drop() {
      _ = derived?.resultIfSettled
      (derived, listener) = (nil, nil)
    }
  }

  /// A waiter, whose withdrawal is explored step by step.
  private final class Listener: Recipient, @unchecked Sendable {
    private unowned let consumer: StagedConsumer

    init(for consumer: StagedConsumer) { self.consumer = consumer }

    override func receive(from source: Cell, _ effects: inout Effects) {
      consumer.told.append(ValueCell<StagedValue>.outcome(of: source))
    }

    override func note(_ fate: Fate) {
      if case .left = fate { consumer.listenerLeft = true }
    }
  }

  /// A clock on which time passes when a program says so.
  private final class HeldClock: Clock, TimerClock, @unchecked Sendable {
    typealias Instant = ContinuousClock.Instant

    private final class HeldTimer: Timer, @unchecked Sendable {
      private var action: Action?

      init(_ action: @escaping Action) { self.action = action }

      override var isOver: Bool { action == nil }
      override func stop() { action = nil }

      func fire() {
        if let action = action.take() { Trampoline.run(deferring: .everything, action) }
      }
    }

    private var timer: HeldTimer?
    let now = Instant.now
    var minimumResolution: Duration { .nanoseconds(1) }

    func startTimer(after duration: Duration, _ action: @escaping Timer.Action) -> Timer {
      let timer = HeldTimer(action)
      self.timer = timer
      return timer
    }

    func pass() {
      timer?.fire()
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      preconditionFailure("Time limits use timers.")
    }
  }
#endif
