// Timers: an action at a deadline, which costs nothing any more once it is stopped.
//
// Any clock's timer is a task that sleeps. But the runtime keeps a cancelled sleep of its own clock
// until its deadline, on Linux at least: an hour of five-second timeouts would pile up. The timers
// of the continuous clock therefore share one sleep, for the earliest of their deadlines.

/// An action that is due at some time, unless it is stopped before.
class Timer: Producer, @unchecked Sendable {
  /// Gives the action up, and what it captures.
  func stop() {}

  override final var obstacle: String { "its time" }

  /// Whether nothing is left to stop.
  var isOver: Bool { false }

  /// A timer that keeps its cell waiting is stopped when the cell is settled.
  override final func cellSettled(byCancellation: Bool, _ trampoline: inout Trampoline) {
    if !isOver { trampoline.callOut { self.stop() } }
  }

  /// What a timer does when it is due: transitions, and what follows from them.
  typealias Action = @Sendable (inout Trampoline) -> Void

  /// Starts a timer. The action runs in a job on the global executor.
  static func start<C: Clock>(
    _ clock: C, after duration: Duration, for cell: Cell, _ action: @escaping Action
  ) -> Timer where C.Duration == Duration {
    let deadline = deadline(clock, after: duration)
    if clock is ContinuousClock, let deadline = deadline as? ContinuousClock.Instant {
      return SharedSleep.continuous.start(until: deadline, action)
    }
    return SleepingTask(clock, until: deadline, for: cell, action)
  }
}

extension Timer {
  /// The instant to wait for. A century is more than anybody waits, and less than any clock
  /// overflows at.
  static func deadline<C: Clock>(_ clock: C, after duration: Duration) -> C.Instant
  where C.Duration == Duration {
    clock.now.advanced(by: min(duration, .century))
  }
}

extension Duration {
  /// The longest time that is measured exactly.
  static let century: Duration = .seconds(100 * 365 * 86_400)
}

/// A timer of any clock: a task that sleeps.
private final class SleepingTask: Timer, @unchecked Sendable {
  private let task: Task<Void, Never>

  init<C: Clock>(
    _ clock: C, until deadline: C.Instant, for cell: Cell, _ action: @escaping Action
  ) {
    task = Spawn.operation(for: cell, on: nil) {
      guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
      Trampoline.run(action)
    }
  }

  override func stop() {
    task.cancel()
  }
}

/// A timer of the continuous clock.
final class SharedTimer: Timer, @unchecked Sendable {
  let deadline: ContinuousClock.Instant
  private let sleep: SharedSleep
  private let state = StateWord(waiting)
  /// Belongs to whoever ends the timer.
  private var action: Action?

  private static var waiting: UInt { 0 }
  private static var over: UInt { 1 }

  init(
    until deadline: ContinuousClock.Instant, _ sleep: SharedSleep, _ action: @escaping Action
  ) {
    self.deadline = deadline
    self.sleep = sleep
    self.action = action
  }

  override var isOver: Bool { state.load() == Self.over }

  /// Other timers may be due as well: what the user has to be told waits for a job of its own.
  func fire() {
    guard state.exchange(Self.waiting, for: Self.over), let due = action else { return }
    action = nil
    Trampoline.runPlumbing(due)
  }

  override func stop() {
    guard state.exchange(Self.waiting, for: Self.over) else { return }
    action = nil
    sleep.tell(.stopped)
  }
}

/// The sleep that the timers of the continuous clock share. One thread at a time looks after them;
/// whoever has news leaves them in the lane, and looks after the timers if nobody does. Timers that
/// are due fire in a job: the thread that looks after them may belong to any promise.
final class SharedSleep: @unchecked Sendable {
  static let continuous = SharedSleep()

  enum News: Sendable {
    case started(SharedTimer)
    case stopped
    case woken(ContinuousClock.Instant)
  }

