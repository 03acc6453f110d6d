// The timers of the system's clocks. All timers of one clock share one sleep.

/// A timer of the continuous clock, or of the suspending one.
final class SharedTimer: Timer, @unchecked Sendable {
  let deadline: SharedSleep.Time
  private let sleep: SharedSleep
  /// Counts the timer for its scope, if it is tracked, until the thread that ends it releases this.
  private var count: AnyObject?
  private let state = StateWord(waiting)
  /// Belongs to the thread that ends the timer.
  private var action: Action?

  private static var waiting: UInt64 { 0 }
  private static var over: UInt64 { 1 }

  init(
    after duration: Duration, _ sleep: SharedSleep, _ count: AnyObject? = nil,
    _ action: @escaping Action
  ) {
    deadline = sleep.now() + SharedSleep.time(max(duration, .zero))
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
    Trampoline.run(leaving: &leftovers, action)
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
    sleep.timerStopped()
  }
}

/// The sleep that the timers of a clock share.
///
/// A call that starts or stops a timer leaves all others alone, so it takes a bounded number of
/// steps: only jobs sort timers, one job at a time. A timer that is due no earlier than the next
/// job waits for it among the arrivals. An earlier one starts a job, which then sleeps.
final class SharedSleep: @unchecked Sendable {
  /// Nanoseconds since the sleep was created.
  typealias Time = UInt64

  /// Starts a task that calls `turn` at the given time, and again at each time that it returns.
  typealias StartJob = @Sendable (_ first: Time, _ turn: @escaping @Sendable () -> Time?) -> Void

  static let continuous = SharedSleep(ContinuousClock())
  static let suspending = SharedSleep(SuspendingClock())

  let now: @Sendable () -> Time
  private let startJob: StartJob
  private let arrivals = Mailbox<SharedTimer>()
  /// When the next job looks at the timers. Calls make it earlier, and only a job makes it later.
  private let nextTurn = StateWord(never)
  /// How many timers may be stopped before a job removes them.
  private let spare = StateWord(fewest)
  /// How many jobs have asked for the turn since it was free.
  private let visits = StateWord(0)

  private static var never: Time { .max }
  private static var fewest: UInt64 { 64 }

  // These belong to the job whose turn it is.
  private var timers = DeadlineHeap()
  /// When the sleeping jobs wake up, latest first.
  private var wakeUps: [Time] = []

  init(now: @escaping @Sendable () -> Time, startJob: @escaping StartJob) {
    (self.now, self.startJob) = (now, startJob)
  }

  convenience init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    let now: @Sendable () -> Time = { Self.time(start.duration(to: clock.now)) }
    self.init(now: now) { first, turn in
      Tasks.startDetached {
        var next: Time? = first
        while let time = next {
          while now() < time {
            try? await clock.sleep(
              until: start.advanced(by: .nanoseconds(Int64(time))), tolerance: nil)
          }
          next = turn()
        }
      }
    }
  }

  /// A duration of at most a few centuries, in nanoseconds.
  static func time(_ duration: Duration) -> Time {
    let (seconds, attoseconds) = min(duration, .century).components
    return Time(seconds) * 1_000_000_000 + Time(attoseconds) / 1_000_000_000
  }

  func start(
    after duration: Duration, _ count: AnyObject? = nil, _ action: @escaping Timer.Action
  ) -> Timer {
    let timer = SharedTimer(after: duration, self, count, action)
    add(timer)
    return timer
  }

  func add(_ timer: SharedTimer) {
    _ = arrivals.append(timer)
    // Not earlier: a job that makes the next turn later takes the arrivals afterwards.
    askForTurn(by: timer.deadline)
  }

  fileprivate func timerStopped() {
    if spare.add(0 &- 1) == 0 { askForTurn(by: 0) }
  }

  private func askForTurn(by time: Time) {
    if makeNextTurn(noLaterThan: time) { startJob(0) { self.turn() } }
  }

  /// - Returns: whether the next turn was to be later.
  private func makeNextTurn(noLaterThan time: Time) -> Bool {
    while case let next = nextTurn.load(), time < next {
      if nextTurn.compareExchange(next, time) { return true }
    }
    return false
  }

  /// Lets a job see to the timers.
  ///
  /// - Returns: when the job has to do so again.
  private func turn() -> Time? {
    guard visits.add(1) == 1 else { return nil }
    Holding.begins()
    let now = now()
    wakeUps.removeAll { $0 <= now }
    _ = nextTurn.exchange(wakeUps.last ?? Self.never)
    takeArrivals()
    let due = timers.popAll(until: now)
    let wakeUp = nextWakeUp(now)
    if let wakeUp {
      wakeUps.append(wakeUp)
      _ = makeNextTurn(noLaterThan: wakeUp)
    }
    Holding.ends()
    // A job that came meanwhile may know of an arrival that this one hasn't seen.
    if visits.exchange(0) > 1 { startJob(0) { self.turn() } }
    guard !due.isEmpty else { return wakeUp }
    // What the timers lead to may take a while, and must not delay the others.
    if let wakeUp { startJob(wakeUp) { self.turn() } }
    Self.fire(due)
    return nil
  }

  private func takeArrivals() {
    if Int64(bitPattern: spare.load()) <= 0 {
      timers.removeAll(where: \.isOver)
      _ = spare.exchange(max(Self.fewest, UInt64(timers.count)))
    }
    guard var arrived = arrivals.takeAll() else { return }
    while let timer = arrived.popFirst()?.takeRetainedValue() {
      if !timer.isOver { timers.insert(timer) }
    }
  }

  /// When to wake up for the first timer, unless a job that sleeps already does so in time.
  ///
  /// A sleep that ends too late is left running, because ending it would free nothing. Beside four
  /// others, a new one lasts at most half the time that the shortest of them has left. The number
  /// of sleeps is limited by how often a duration can be halved.
  private func nextWakeUp(_ now: Time) -> Time? {
    guard let first = timers.first?.deadline else { return nil }
    guard let next = wakeUps.last else { return first }
    guard first < next else { return nil }
    return wakeUps.count < 4 ? first : min(first, now + max((next - now) / 2, 1_000_000))
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
}
