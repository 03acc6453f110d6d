// The timers of the system's clocks. All timers of one clock share one sleep.

/// A timer of the continuous clock, or of the suspending one.
final class SharedTimer: Timer, @unchecked Sendable {
  /// Belongs to the thread that manages the timers.
  fileprivate(set) var deadline: ContinuousClock.Instant
  fileprivate let tolerance: Duration?
  private let sleep: SharedSleep
  /// Counts the timer for its scope, if it is tracked, until the thread that ends it releases this.
  private var count: AnyObject?
  private let state = StateWord(waiting)
  /// Belongs to the thread that ends the timer.
  private var action: Action?

  private static var waiting: UInt64 { 0 }
  private static var over: UInt64 { 1 }

  init(
    until deadline: ContinuousClock.Instant, tolerance: Duration? = nil, _ sleep: SharedSleep,
    _ count: AnyObject? = nil, _ action: @escaping Action
  ) {
    self.deadline = deadline
    self.tolerance = tolerance
    self.sleep = sleep
    self.count = count
    self.action = action
  }

  override var isOver: Bool { state.load() == Self.over }

  /// Calls the action but doesn't release it yet: other timers may also be due, and releasing it
  /// may free the user's objects.
  ///
  /// - Returns: `false` if the timer was already stopped. Otherwise the caller calls
  ///   `releaseAction()` later.
  fileprivate func fire(_ leftovers: inout Leftovers) -> Bool {
    guard state.compareExchange(Self.waiting, Self.over), let action else { return false }
    Trampoline.runPlumbing(leaving: &leftovers, action)
    return true
  }

  /// Releases the action after it has been called.
  fileprivate func releaseAction() { action = nil }

  /// Stops counting the timer. Called after its action is released, so that whatever this led to is
  /// already counted.
  fileprivate func ends() { count = nil }

  override func stop() {
    guard state.compareExchange(Self.waiting, Self.over) else { return }
    action = nil
    count = nil
    sleep.send(.stopped)
  }
}

/// The sleep that the timers of a clock share.
///
/// One thread at a time manages them. A thread with news leaves it in the mailbox, and manages the
/// timers if no other thread does. Due timers fire after the mailbox has been put back, in a job of
/// the sleep or a separate one: the managing thread may belong to any promise, and the objects that
/// the timers release may be anyone's.
final class SharedSleep: @unchecked Sendable {
  typealias Instant = ContinuousClock.Instant

  static let continuous = SharedSleep()

  /// The sleep of the suspending clock. Its instants are instants of the continuous clock: the
  /// time since its first use, added to what the continuous clock showed then.
  static let suspending = SharedSleep(
    now: { instant(of: SuspendingClock.now) },
    sleep: { time, wakeUp in
      Tasks.startShared {
        let deadline = suspendingStart.advanced(by: continuousStart.duration(to: time))
        try? await SuspendingClock().sleep(until: deadline)
        wakeUp()
      }
    })

  private static let (suspendingStart, continuousStart) = (SuspendingClock.now, Instant.now)

  static func instant(of time: SuspendingClock.Instant) -> Instant {
    continuousStart.advanced(by: suspendingStart.duration(to: time))
  }

  enum News: Sendable {
    case started(SharedTimer)
    case stopped
    case woken(Instant)
  }

  /// Starts a task that calls `wakeUp` at the given time or later.
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

  // These belong to the thread that manages the timers.
  private var timers = DeadlineHeap()
  private var stopped = 0
  /// When the sleeping tasks wake up, latest first.
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
    until deadline: Instant, tolerance: Duration? = nil, _ count: AnyObject? = nil,
    _ action: @escaping Timer.Action
  ) -> Timer {
    let timer = SharedTimer(until: deadline, tolerance: tolerance, self, count, action)
    send(.started(timer))
    return timer
  }

  /// - Parameter isJob: whether the caller is one of the sleep's own jobs.
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

  /// Fires timers, then resumes the code that waited for them and releases what they kept.
  private static func fire(_ due: [SharedTimer]) {
    var leftovers = Leftovers()
    Holding.begins()
    let fired = due.filter { $0.fire(&leftovers) }
    Holding.ends()
    leftovers.resume()
    for timer in fired { timer.releaseAction() }
    leftovers.finish()
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
      // Nearly always the earliest one, which is the last in the array.
      wakeUps.lastIndex(of: instant).map { _ = wakeUps.remove(at: $0) }
    }
  }

  /// Lets a timer with a tolerance share a wake-up that is due soon enough anyway.
  private func joinWakeUp(_ timer: SharedTimer) {
    guard let tolerance = timer.tolerance, tolerance > .zero else { return }
    let latest = timer.deadline.advanced(by: min(tolerance, .century))
    if let joined = wakeUps.last(where: { $0 >= timer.deadline }), joined <= latest {
      timer.deadline = joined
    }
  }

  /// Starts a sleep that ends by the first deadline, unless one is already running.
  ///
  /// A sleep that ends too late is left running, because ending it would free nothing, and another
  /// one starts alongside it. Beside four others, it lasts at most half the time that the shortest
  /// of them has left. The number of sleeps is therefore limited by how often a duration can be
  /// halved, however many timers there are.
  private func sleepIfNecessary() {
    guard let deadline = timers.first?.deadline else { return }
    var wakeUp = deadline
    if let next = wakeUps.last {
      guard deadline < next else { return }
      if wakeUps.count >= 4 {
        let now = now()
        wakeUp = min(deadline, now.advanced(by: max(now.duration(to: next) / 2, .milliseconds(1))))
      }
    }
    wakeUps.append(wakeUp)
    sleep(wakeUp) { [wakeUp] in self.send(.woken(wakeUp), isJob: true) }
  }
}
