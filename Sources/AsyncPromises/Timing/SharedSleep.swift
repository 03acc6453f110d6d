// The timers of the continuous clock, which share one sleep.

/// A timer of the continuous clock.
final class SharedTimer: Timer, @unchecked Sendable {
  let deadline: ContinuousClock.Instant
  private let sleep: SharedSleep
  /// Who is told of the timer, where it is tracked.
  private let scope: Scope?
  private let state = StateWord(waiting)
  /// Belongs to the thread that ends the timer.
  private var action: Action?

  private static var waiting: UInt { 0 }
  private static var over: UInt { 1 }

  init(
    until deadline: ContinuousClock.Instant, _ sleep: SharedSleep, in scope: Scope?,
    _ action: @escaping Action
  ) {
    self.deadline = deadline
    self.sleep = sleep
    self.scope = scope
    self.action = action
    scope?.timers.enter()
  }

  override var isOver: Bool { state.load() == Self.over }

  /// Other timers may be due as well: what the user has to be told waits for a job of its own.
  func fire() {
    guard state.compareExchange(Self.waiting, Self.over), let due = action else { return }
    action = nil
    Trampoline.runPlumbing(due)
    scope?.timers.leave()
  }

  override func stop() {
    guard state.compareExchange(Self.waiting, Self.over) else { return }
    action = nil
    scope?.timers.leave()
    sleep.tell(.stopped)
  }
}

/// The sleep that the timers of the continuous clock share. One thread at a time looks after them;
/// a thread that has news leaves them in the mailbox, and looks after the timers if none does.
/// Timers that are due fire in a job, that of the sleep or another one: the thread that looks after
/// them may belong to any promise.
final class SharedSleep: @unchecked Sendable {
  static let continuous = SharedSleep()

  enum News: Sendable {
    case started(SharedTimer)
    case stopped
    case woken(ContinuousClock.Instant)
  }

  private final class Message: QueueNode, @unchecked Sendable {
    let news: News

    init(_ news: News) {
      self.news = news
    }
  }

  private let clock = ContinuousClock()
  private let mailbox = Mailbox<Message>()

  // These belong to the thread that looks after the timers.
  private var timers = DeadlineHeap()
  private var stopped = 0
  private var nextWakeUp: ContinuousClock.Instant?

  func start(
    until deadline: ContinuousClock.Instant, in scope: Scope?, _ action: @escaping Timer.Action
  ) -> Timer {
    let timer = SharedTimer(until: deadline, self, in: scope, action)
    tell(.started(timer))
    return timer
  }

  /// - Parameter isJob: whether the caller is a job of the sleep's own.
  func tell(_ news: News, isJob: Bool = false) {
    guard mailbox.append(Message(news)) else { return }
    mailbox.drain {
      take($0.news)
    } afterBatch: {
      if stopped * 2 > timers.count {
        timers.removeAll(where: \.isOver)
        stopped = 0
      }
      fire(timers.popAll(until: clock.now), isJob: isJob)
      sleepIfNecessary()
    }
  }

  private func fire(_ due: [SharedTimer], isJob: Bool) {
    guard !due.isEmpty else { return }
    if isJob { return due.forEach { $0.fire() } }
    Tasks.startShared {
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
    Tasks.startShared {
      try? await clock.sleep(until: deadline)
      self.tell(.woken(deadline), isJob: true)
    }
  }
}

extension ContinuousClock.Instant {
  fileprivate static var distantFuture: ContinuousClock.Instant {
    ContinuousClock.now.advanced(by: .century + .century)
  }
}