  private final class Message: Node, @unchecked Sendable {
    let news: News

    init(_ news: News) {
      self.news = news
      super.init(link: .detached)
    }
  }

  private let clock = ContinuousClock()
  private let lane = Lane()

  // These belong to the thread that looks after the timers.
  private var timers = DeadlineHeap()
  private var stopped = 0
  private var nextWakeUp: ContinuousClock.Instant?

  func start(
    until deadline: ContinuousClock.Instant, _ action: @escaping Timer.Action
  ) -> Timer {
    let timer = SharedTimer(until: deadline, self, action)
    tell(.started(timer))
    return timer
  }

  func tell(_ news: News) {
    guard lane.append(Unmanaged.passRetained(Message(news))) else { return }
    while var messages = lane.takeAll() {
      while let message = messages.popFirst() {
        // SAFETY: only this method appends to the lane, and only messages.
        take(unsafeDowncast(message.takeRetainedValue(), to: Message.self).news)
      }
      if stopped * 2 > timers.count {
        timers.removeAll(where: \.isOver)
        stopped = 0
      }
      fireInJob(timers.popAll(until: clock.now))
      sleepIfNecessary()
    }
  }

  private func fireInJob(_ due: [SharedTimer]) {
    guard !due.isEmpty else { return }
    Spawn.task(on: nil, priority: Spawn.handlerPriority) {
      for timer in due { timer.fire() }
    }
  }

  private func take(_ news: News) {
    switch news {
    case .started(let timer):
      timers.insert(timer)
    case .stopped:
      stopped += 1
    case .woken(let instant):
      if nextWakeUp == instant { nextWakeUp = nil }
    }
  }

  /// A sleep that is too long is not ended: there is always one that is short enough.
  private func sleepIfNecessary() {
    guard let deadline = timers.first?.deadline, deadline < nextWakeUp ?? .distantFuture
    else { return }
    nextWakeUp = deadline
    let clock = clock
    Spawn.task(on: nil, priority: Spawn.handlerPriority) {
      try? await clock.sleep(until: deadline)
      self.tell(.woken(deadline))
    }
  }
}

extension ContinuousClock.Instant {
  fileprivate static var distantFuture: ContinuousClock.Instant {
    ContinuousClock.now.advanced(by: .century + .century)
  }
}

/// Timers by deadline: a binary heap, the earliest first.
struct DeadlineHeap {
  private var timers: [SharedTimer] = []

  var count: Int { timers.count }
  var first: SharedTimer? { timers.first }

  mutating func insert(_ timer: SharedTimer) {
    timers.append(timer)
    var child = timers.endIndex - 1
    while child > 0, timers[child].deadline < timers[(child - 1) / 2].deadline {
      timers.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Removes the timers that are due, in the order of their deadlines.
  mutating func popAll(until now: ContinuousClock.Instant) -> [SharedTimer] {
    var due: [SharedTimer] = []
    while let timer = popFirst(until: now) { due.append(timer) }
    return due
  }

  /// Removes the first timer, if it is due.
  mutating func popFirst(until now: ContinuousClock.Instant) -> SharedTimer? {
    guard let first = timers.first, first.deadline <= now else { return nil }
    timers.swapAt(0, timers.endIndex - 1)
    timers.removeLast()
    var parent = 0
    while 2 * parent + 1 < timers.endIndex {
      let children = 2 * parent + 1..<min(2 * parent + 3, timers.endIndex)
      guard let earlier = children.min(by: { timers[$0].deadline < timers[$1].deadline }),
        timers[earlier].deadline < timers[parent].deadline
      else { break }
      timers.swapAt(parent, earlier)
      parent = earlier
    }
    return first
  }

  mutating func removeAll(where isOver: (SharedTimer) -> Bool) {
    timers.removeAll(where: isOver)
    // What is sorted is a heap.
    timers.sort { $0.deadline < $1.deadline }
  }
}
