// The timers of the continuous clock, which share one sleep.

/// A timer of the continuous clock.
final class SharedTimer: Timer, @unchecked Sendable {
  /// Belongs to the thread that looks after the timers.
  fileprivate(set) var deadline: ContinuousClock.Instant
  fileprivate let tolerance: Duration?
  private let sleep: SharedSleep
  /// Who is told of the timer, where it is tracked.
  private let scope: Scope?
  private let state = StateWord(waiting)
  /// Belongs to the thread that ends the timer.
  private var action: Action?

  private static var waiting: UInt { 0 }
  private static var over: UInt { 1 }

  init(
    until deadline: ContinuousClock.Instant, tolerance: Duration? = nil, _ sleep: SharedSleep,
    in scope: Scope?, _ action: @escaping Action
  ) {
    self.deadline = deadline
    self.tolerance = tolerance
    self.sleep = sleep
    self.scope = scope
    self.action = action
    scope?.timers.enter()
  }

  override var isOver: Bool { state.load() == Self.over }

  /// Calls the action, and keeps it: other timers may be due as well, and what it has captured may
  /// be the user's.
  ///
  /// - Returns: `false` when the timer was stopped before. Otherwise the caller has it let go.
  fileprivate func fire(_ leftovers: inout Leftovers) -> Bool {
    guard state.compareExchange(Self.waiting, Self.over), let action else { return false }
    Trampoline.runPlumbing(leaving: &leftovers, action)
    return true
  }

  /// Lets go of the action that has been called.
  fileprivate func letGo() { action = nil }

  /// Everything that the timer has kept is gone: what comes of that is counted by now.
  fileprivate func ends() { scope?.timers.leave() }

  override func stop() {
    guard state.compareExchange(Self.waiting, Self.over) else { return }
    action = nil
    scope?.timers.leave()
    sleep.send(.stopped)
  }
}

/// The sleep that the timers of the continuous clock share. One thread at a time looks after them;
/// a thread that has news leaves them in the mailbox, and looks after the timers if none does.
/// Timers that are due fire in a job, that of a sleep or another one, when the mailbox has been put
/// back: the thread that looks after them may belong to any promise, and what they free may be
/// anybody's.
final class SharedSleep: @unchecked Sendable {
  typealias Instant = ContinuousClock.Instant

  static let continuous = SharedSleep()

  enum News: Sendable {
    case started(SharedTimer)
    case stopped
    case woken(Instant)
  }

  /// Starts a task that calls `wakeUp` at a time, or later.
  typealias Sleep = @Sendable (_ time: Instant, _ wakeUp: @escaping @Sendable () -> Void) -> Void

  private final class Message: QueueNode, @unchecked Sendable {
    let news: News

    init(_ news: News) {
      self.news = news
    }
  }

  private let now: @Sendable () -> Instant
  private let sleep: Sleep
  private let mailbox = Mailbox<Message>()

  // These belong to the thread that looks after the timers.
  private var timers = DeadlineHeap()
  private var stopped = 0
  /// When the tasks that sleep wake up: the last one first.
  private var wakeUps: [Instant] = []

  init(
    now: @escaping @Sendable () -> Instant = { .now },
    sleep: @escaping Sleep = { time, wakeUp in
      Tasks.startShared {
        try? await ContinuousClock().sleep(until: time)
        wakeUp()
      }
    }
  ) {
    (self.now, self.sleep) = (now, sleep)
  }

  func start(
    until deadline: Instant, tolerance: Duration? = nil, in scope: Scope?,
    _ action: @escaping Timer.Action
  ) -> Timer {
    let timer = SharedTimer(until: deadline, tolerance: tolerance, self, in: scope, action)
    send(.started(timer))
    return timer
  }

  /// - Parameter isJob: whether the caller is a job of the sleep's own.
  func send(_ news: News, isJob: Bool = false) {
    guard mailbox.append(Message(news)) else { return }
    var due: [SharedTimer] = []
    mailbox.drain {
      take($0.news)
    } afterBatch: {
      if stopped * 2 > timers.count {
        timers.removeAll(where: \.isOver)
        stopped = 0
      }
      due += timers.popAll(until: now())
      sleepIfNecessary()
    }
    guard !due.isEmpty else { return }
    if isJob { return Self.fire(due) }
    Tasks.startShared { [due] in Self.fire(due) }
  }

  /// Fires timers, then resumes who waited for them and lets go of what they have kept.
  private static func fire(_ due: [SharedTimer]) {
    var leftovers = Leftovers()
    Holding.begins()
    let fired = due.filter { $0.fire(&leftovers) }
    Holding.ends()
    leftovers.resume()
    for timer in fired { timer.letGo() }
    leftovers.release()
    leftovers.settlingEnds()
    for timer in fired { timer.ends() }
  }

  private func take(_ news: News) {
    switch news {
    case .started(let timer):
      joinWakeUp(timer)
      timers.insert(timer)
    case .stopped:
      stopped += 1
    case .woken(let instant):
      // Nearly always the one that was to wake up first.
      wakeUps.lastIndex(of: instant).map { _ = wakeUps.remove(at: $0) }
    }
  }

  /// A timer that may be late waits for a wake-up that comes soon enough anyway.
  private func joinWakeUp(_ timer: SharedTimer) {
    guard let tolerance = timer.tolerance, tolerance > .zero else { return }
    let latest = timer.deadline.advanced(by: min(tolerance, .century))
    if let joined = wakeUps.last(where: { $0 >= timer.deadline }), joined <= latest {
      timer.deadline = joined
    }
  }

  /// A sleep that is too long is not ended, because that would free nothing: another one begins
  /// beside it. It takes half of the time that the shortest has left, or less: so many timers of
  /// so many deadlines never have more sleeps than a time can be halved.
  private func sleepIfNecessary() {
    guard let deadline = timers.first?.deadline else { return }
    var wakeUp = deadline
    if let next = wakeUps.last {
      guard deadline < next else { return }
      let now = now()
      wakeUp = min(deadline, now.advanced(by: max(now.duration(to: next) / 2, .milliseconds(1))))
    }
    wakeUps.append(wakeUp)
    sleep(wakeUp) { [wakeUp] in self.send(.woken(wakeUp), isJob: true) }
  }
}
