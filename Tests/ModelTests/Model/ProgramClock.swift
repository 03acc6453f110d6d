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

    private(set) lazy var now = start
    private var timers: [WeakTimer] = []
    private typealias Turn = @Sendable () -> SharedSleep.Time?
    private let start = Instant.now
    private var sleepers: [(until: SharedSleep.Time, turn: Turn)] = []
    private lazy var sharedSleep = SharedSleep(
      now: { [unowned self] in time },
      startJob: { [unowned self] in startJob($0, $1) })

    var minimumResolution: Duration { .nanoseconds(1) }

    /// How many timers are waiting.
    var waiting: Int { timers.count(where: \.waits) }

    func startTimer(after duration: Duration, _ action: @escaping Timer.Action) -> Timer {
      let timer = sharedSleep.start(after: duration, nil, action)
      timers.removeAll { !$0.waits }
      timers.append(WeakTimer(timer: timer))
      return timer
    }

    private var time: SharedSleep.Time { SharedSleep.time(start.duration(to: now)) }

    private func startJob(_ first: SharedSleep.Time, _ turn: @escaping Turn) {
      sleepers.append((first, turn))
      wakeSleepers()
    }

    /// Advances the time.
    func advance(by duration: Duration) {
      now = now.advanced(by: duration)
      wakeSleepers()
    }

    /// Sleepers wake up in jobs.
    private func wakeSleepers() {
      let due = sleepers.filter { $0.until <= time }
      sleepers.removeAll { $0.until <= time }
      for sleeper in due {
        Tasks.startDetached { [self] in
          if let next = sleeper.turn() { startJob(next, sleeper.turn) }
        }
      }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      preconditionFailure("A program sleeps only with timers.")
    }
  }
#endif
