// One run of a body, whose jobs run one at a time.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises
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

    // Guarded by the lock.
    var ready = ReadyJobs()
    var resting: [Job] = []
    var time = VirtualTime()
    /// Whether arriving jobs are refused.
    var refusesAll = false
    var tasks: TaskTable
    private var result: Ending?
    private var isGivenUp = false
    private(set) var issues: [String] = []
    /// Where the jobs that arrived from elsewhere continue.
    var escapes: [JobPlace] = []

    // Used only by the code that drives the run.
    private var chooser: any Chooser
    private(set) var choices: [Choice] = []
    private(set) var steps = 0
    private(set) var trace: Trace?
    let cancellation: RunCancellation?
    /// The scope of the body's promises, if promises are tracked.
    var scope: Scope?
    /// The actor that the running task is about to enter, and the job that serves it.
    var entering: UnsafeRawPointer?
    var entered: UnownedJob?
    /// Where the running task is about to wait for an actor.
    var coming: (place: JobPlace, actor: UnsafeRawPointer)?
    /// The number of the running task; zero outside jobs.
    var currentTask = 0
    var currentStart: ContinuousClock.Instant?
    private var observer: UnsafeMutablePointer<task_observer>

    /// More jobs than any reasonable test has.
    static var mostSteps: Int { 200_000 }

    /// - Parameters:
    ///   - root: the first job of the body's task.
    ///   - isTraced: whether to record what runs.
    init(
      _ root: UnownedJob, _ chooser: any Chooser, in surroundings: RunSurroundings,
      isTraced: Bool = false, cancellation: RunCancellation? = nil
    ) {
      self.surroundings = surroundings
      self.chooser = chooser
      self.cancellation = cancellation
      tasks = TaskTable(root: root, lastID: surroundings.lastTaskID)
      trace = isTraced ? Trace() : nil
      observer = .allocate(capacity: 1)
      ready.append(Job(work: .job(root), task: TaskTable.root, cause: TaskTable.root, queue: nil))
      var observer = task_observer()
      observer.run = Unmanaged.passUnretained(self).toOpaque()
      observer.executor = surroundings.executor.words
      observer.lobby = surroundings.lobby.words
      observer.begins = { Run.find($0)?.taskBegins(at: $1) }
      observer.ends = { Run.find($0)?.taskIsMade($1, $2) }
      observer.waits = { Run.find($0)?.taskWaits(at: $1, $2, for: $3.identity) }
      self.observer.initialize(to: observer)
    }

    deinit { observer.deallocate() }

    // MARK: The run of a thread

    /// The run that the current thread works for.
    static var current: Run? {
      guard let observer = task_observer_get() else { return nil }
      return find(observer.pointee.run)
    }

    private static func find(_ run: UnsafeMutableRawPointer?) -> Run? {
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

    func nextReady(isRecorded: Bool = true) -> Job? {
      lock.lock()
      defer { lock.unlock() }
      guard !ready.isEmpty else { return nil }
      ready.findCandidates()
      guard ready.count > 1, isRecorded else { return ready.remove(at: 0) }
      let index = chooser.choose(among: ready)
      let choice = Choice(count: ready.count, running: ready.running, taken: index)
      choices.append(choice)
      trace?.choice = (choice, ready.tasks)
      return ready.remove(at: index)
    }

    /// If nothing is ready, resumes the jobs that wait for that or, if there are none, advances the
    /// time and wakes sleepers.
    ///
    /// - Returns: whether anything is ready after that.
    @discardableResult
    func goOn() -> Bool {
      lock.withLock {
        guard ready.isEmpty else { return true }
        let woken = resting.isEmpty ? time.advance() : resting
        resting = []
        for job in woken { ready.append(job) }
        trace?.time = time.now
        return !woken.isEmpty
      }
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
      currentTask = job.task
      currentStart = .now
      if trace != nil { lock.withLock { trace?.append(job, waiting: jobsOfActor(job)) } }
      switch job.work {
      case .job(let work):
        if job.queue == .main {
          work.runSynchronously(on: surroundings.mainExecutor)
        } else {
          if job.isInLobby { entering = job.actor }
          work.runSynchronously(on: surroundings.executor.asUnownedTaskExecutor())
          entering = nil
          // The actor has no other task to serve.
          entered.take()?.runSynchronously(on: surroundings.executor.asUnownedTaskExecutor())
        }
      case .call(let call): call()
      }
      currentTask = 0
      cancellation?.jobEnded(of: job.task)
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

    /// The run's schedule, under the rule that describes it most briefly.
    var schedule: Schedule {
      let schedules = Schedule.Rule.allCases.map { Schedule($0, of: choices) }
      return schedules.min { $0.deviations.count < $1.deviations.count } ?? Schedule()
    }

    // MARK: Tasks

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
