// What a run receives: new tasks and jobs.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises
  import CTaskHooks
  import Foundation

  extension Run {
    func taskBegins(at function: UnsafeRawPointer?) {
      lock.withLock { tasks.begins(CodeAddress(function), by: currentTask) }
    }

    func taskIsMade(
      _ task: UnsafeMutableRawPointer?, _ closure: UnsafeMutableRawPointer?, isElsewhere: Bool
    ) {
      lock.withLock {
        tasks.isMade(task, closure, isElsewhere: isElsewhere, isTraced: trace != nil)
      }
    }

    func taskWaits(
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

    /// Receives the job of the running task, which waits to enter an actor.
    func receiveInLobby(_ work: UnownedJob) {
      lock.withLock {
        let task = tasks.number(of: work.taskID, by: currentTask)
        let job = Job(work: .job(work), task: task, cause: currentTask, queue: nil)
        (job.actor, job.isInLobby) = (coming?.actor, true)
        if let coming { job.place = coming.place }
        coming = nil
        becomesReady(job)
      }
    }

    /// Receives a runtime job.
    ///
    /// - Returns: `false` if the job belongs to a task of an earlier run, or if this run is over.
    func receive(_ work: UnownedJob, _ queue: SimulatedQueue? = nil) -> Bool {
      let isElsewhere = Run.current !== self
      if !isElsewhere, let entering, work.servedActor == entering {
        (self.entering, entered) = (nil, work)
        return true
      }
      lock.lock()
      defer { lock.unlock() }
      let (first, id) = (work.first, work.first.taskID)
      // This run's thread is the first to see each of the run's tasks. An unknown task on another
      // thread is therefore the child of a task left over from an earlier run.
      guard !refusesAll, !tasks.isOfEarlierRun(id), !isElsewhere || id == 0 || tasks.knows(id)
      else {
        return false
      }
      let cause = isElsewhere ? 0 : currentTask
      let task = tasks.number(of: id, by: cause)
      let job = Job(work: .job(work), task: task, cause: cause, queue: queue)
      job.actor = work.servedActor
      if trace != nil, id != 0 {
        job.place = first.place
        job.place.actor = work.actor
      }
      becomesReady(job, isElsewhere: isElsewhere)
      if isElsewhere { arrives(first) }
      return true
    }

    /// Receives a job from elsewhere. Called with the lock held.
    private func arrives(_ job: UnownedJob) {
      surroundings.somethingHasLeft()
      escapes.append(job.taskID == 0 ? JobPlace() : job.place)
      arrivals.come()
    }

    /// Called with the lock held.
    private func becomesReady(_ job: Job, isElsewhere: Bool = false) {
      (job.isTimely, job.readySince) = (isElsewhere || isTimely, time.now)
      ready.append(job)
    }

    func sleeps<C: Clock>(_ work: UnownedJob, until instant: C.Instant, on clock: C) -> Bool {
      // Other threads don't read this run's time.
      let duration = asCurrent { () -> Duration? in
        let isTold = run_time_is_told(1)
        defer { _ = run_time_is_told(isTold) }
        return clock.now.duration(to: instant) as? Duration
      }
      guard let duration else { return false }
      let isElsewhere = Run.current !== self
      lock.lock()
      defer { lock.unlock() }
      guard !refusesAll, !isElsewhere || tasks.knows(work.taskID) else { return false }
      let task = isElsewhere ? 0 : currentTask
      let site = SleepSite(
        function: task > 0 ? tasks.entries[task - 1].function : nil, duration: duration)
      time.insert(Job(work: .job(work), task: task, cause: task, queue: nil), after: duration, site)
      if isElsewhere { arrives(work) }
      return true
    }

    func knows(_ work: UnownedJob) -> Bool {
      lock.withLock { tasks.knows(work.taskID) }
    }
  }

  extension Run: Simulation {
    func enqueue(_ queue: SimulatedQueue?, _ body: @escaping @Sendable () -> Void) {
      lock.withLock {
        becomesReady(Job(work: .call(body), task: currentTask, cause: currentTask, queue: queue))
      }
    }

    func enqueue(_ work: UnownedJob, run: @escaping @Sendable () -> Void) {
      let isElsewhere = Run.current !== self
      lock.withLock {
        let cause = isElsewhere ? 0 : currentTask
        let task = tasks.number(of: work.first.taskID, by: cause)
        let job = Job(work: .call(run), task: task, cause: cause, queue: nil)
        job.actor = work.servedActor
        if trace != nil, work.first.taskID != 0 { job.place = work.first.place }
        if refusesAll { return surroundings.leave(job) }
        becomesReady(job, isElsewhere: isElsewhere)
        if isElsewhere { arrives(work.first) }
      }
    }

    func runsHandler(of promise: () -> String) {
      guard trace != nil else { return }
      let promise = promise()
      lock.withLock { trace?.runsHandler(of: promise) }
    }

    func comesToRest() async {
      await withUnsafeContinuation { continuation in
        lock.withLock {
          let resume: @Sendable () -> Void = { continuation.resume() }
          resting.append(
            Job(work: .call(resume), task: currentTask, cause: currentTask, queue: nil))
        }
      }
    }
  }
#endif
