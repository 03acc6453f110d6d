// The choices of a run: which job goes next, and whether a deadline comes before it.

#if ORDERS_JOBS && compiler(>=6.3)
  import CTaskHooks
  import Foundation

  extension Run {
    /// Any job may be this slow.
    private static var shortDelay: Duration { .milliseconds(5) }
    /// A job may be nearly this slow for a timeout to come first. Tests rely on a second: they use
    /// it as their time limit, or cancel whatever takes that long.
    private static var longDelay: Duration { .seconds(1) }

    /// Takes the job that goes next, after the deadlines that come before it; `nil` if nothing is
    /// ready.
    func nextReady(isRecorded: Bool = true) -> Job? {
      lock.lock()
      defer { lock.unlock() }
      progress.job = nil
      while !ready.isEmpty {
        let deadline = time.next?.deadline
        if let deadline, polls.areOver(deadline - time.now) {
          wake(time.advance())
          continue
        }
        let index = isRecorded && (ready.jobCount > 1 || deadline != nil) ? choose(deadline) : 0
        if ready.isDeadline(index) {
          ready.areSlow()
          wake(time.advance())
          continue
        }
        guard let job = ready.remove(at: index) else { break }
        progress = (job, progress.number + 1)
        return job
      }
      return nil
    }

    private func choose(_ deadline: Duration?) -> Int {
      ready.offersDeadline = deadline != nil && mayComeEarly
      let (first, running) = (ready.oldest, ready.running)
      var index = chooser.choose(among: &ready)
      let isDeadline = ready.isDeadline(index)
      if isDeadline, deadline == nil { index = first }
      let taken = isDeadline && deadline != nil ? Choice.deadline : index
      let choice = Choice(
        count: ready.jobCount, first: first, running: running, taken: taken,
        offersDeadline: ready.offersDeadline)
      let number = UInt32(choices.count)
      if taken != first { log(number, taken, &observer.pointee.order.logs.0) }
      if taken != running { log(number, taken, &observer.pointee.order.logs.1) }
      choices.append(choice)
      if trace != nil {
        let tasks = (first: ready.task(at: first), running: ready.task(at: running))
        trace?.choice = (choice, tasks)
        if taken == Choice.deadline, let next = time.next { trace?.deadlineComes(of: next.task) }
      }
      return index
    }

    private func log(_ number: UInt32, _ taken: Int, _ log: inout order_log) {
      order_deviates(
        &log, number, taken == Choice.deadline ? UInt32(order_deadline) : UInt32(taken))
    }

    /// Whether the next deadline may come while jobs are ready, because those are slow.
    ///
    /// A job may be a little slow, or so slow that a timeout comes first: a sleep that the first
    /// order did not wait for. A job caused by a deadline is never slow, so that sleepers act in
    /// the order of their deadlines.
    private var mayComeEarly: Bool {
      guard ready.timely == 0, let next = time.next, let since = ready.oldestSince else {
        return false
      }
      let delay = next.deadline - since
      return delay <= Self.shortDelay
        || (delay < Self.longDelay && surroundings.timeouts.contains(next.site))
    }

    /// If nothing is ready, resumes the jobs that wait for that or, if there are none, advances the
    /// time and wakes sleepers.
    ///
    /// - Returns: whether anything is ready after that.
    @discardableResult
    func goOn() -> Bool {
      lock.withLock {
        guard ready.isEmpty else { return true }
        guard resting.isEmpty else {
          for job in resting { ready.append(job) }
          resting = []
          return true
        }
        wake(time.advance())
        return !ready.isEmpty
      }
    }

    private func wake(_ sleepers: [Job]) {
      let now = time.now
      polls = Polls()
      trace?.time = now
      for job in sleepers {
        (job.isTimely, job.readySince) = (true, now)
        ready.append(job)
      }
    }

    /// The call that repeats the run's order.
    var replayLine: String {
      let call = cancellation == nil ? "explore" : "exploreCancellation"
      return "Replay: \(call)(replay: \"\(schedule.text)\") { … }"
    }

    /// The run's schedule, under the rule that describes it most briefly.
    var schedule: Schedule {
      let schedules = Schedule.Rule.allCases.map { Schedule($0, of: choices) }
      var best = schedules.min { $0.deviations.count < $1.deviations.count } ?? Schedule()
      (best.seed, best.cancelledAt) = (seed, cancellation?.point ?? 0)
      return best
    }
  }

  /// Notices that tasks poll for something that only a sleeper will do.
  struct Polls {
    private var jobs = 0
    /// The number of jobs in a row that were caused by their own task.
    private var repetitions = 0

    private static var mostRepetitions: Int { 200 }
    private static var mostJobs: Int { 20_000 }

    mutating func ran(_ job: Job) {
      jobs += 1
      repetitions = job.cause == job.task ? repetitions + 1 : 0
    }

    /// - Parameter rest: the time until the next deadline. The longer it is, the more polls are
    ///   allowed.
    func areOver(_ rest: Duration) -> Bool {
      guard repetitions >= Self.mostRepetitions else { return jobs >= Self.mostJobs }
      let milliseconds = Int(min(max(rest, .zero), .seconds(1 << 40)) / .milliseconds(1))
      return repetitions >= Self.mostRepetitions * (64 - milliseconds.leadingZeroBitCount + 1)
    }
  }
#endif
