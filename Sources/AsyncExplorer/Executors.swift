// The process's executors, once something has been explored.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises
  import CTaskHooks
  import Dispatch
  import Foundation
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

  /// Executors in front of the process's own: they keep the jobs of runs and forward all others.
  struct Executors {
    static let shared = Executors()

    private init() {
      // Each refers to the executor it replaces, so they are created first.
      _ = (Factory.main, Factory.pool)
      _createExecutors(factory: Factory.self)
      Simulations.begin(ofThread: { Run.current }, ofJob: { ActiveRuns.run(of: $0) })
    }

    private struct Factory: ExecutorFactory {
      static let main = FrontMainExecutor(MainActor.executor)
      static let pool = FrontExecutor(Task<Never, Never>.defaultExecutor)
      static var mainExecutor: any MainExecutor { main }
      static var defaultExecutor: any TaskExecutor { pool }
    }

    var main: UnownedSerialExecutor { Factory.main.asUnownedSerialExecutor() }

    /// Runs a job that belongs to no run, or to a finished run, where it would have run otherwise.
    func enqueue(_ job: UnownedJob, isMain: Bool = false) {
      isMain ? Factory.main.handOn(job) : Factory.pool.handOn(job)
    }

    func enqueue<C: Clock>(
      _ job: UnownedJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      guard let executor = Factory.pool.former as? any SchedulingExecutor else {
        preconditionFailure("This system's default executor has no timers.")
      }
      executor.enqueue(ExecutorJob(job), at: instant, tolerance: tolerance, clock: clock)
    }
  }

  /// The current runs.
  enum ActiveRuns {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var runs: [Run] = []

    static func begins(_ run: Run) { lock.withLock { runs.append(run) } }
    static func ended(_ run: Run) { lock.withLock { runs.removeAll { $0 === run } } }

    /// Returns the run that a task belongs to, whatever thread resumes it.
    static func run(of job: UnownedJob) -> Run? {
      let id = job.taskID
      // Most jobs belong to no run, and need not wait for the lock.
      guard id != 0, task_is_marked(id) != 0 else { return nil }
      return lock.withLock { runs.first { $0.knows(job) } }
    }
  }

  /// An executor whose sleepers a run may take over.
  private protocol SleepingExecutor: SchedulingExecutor {
    func run(of job: UnownedJob) -> Run?
  }

  extension SleepingExecutor {
    func run(of job: UnownedJob) -> Run? { Run.current ?? ActiveRuns.run(of: job) }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      enqueue(job, at: clock.now.advanced(by: delay), tolerance: tolerance, clock: clock)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      let work = UnownedJob(job)
      if let run = run(of: work), run.sleeps(work, until: instant, on: clock) { return }
      Executors.shared.enqueue(work, at: instant, tolerance: tolerance, clock: clock)
    }
  }

  /// The executor in front of the default executor.
  private final class FrontExecutor: TaskExecutor, SleepingExecutor {
    let former: any TaskExecutor

    init(_ former: any TaskExecutor) { self.former = former }

    func enqueue(_ job: consuming ExecutorJob) {
      let work = UnownedJob(job)
      if let run = run(of: work), run.receive(work) { return }
      handOn(work)
    }

    func handOn(_ job: UnownedJob) { former.enqueue(job) }
  }

  /// The executor in front of the main actor's executor.
  private final class FrontMainExecutor: MainExecutor, SleepingExecutor {
    private let former: any MainExecutor

    init(_ former: any MainExecutor) { self.former = former }

    func enqueue(_ job: consuming ExecutorJob) {
      let work = UnownedJob(job)
      if let run = run(of: work), run.receive(work, .main) { return }
      handOn(work)
    }

    /// Runs the job where the former executor would, but as a job of this executor.
    func handOn(_ job: UnownedJob) {
      DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(.main)) }
    func run() throws { try former.run() }
    func stop() { former.stop() }
  }

  /// The preferred executor of all tasks in the runs of one exploration.
  final class RunExecutor: TaskExecutor, SleepingExecutor, @unchecked Sendable {
    private let lock = NSLock()
    private var run: Run?
    /// The thread that creates the tasks for bodies, and the first jobs of those tasks.
    private var maker: Thread?
    private var roots: [UnownedJob] = []

    var words: executor_words {
      unsafeBitCast(asUnownedTaskExecutor(), to: executor_words.self)
    }

    /// Sets the run that receives jobs from now on.
    func serves(_ run: Run?) { lock.withLock { self.run = run } }

    /// Returns the tasks that `make` creates, without running them.
    ///
    /// Jobs that arrive from other threads meanwhile are not included: a task left over from an
    /// earlier exploration prefers this executor, and may continue at any time.
    func collect(_ make: () -> Void) -> [UnownedJob] {
      lock.withLock { maker = .current }
      make()
      return lock.withLock {
        maker = nil
        defer { roots = [] }
        return roots
      }
    }

    func run(of job: UnownedJob) -> Run? { lock.withLock { run } }

    func enqueue(_ job: consuming ExecutorJob) {
      let work = UnownedJob(job)
      let (run, isCollected) = lock.withLock { () -> (Run?, Bool) in
        let isCollected = maker != nil && maker === Thread.current
        if isCollected { roots.append(work) }
        return (self.run, isCollected)
      }
      if isCollected { return }
      if let run, run.receive(work) { return }
      Executors.shared.enqueue(work)
    }
  }

  /// Where tasks wait to enter an actor.
  final class Lobby: SerialExecutor {
    var words: executor_words {
      unsafeBitCast(asUnownedSerialExecutor(), to: executor_words.self)
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let work = UnownedJob(job)
      if let run = Run.current { run.receiveInLobby(work) } else { Executors.shared.enqueue(work) }
    }
  }
#endif
