// The clock of a program.

#if DEBUG
  @testable import AsyncPromises

  /// A clock that a program advances, and whose timers share sleeps, like those of the continuous
  /// clock.
  ///
  /// `@unchecked Sendable`: a program and all its jobs run on one thread.
  final class ProgramClock: Clock, TimerClock, @unchecked Sendable {
    typealias Instant = ContinuousClock.Instant

    private struct WeakTimer {
      weak var timer: Timer?
      var waits: Bool { timer?.isOver == false }
    }

    private(set) var now = Instant.now
    private var timers: [WeakTimer] = []
    private var sleepers: [(until: Instant, wakeUp: @Sendable () -> Void)] = []
    private lazy var sharedSleep = SharedSleep(
      now: { [unowned self] in now },
      sleep: { [unowned self] in sleepers.append(($0, $1)) })

    var minimumResolution: Duration { .nanoseconds(1) }

    /// How many timers are waiting.
    var waiting: Int { timers.count(where: \.waits) }

    func startTimer(after duration: Duration, _ action: @escaping Timer.Action) -> Timer {
      let timer = sharedSleep.start(until: now.advanced(by: duration), nil, action)
      timers.removeAll { !$0.waits }
      timers.append(WeakTimer(timer: timer))
      return timer
    }

    /// Advances the time. Sleepers wake up in jobs.
    func advance(by duration: Duration) {
      now = now.advanced(by: duration)
      let due = sleepers.filter { $0.until <= now }
      sleepers.removeAll { $0.until <= now }
      for sleeper in due { Tasks.startShared { sleeper.wakeUp() } }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      preconditionFailure("A program sleeps only with timers.")
    }
  }
#endif
