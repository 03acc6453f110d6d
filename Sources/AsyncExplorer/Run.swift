// One run of a body, whose jobs run one at a time.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises
  import AsyncPromisesTracking
  import CTaskHooks
  import Dispatch
  import Foundation

  /// One run of a body, in the order that a chooser picks.
  ///
  /// The exploration's thread drives it. Main-actor jobs run on the main queue while that thread
  /// waits; everything else runs on the thread itself. New jobs arrive from both while they run
  /// others, and from elsewhere when outside work returns, hence the lock.
  final class Run: @unchecked Sendable {
    /// How a run ended.
    enum Ending {
      case returned
      case threw(any Error)
      /// Nothing was left to run, and the body had not ended.
      case hung
      /// It ran so many jobs that it counts as endless.
      case endless
    }

    /// Shared by all runs of an exploration.
    let surroundings: RunSurroundings
    let lock = NSLock()
    let arrivals = Arrivals()
    private let mainThreadIsDone = DispatchSemaphore(value: 0)

    // What each job touches isn't checked for exclusive access, which took a tenth of a run.

    // Guarded by the lock.
    @exclusivity(unchecked) var ready = ReadyJobs()
    @exclusivity(unchecked) var resting: [Job] = []
    @exclusivity(unchecked) var time: VirtualTime
    /// Whether arriving jobs are refused.
    @exclusivity(unchecked) var refusesAll = false
    @exclusivity(unchecked) var tasks: TaskTable
    @exclusivity(unchecked) private var result: Ending?
    private var isGivenUp = false
    private(set) var issues: [String] = []
    /// Where the jobs that arrived from elsewhere continue.
    var escapes: [JobPlace] = []
    /// The job that runs, and the number of jobs so far, for the watchdog.
    @exclusivity(unchecked) var progress: (job: Job?, number: Int) = (nil, 0)

    // Used only by the code that drives the run.
    @exclusivity(unchecked) var chooser: any Chooser
    @exclusivity(unchecked) var choices: [Choice] = []
    @exclusivity(unchecked) var polls = Polls()
    @exclusivity(unchecked) private(set) var steps = 0
    /// The number of jobs that entered an actor.
    private(set) var hops = 0
    @exclusivity(unchecked) var trace: Trace?
    let seed: UInt64
    let cancellation: RunCancellation?
    /// Whether the work that the body left behind never ends.
    var isEndless = false
    /// The scope of the body's promises, if promises are tracked.
    var scope: Scope?
    let hook = Hook()
    /// The actor that the running task is about to enter, and the job that serves it.
    @exclusivity(unchecked) var entering: UnsafeRawPointer?
    @exclusivity(unchecked) var entered: UnownedJob?
    /// Where the running task is about to wait for an actor.
    @exclusivity(unchecked) var coming: (place: JobPlace, actor: UnsafeRawPointer)?
    /// The number of the running task; zero outside jobs.
    @exclusivity(unchecked) var currentTask = 0
    /// Whether the running job follows from a deadline that has come.
    @exclusivity(unchecked) var isTimely = false
    let observer: UnsafeMutablePointer<task_observer>

    /// More jobs than any reasonable test has.
    static var mostSteps: Int { 200_000 }

    /// - Parameters:
    ///   - root: the first job of the body's task.
    ///   - isTraced: whether to record what runs.
    init(
      _ root: UnownedJob, _ order: Order, in surroundings: RunSurroundings,
      isTraced: Bool = false, cancellation: RunCancellation? = nil
    ) {
      self.surroundings = surroundings
      chooser = order.chooser
      seed = order.seed
      self.cancellation = cancellation
      tasks = TaskTable(root: root, lastID: surroundings.lastTaskID)
      trace = isTraced ? Trace() : nil
      observer = .allocate(capacity: 1)
      observer.initialize(to: task_observer())
      time = VirtualTime(observer)
      ready.priorities = chooser.priorities
      ready.append(Job(work: .job(root), task: TaskTable.root, cause: TaskTable.root, queue: nil))
      prepare(&observer.pointee)
    }

    private func prepare(_ observer: inout task_observer) {
      observer.run = Unmanaged.passUnretained(self).toOpaque()
      observer.executor = surroundings.executor.words
      observer.lobby = surroundings.lobby.words
      observer.begins = { Run.find($0)?.taskBegins(at: $1) }
      observer.ends = { Run.find($0)?.taskIsMade($1, $2, isElsewhere: $3 != 0) }
      observer.waits = { Run.find($0)?.taskWaits(at: $1, $2, for: $3.identity) }
      observer.time = surroundings.start
      observer.chance = seed
      surroundings.describe(&observer.order)
      observer.order.seed = seed
      observer.order.cancelled_at = UInt32(cancellation?.point ?? 0)
    }

    deinit {
      order_frees(&observer.pointee.order)
      observer.deallocate()
    }

    // MARK: The run of a thread

    /// The run that the current thread works for.
    static var current: Run? {
      guard let observer = task_observer_get() else { return nil }
      return find(observer.pointee.run)
    }

    static func find(_ run: UnsafeMutableRawPointer?) -> Run? {
      // SAFETY: a run outlives its time as a thread's current run, because `drive` holds it.
      run.map { Unmanaged<Run>.fromOpaque($0).takeUnretainedValue() }
    }

    func asCurrent<R>(_ body: () -> R) -> R {
      let outer = task_observer_get()
      task_observer_set(observer)
      defer { task_observer_set(outer) }
      return body()
    }

    // MARK: Driving

    /// Runs jobs until the body has ended, or can no longer end.
    func drive() -> Ending {
      asCurrent {
        while true {
          if let result = lock.withLock({ result }) { return result }
          guard steps < Self.mostSteps else { return givesUp(.endless) }
          if let job = next() { perform(job) } else if givesUpIfIdle() { return .hung }
        }
      }
    }

    /// Whether anything can continue once nothing is ready. Called with the lock held.
    private var canGoOn: Bool { !resting.isEmpty || !time.isEmpty }

    /// Whether everything is empty. Checked with the lock held, and all at once, because two
    /// partial checks could both miss an arrival in between.
    var isIdle: Bool { ready.isEmpty && !canGoOn }

    private func givesUpIfIdle() -> Bool {
      lock.withLock {
        isGivenUp = result == nil && isIdle
        return isGivenUp
      }
    }

    private func givesUp(_ ending: Ending) -> Ending {
      lock.withLock {
        if let result { return result }
        isGivenUp = true
        return ending
      }
    }

    private func next() -> Job? {
      while true {
        if let job = nextReady() { return job }
        let isAsleep = lock.withLock { canGoOn }
        waitForArrivals(beforeHang: !isAsleep) {
          result != nil || (isAsleep ? !ready.isEmpty : !isIdle)
        }
        if isAsleep { goOn() } else if lock.withLock({ isIdle }) { return nil }
      }
    }

    /// Waits for a job from elsewhere when nothing is ready.
    ///
    /// - Parameter isThere: whether one has arrived; called with the lock held.
    func waitForArrivals(beforeHang: Bool, until isThere: () -> Bool) {
      arrivals.wait(for: surroundings.patience(beforeHang: beforeHang)) { lock.withLock(isThere) }
      surroundings.hasWaited(beforeHang: beforeHang)
    }

    func perform(_ job: Job) {
      guard job.queue == .main else { return run(job) }
      DispatchQueue.main.async {
        self.asCurrent { self.run(job) }
        self.mainThreadIsDone.signal()
      }
      mainThreadIsDone.wait()
    }

    private func run(_ job: Job) {
      steps += 1
      (currentTask, isTimely) = (job.task, job.isTimely)
      observer.pointee.spins = 0
      if trace != nil { lock.withLock { trace?.append(job, waiting: jobsOfActor(job)) } }
      let readsBefore = run_time_foreign_reads(observer)
      let arrivals = job.site == nil ? 0 : lock.withLock { ready.arrivals }
      let isTold = run_time_is_told(1)
      switch job.work {
      case .job(let work):
        if job.queue == .main {
          hops += 1
          work.runSynchronously(on: surroundings.mainExecutor)
        } else {
          if job.isInLobby { (entering, hops) = (job.actor, hops + 1) }
          work.runSynchronously(on: surroundings.executor.asUnownedTaskExecutor())
          entering = nil
          // The actor has no other task to serve.
          entered.take()?.runSynchronously(on: surroundings.executor.asUnownedTaskExecutor())
        }
      case .call(let call): call()
      }
      _ = run_time_is_told(isTold)
      if run_time_foreign_reads(observer) != readsBefore { surroundings.readsTimeOfDispatch() }
      (currentTask, isTimely) = (0, false)
      if let site = job.site {
        // A sleep that was cancelled resumes nothing.
        lock.withLock { if ready.arrivals > arrivals { time.hasEnded(site) } }
      }
      polls.ran(job)
      if cancellation?.jobEnded(of: job.task) == true {
        lock.withLock { trace?.note("the body is cancelled") }
      }
    }

    /// Returns the tasks that wait for the actor that a job serves.
    private func jobsOfActor(_ job: Job) -> [(task: Int, place: JobPlace)] {
      guard case .job(let work) = job.work, !job.isInLobby else { return [] }
      let actor = work.actor
      return work.waiting.filter { $0.taskID != 0 }.map { waiting in
        var place = waiting.place
        place.actor = actor
        return (tasks.number(of: waiting.taskID, by: job.task), place)
      }
    }

    // MARK: The body

    /// Whether the body hung, or counts as endless.
    var isAbandoned: Bool { lock.withLock { isGivenUp } }

    /// Records that the body has ended.
    func ends(_ ending: Ending) {
      lock.withLock {
        result = result ?? ending
        tasks.rootEnds()
      }
      arrivals.come()
    }

    /// Records an issue of this run: one from a thread that works for it, or from a thread that
    /// works for no run if the issue belongs to the test.
    func takeIssue(_ text: String, isOfTest: Bool) {
      guard Run.current.map({ $0 === self }) ?? isOfTest else { return }
      lock.withLock { issues.append(text) }
    }
  }
#endif
