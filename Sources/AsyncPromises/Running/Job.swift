// Jobs: they run handlers that are due, one after the other.

/// A job on an actor or on the global executor, which runs handlers, and any that become due there
/// as a result.
struct Job: @unchecked Sendable {
  let handlers: DueHandlers

  /// Runs the job in an isolation that is known only at run time.
  func start(on isolation: (any Actor)?) {
    handlers.nextOrigin.startJob {
      if let isolation { start(on: isolation) } else { Tasks.start(self) }
    }
  }

  /// - Parameter isPaused: whether the actor keeps the handlers until the job runs.
  private func start(on actor: any Actor, isPaused: Bool = false) {
    // Tools that count the jobs of tracked promises know only tasks.
    let needsTask =
      handlers.startWithTask || handlers.nextOrigin.isTracked || !MainQueue.takesJobs(of: actor)
    let ring = isPaused ? nil : handlers.ring
    guard needsTask else { return MainQueue.start(ring) }
    Tasks.start(on: actor) { Job.run(ring, on: actor) }
  }

  /// Runs handlers of an actor for one turn. If any are left, another job continues behind whatever
  /// is waiting for the actor.
  ///
  /// - Parameter ring: the handlers, as one pointer; `nil` for those of the paused job.
  static func run(_ ring: Unmanaged<Node>?, on actor: any Actor) {
    let handlers = ring.map { DueHandlers(ring: $0) }
    if let handlers, PausedJob.append(handlers, on: actor) { return }
    var trampoline = Trampoline(in: .job(on: actor), handlers ?? PausedJob.resume(on: actor))
    if trampoline.runTurn() { return }
    let rest = Job(handlers: trampoline.takeHandlers())
    rest.handlers.nextOrigin.startJob {
      PausedJob.pause(rest.handlers, on: actor)
      rest.start(on: actor, isPaused: true)
    }
  }

  /// Runs handlers without isolation. After each turn, whatever waits for a thread goes first.
  nonisolated(nonsending) func runGlobally() async {
    var trampoline = Trampoline(in: .job(on: nil), handlers)
    while !trampoline.runTurn() {
      if Tasks.isCurrentChanged || trampoline.isElsewhere {
        return Job(handlers: trampoline.takeHandlers()).start(on: nil)
      }
      await Task.yield()
    }
  }
}

/// How long a job may keep an executor: 256 handlers, or about a millisecond.
struct Turn {
  static let limit = 256

  /// Times are counted from here, because the size of an instant is known only at run time.
  private static let epoch = ContinuousClock.now

  private var left = limit
  /// When the turn is over. The order of an explored run must not depend on how fast it is.
  private var end: Duration?
  private let isTimed: Bool
  // Running a handler is faster than reading the clock, so the turn reads it before the second one,
  // and then less and less often, down to every sixteenth.
  private var untilLook = 1
  private var stride = 1

  init(isTimed: Bool = !Tasks.areExplored) { self.isTimed = isTimed }

  /// Whether the job may run another handler.
  mutating func goesOn() -> Bool {
    guard left > 0 else { return false }
    left -= 1
    untilLook -= 1
    return untilLook >= 0 || !isTimed || looksAtClock()
  }

  private mutating func looksAtClock() -> Bool {
    let now = Self.epoch.duration(to: .now)
    guard let end else {
      end = now + .milliseconds(1)
      return true
    }
    stride = min(stride * 2, 16)
    untilLook = stride - 1
    return now < end
  }
}
