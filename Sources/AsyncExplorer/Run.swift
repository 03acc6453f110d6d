// One run of a body: its jobs take their turns one by one.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises
  import CTaskHooks
  import Dispatch
  import Foundation

  /// One run of a body, in an order that a chooser makes.
  ///
  /// A thread of the exploration drives it. Jobs of the main actor run on the main thread, which it
  /// waits for; everything else runs on its own. Jobs come from those two, while they run others,
  /// and from elsewhere when something that has left comes back: hence the lock.
  final class Run: @unchecked Sendable {
    /// How a run has ended.
    enum Ending {
      case returned
      case threw(any Error)
      /// Nothing was left that could run, and the body had not ended.
      case hung
      /// So many jobs have run that it is taken to go on for ever.
      case endless
    }

    /// What every run of an exploration has in common.
    let surroundings: RunSurroundings
    private let lock = NSLock()
    private let arrivals = DispatchSemaphore(value: 0)
    private let mainThreadIsDone = DispatchSemaphore(value: 0)

    // Guarded by the lock.
    private var ready = ReadyJobs()
    private var resting: [Job] = []
    private var time = VirtualTime()
    private(set) var tasks: TaskTable
    private var result: Ending?
    private var isGivenUp = false
    private(set) var issues: [String] = []
    /// What has come from elsewhere, by task.
    private(set) var escapes: [JobPlace] = []

    // These belong to whoever drives the run.
    private var chooser: any Chooser
    private(set) var choices: [Choice] = []
    private(set) var steps = 0
    private(set) var trace: Trace?
    let cancellation: RunCancellation?
    /// What the body's promises belong to, where promises are tracked.
    private(set) var scope: Scope?
    /// The actor that the task which runs is about to enter, and the job that has it served.
    private var entering: UnsafeRawPointer?
    private var entered: UnownedJob?
    /// Where the task that runs wants to enter an actor.
    private var coming: (place: JobPlace, actor: UnsafeRawPointer)?
    /// The number of the task that runs; zero outside of jobs.
    private var currentTask = 0
    private var currentStart: ContinuousClock.Instant?
    private var observer: UnsafeMutablePointer<task_observer>

    /// More jobs than any test of reason has.
    static var mostSteps: Int { 200_000 }

    /// - Parameters:
    ///   - root: the first job of the body's task.
    ///   - isTraced: whether it is told what has run.
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
      ready.append(Job(work: .job(root), task: TaskTable.root, queue: nil))
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
      // SAFETY: a run outlives the time that it is a thread's: `drive` holds it.
      run.map { Unmanaged<Run>.fromOpaque($0).takeUnretainedValue() }
    }

    private func asCurrent<R>(_ body: () -> R) -> R {
      let outer = task_observer_get()
      task_observer_set(observer)
      defer { task_observer_set(outer) }
      return body()
    }

    // MARK: Driving

    /// Runs jobs until the body has ended, or can't.
    func drive() -> Ending {
      asCurrent {
        while true {
          if let result = lock.withLock({ result }) { return result }
          guard steps < Self.mostSteps else { return givesUp(.endless) }
          guard let job = next() else { return givesUp(.hung) }
          perform(job)
        }
      }
    }

    private func givesUp(_ ending: Ending) -> Ending {
      lock.withLock {
        if let result { return result }
        isGivenUp = true
        return ending
      }
    }

    /// Runs what the body has left, which can go on by itself.
    func settle() {
      chooser = ScheduleChooser(Schedule())
      asCurrent {
        var left = Self.mostStepsAfterEnd
        while left > 0 {
          guard let job = nextReady(isRecorded: false) else {
            if wakeSleepers() { continue } else { return }
          }
          perform(job)
          left -= 1
        }
      }
    }

    private static var mostStepsAfterEnd: Int { 10_000 }

    /// Cancels what the body has left, and runs it. Whatever goes on for too long goes over to the
    /// executors that were there before.
    func clearUp() {
      asCurrent {
        for task in lock.withLock({ tasks.unfinished }) { task.cancel() }
        scope?.cancelPending()
      }
      settle()
      while true {
        guard let job = nextReady(isRecorded: false) else {
          if wakeSleepers() { continue } else { break }
        }
        surroundings.leave(job)
      }
      surroundings.lastTaskID = lock.withLock { tasks.lastID }
    }

    /// The tasks that have not ended, but for the body's.
    var leftTasks: [TaskTable.Entry] { lock.withLock { tasks.unfinished } }

    /// The functions of the tasks that were left when nothing went on by itself.
    var functionsLeft: [CodeAddress] = []

    /// The promises that are pending, a line each, and what they wait for.
    var leftPromises: [Substring] {
      guard let scope, !scope.outstanding.isZero else { return [] }
      return WaitGraph(of: scope).description.split(separator: "\n")
    }

    /// The scope of the promises that the body makes, inside that of the caller.
    func bind(_ body: () async throws -> Void) async throws {
      guard Tracking.isOn else { return try await body() }
      let scope = Scope(name: "run")
      self.scope = scope
      try await TrackingContext.$current.withValue(.inside(scope), operation: body)
    }

    private func next() -> Job? {
      while true {
        if let job = nextReady() { return job }
        if lock.withLock({ time.isEmpty }) {
          guard waitsForArrivals(beforeHang: true) else { return nil }
        } else if !waitsForArrivals(beforeHang: false) {
          wakeSleepers()
        }
      }
    }

    /// A busy machine stretches the wait: after each slice of it, jobs have had their turns on the
    /// queue that most answers come from, and on a thread that was made for them.
    private static var slices: Int { 10 }

    /// Nothing is ready: something may come from elsewhere.
    ///
    /// - Returns: whether it has.
    private func waitsForArrivals(beforeHang: Bool) -> Bool {
      let patience = surroundings.patience(beforeHang: beforeHang)
      var slicesLeft = patience > .zero ? Self.slices : 0
      while slicesLeft > 0, lock.withLock({ ready.isEmpty && result == nil }) {
        // Some arrivals were seen before anybody waited for them.
        let end = DispatchTime.now() + patience / .seconds(1) / Double(Self.slices)
        if arrivals.wait(timeout: end) == .success { continue }
        slicesLeft -= 1
        let turn = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
          // With a thread of its own.
          DispatchQueue(label: "AsyncExplorer.turn").async { turn.signal() }
        }
        turn.wait()
      }
      surroundings.hasWaited(beforeHang: beforeHang)
      return lock.withLock { !ready.isEmpty }
    }

    private func nextReady(isRecorded: Bool = true) -> Job? {
      lock.lock()
      defer { lock.unlock() }
      if ready.isEmpty {
        // Who waits for the others to come to rest, before the time goes on.
        for job in resting { ready.append(job) }
        resting = []
      }
      guard !ready.isEmpty else { return nil }
      ready.findCandidates()
      guard ready.count > 1, isRecorded else { return ready.remove(at: 0) }
      let index = chooser.choose(among: ready)
      let choice = Choice(count: ready.count, running: ready.running, taken: index)
      choices.append(choice)
      trace?.choice = (choice, ready.tasks)
      return ready.remove(at: index)
    }

    @discardableResult
    private func wakeSleepers() -> Bool {
      lock.withLock {
        let woken = time.advance()
        for job in woken { ready.append(job) }
        trace?.time = time.now
        return !woken.isEmpty
      }
    }

    private func perform(_ job: Job) {
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
          // The actor has nobody else to serve.
          entered.take()?.runSynchronously(on: surroundings.executor.asUnownedTaskExecutor())
        }
      case .call(let call): call()
      }
      currentTask = 0
      cancellation?.jobEnded(of: job.task)
    }

    /// The tasks that wait for the actor which a job serves.
    private func jobsOfActor(_ job: Job) -> [(task: Int, place: JobPlace)] {
      guard case .job(let work) = job.work, !job.isInLobby else { return [] }
      let actor = work.actor
      return work.waiting.filter { $0.taskID != 0 }.map { waiting in
        var place = waiting.place
        place.actor = actor
        return (tasks.number(of: waiting.taskID, by: job.task), place)
      }
    }

    /// What it has done, by the rule that says it in the fewest words.
    var schedule: Schedule {
      let schedules = Schedule.Rule.allCases.map { Schedule($0, of: choices) }
      return schedules.min { $0.deviations.count < $1.deviations.count } ?? Schedule()
    }

    // MARK: Tasks

    /// Whether the body was taken to hang, or to be endless.
    var isAbandoned: Bool { lock.withLock { isGivenUp } }

    /// The body has ended.
    func ends(_ ending: Ending) {
      lock.withLock {
        result = result ?? ending
        tasks.rootEnds()
      }
      arrivals.signal()
    }

    /// An issue was recorded.
    func recordIssue(_ text: String) {
      lock.withLock { issues.append(text) }
    }

    private func taskBegins(at function: UnsafeRawPointer?) {
      lock.withLock { tasks.begins(CodeAddress(function), by: currentTask) }
    }

    private func taskIsMade(_ task: UnsafeMutableRawPointer?, _ closure: UnsafeMutableRawPointer?) {
      lock.withLock { tasks.isMade(task, closure, isTraced: trace != nil) }
    }

    // MARK: Jobs

    private func taskWaits(
      at function: UnsafeRawPointer?, _ context: UnsafeRawPointer?, for actor: UnsafeRawPointer?
    ) {
      guard let actor else { return }
      var place = JobPlace()
      if trace != nil {
        place = JobPlace(function, context)
        place.actor = typeOfActor(at: actor)
      }
      coming = (place, actor)
    }

    /// The task that runs waits to enter an actor.
    func receiveInLobby(_ work: UnownedJob) {
      lock.withLock {
        let task = tasks.number(of: work.taskID, by: currentTask)
        var job = Job(work: .job(work), task: task, queue: nil)
        (job.actor, job.isInLobby) = (coming?.actor, true)
        if let coming { job.place = coming.place }
        coming = nil
        ready.append(job)
      }
    }

    /// A job of the runtime is to run.
    ///
    /// - Returns: `false` if it belongs to a task of an earlier run.
    func receive(_ work: UnownedJob, _ queue: SimulatedQueue? = nil) -> Bool {
      let isElsewhere = Run.current !== self
      if !isElsewhere, let entering, work.servedActor == entering {
        (self.entering, entered) = (nil, work)
        return true
      }
      lock.lock()
      defer { lock.unlock() }
      let (first, id) = (work.first, work.first.taskID)
      guard !tasks.isOfEarlierRun(id) else { return false }
      let task = tasks.number(of: id, by: isElsewhere ? 0 : currentTask)
      var job = Job(work: .job(work), task: task, queue: queue)
      job.actor = work.servedActor
      if trace != nil, id != 0 {
        job.place = first.place
        job.place.actor = work.actor
      }
      ready.append(job)
      if isElsewhere { arrives(first) }
      return true
    }

    /// Has come from elsewhere. Under the lock.
    private func arrives(_ job: UnownedJob) {
      surroundings.somethingHasLeft()
      escapes.append(job.taskID == 0 ? JobPlace() : job.place)
      arrivals.signal()
    }

    func sleeps(_ work: UnownedJob, for duration: Duration) -> Bool {
      let isElsewhere = Run.current !== self
      lock.lock()
      defer { lock.unlock() }
      guard !isElsewhere || tasks.knows(work.taskID) else { return false }
      let task = isElsewhere ? 0 : currentTask
      time.insert(Job(work: .job(work), task: task, queue: nil), after: duration)
      if isElsewhere { arrivals.signal() }
      return true
    }

    /// How long the job that runs may have run: by so much an instant that it has computed is too
    /// near.
    var slack: Duration { currentStart.map { $0.duration(to: .now) } ?? .zero }

    func knows(_ work: UnownedJob) -> Bool {
      lock.withLock { tasks.knows(work.taskID) }
    }
  }

  extension Run: Simulation {
    func enqueue(_ queue: SimulatedQueue?, _ body: @escaping @Sendable () -> Void) {
      lock.withLock {
        ready.append(Job(work: .call(body), task: currentTask, queue: queue))
      }
    }

    func enqueue(_ work: UnownedJob, run: @escaping @Sendable () -> Void) {
      let isElsewhere = Run.current !== self
      lock.withLock {
        let task = tasks.number(of: work.first.taskID, by: isElsewhere ? 0 : currentTask)
        var job = Job(work: .call(run), task: task, queue: nil)
        if trace != nil, work.first.taskID != 0 { job.place = work.first.place }
        ready.append(job)
        if isElsewhere { arrives(work.first) }
      }
    }

    func comesToRest() async {
      await withUnsafeContinuation { continuation in
        lock.withLock {
          let resume: @Sendable () -> Void = { continuation.resume() }
          resting.append(Job(work: .call(resume), task: currentTask, queue: nil))
        }
      }
    }
  }
#endif
