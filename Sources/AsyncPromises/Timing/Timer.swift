// Timers: an action at a deadline, which costs nothing any more once it is stopped.
//
// Any clock's timer is a task that sleeps. But the runtime keeps a cancelled sleep of its own clock
// until its deadline, on Linux at least: an hour of five-second timeouts would pile up. The timers
// of the continuous clock therefore share one sleep, for the earliest of their deadlines.

/// An action that is due at some time, unless it is stopped first.
class Timer: Producer, @unchecked Sendable {
  /// Releases the action and its captures.
  func stop() {}

  override final var obstacle: Origin.Obstacle { .time }

  /// Whether nothing is left to stop.
  var isOver: Bool { false }

  /// A timer that keeps its cell waiting is stopped when the cell is settled.
  override final func consumerWithdrew(_ reason: Reason, _ effects: inout Effects) {
    if !isOver { effects.callOut { self.stop() } }
  }

  /// What a timer does when it is due: transitions, and what follows from them.
  typealias Action = @Sendable (inout Effects) -> Void

  /// Starts a timer. The action runs in a job on the global executor.
  ///
  /// - Parameter tolerance: how late the timer may be.
  static func start<C: Clock>(
    _ clock: C, after duration: Duration, tolerance: Duration? = nil, for cell: Cell,
    _ action: @escaping Action
  ) -> Timer where C.Duration == Duration {
    let deadline = deadline(clock, after: duration)
    if clock is ContinuousClock, let deadline = deadline as? ContinuousClock.Instant {
      // The time of a simulation is not that of the others who would share the sleep. There it is
      // asked for where it is slept: the real time goes on between the two, the other does not.
      if Simulations.current != nil {
        return SleepingTask(for: cell, action) {
          try await Task.sleep(for: min(duration, .century))
        }
      }
      let scope = cell.origin.record?.scope ?? TrackingContext.trackedScope
      return SharedSleep.continuous.start(
        until: deadline, tolerance: tolerance, in: scope, action)
    }
    #if DEBUG
      if let clock = clock as? any TimerClock { return clock.startTimer(after: duration, action) }
    #endif
    return SleepingTask(for: cell, action) {
      try await clock.sleep(until: deadline, tolerance: tolerance)
    }
  }
}

#if DEBUG
  /// A clock that starts its own timers, for tests that control the time of shared sleeps.
  protocol TimerClock {
    func startTimer(after duration: Duration, _ action: @escaping Timer.Action) -> Timer
  }
#endif

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

  init(
    for cell: Cell, _ action: @escaping Action, _ sleep: @escaping @Sendable () async throws -> Void
  ) {
    let operation = Operation.captured {
      guard (try? await sleep()) != nil else { return }
      Trampoline.run(action)
    }
    task = Tasks.operation(for: cell, on: nil, .enqueued, operation)
  }

  override func stop() {
    task.cancel()
  }
}
