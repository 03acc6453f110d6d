// Timers: an action at a deadline. A timer costs nothing once it is stopped.
//
// In general, a timer is a task that sleeps. But the runtime keeps a cancelled sleep on its own
// clocks until the deadline, at least on Linux, so the timers of frequent timeouts would pile up.
// Timers of the continuous clock, and those of the suspending one, therefore share one sleep, which
// lasts until the earliest of their deadlines.

/// An action that is called at its deadline, unless the timer is stopped first.
class Timer: Producer, @unchecked Sendable {
  /// Stops the timer, and releases the action and its captures.
  func stop() {}

  override final var obstacle: Origin.Obstacle { .timer }

  /// Whether nothing is left to stop.
  var isOver: Bool { false }

  /// Stops the timer when the cell that waits for it is settled.
  override final func consumerWithdrew(_ reason: Reason, _ effects: inout Effects) {
    if !isOver { effects.callOut { self.stop() } }
  }

  /// What a timer does at its deadline: transitions, and what follows from them.
  typealias Action = @Sendable (inout Effects) -> Void

  /// Starts a timer. The action runs in a job on the global executor.
  ///
  /// If the clock fails, the cell is rejected with its error. If the clock wakes the timer early,
  /// the timer sleeps on, as long as the clock's time moves.
  ///
  /// - Parameter tolerance: how late the clock may wake the timer. Those that share a sleep fire on
  ///   time.
  static func start<C: Clock>(
    _ clock: C, after duration: Duration, tolerance: Duration? = nil, for cell: Cell,
    _ action: @escaping Action
  ) -> Timer where C.Duration == Duration {
    // A simulation's time differs from that of the other timers that would share the sleep. The
    // deadline is computed where the sleep starts: real time passes between here and there,
    // simulated time doesn't.
    if clock is ContinuousClock, Simulations.current != nil {
      return SleepingTask(for: cell, action) { try await Task.sleep(for: min(duration, .century)) }
    }
    #if DEBUG
      if let clock = clock as? any TimerClock { return clock.startTimer(after: duration, action) }
    #endif
    if let timer = shared(clock, after: duration, for: cell, action) { return timer }
    let now = clock.now
    return SleepingTask(for: cell, action) {
      try await clock.sleep(for: duration, from: now, tolerance: tolerance)
    }
  }

  /// Starts a timer for an instant of the clock. The clock says when that has come, so the
  /// timer doesn't check.
  static func start<C: Clock>(
    _ clock: C, at deadline: C.Instant, tolerance: Duration? = nil, for cell: Cell,
    _ action: @escaping Action
  ) -> Timer where C.Duration == Duration {
    shared(clock, after: clock.now.duration(to: deadline), for: cell, action)
      ?? SleepingTask(for: cell, action) {
        try await clock.sleep(until: deadline, tolerance: tolerance)
      }
  }

  private static func shared<C: Clock>(
    _ clock: C, after duration: @autoclosure () -> Duration, for cell: Cell,
    _ action: @escaping Action
  ) -> Timer? {
    let sleep: SharedSleep
    switch clock {
    case is ContinuousClock: sleep = .continuous
    case is SuspendingClock: sleep = .suspending
    default: return nil
    }
    guard Simulations.current == nil else { return nil }
    let context = cell.origin.record?.context ?? Tracking.tracker?.countingContext
    return sleep.start(after: duration(), context?.countTimer(), action)
  }
}

extension Clock where Duration == Swift.Duration {
  /// Sleeps until `duration` has passed since `start`, however often the clock wakes the task.
  ///
  /// A clock whose time has stood still since it was asked is not asked again: tests use clocks
  /// whose sleeps return at once.
  func sleep(for duration: Duration, from start: Instant, tolerance: Duration? = nil) async throws {
    let deadline = start.later(by: duration)
    var asked = start
    while true {
      try await sleep(until: deadline, tolerance: tolerance)
      let woken = now
      if woken >= deadline || woken == asked { return }
      asked = woken
      // A clock that doesn't sleep at all would otherwise keep a thread busy.
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}

extension InstantProtocol where Duration == Swift.Duration {
  /// The instant to wait for. A century is longer than anyone waits, but short enough not to
  /// overflow any clock.
  fileprivate func later(by duration: Duration) -> Self { advanced(by: min(duration, .century)) }
}

#if DEBUG
  /// A clock that starts its own timers, for tests that control the time of shared sleeps.
  protocol TimerClock {
    func startTimer(after duration: Duration, _ action: @escaping Timer.Action) -> Timer
  }
#endif

extension Timer {
  /// Returns the clock of a call that may have been given one.
  static func clock(_ given: (any Clock<Duration>)?) -> any Clock<Duration> {
    given ?? Tracking.tracker?.countingContext?.clock ?? ContinuousClock()
  }
}

extension Duration {
  /// The longest time that is measured exactly.
  package static let century: Duration = .seconds(100 * 365 * 86_400)
}

/// A timer for any clock: a task that sleeps.
private final class SleepingTask: Timer, @unchecked Sendable {
  private let task: WorkTask

  init(
    for cell: Cell, _ action: @escaping Action, _ sleep: @escaping @Sendable () async throws -> Void
  ) {
    let operation = Operation.captured {
      do {
        try await sleep()
        Trampoline.run(action)
      } catch {
        // A clock has failed, unless the timer was stopped.
        if !Task.isCancelled { Trampoline.run { _ = cell.reject(error, &$0) } }
      }
    }
    task = Tasks.operation(for: cell, on: nil, .enqueued, operation)
  }

  override func stop() {
    task.cancel()
  }
}
