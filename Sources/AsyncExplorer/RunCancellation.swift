// Cancelling a body at one of its suspension points.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises

  /// Cancels a body's task at its nth suspension.
  final class RunCancellation {
    private var task: Task<Void, Never>?
    /// How many times the body's task has been suspended.
    private(set) var suspensions = 0
    /// The suspension at which to cancel, counted from one; zero for never.
    let point: Int

    init(atSuspension point: Int) { self.point = point }

    func begins(_ task: Task<Void, Never>) { self.task = task }

    /// Called between two jobs.
    ///
    /// - Returns: whether the body is cancelled now.
    func jobEnded(of task: Int) -> Bool {
      guard task == TaskTable.root else { return false }
      suspensions += 1
      guard suspensions == point else { return false }
      self.task?.cancel()
      return true
    }
  }

  extension Exploration {
    /// Runs the body without cancelling it.
    ///
    /// - Returns: the number of its suspensions.
    private func plainRun() -> Result<Int, any Error> {
      let plain = RunCancellation(atSuspension: 0)
      guard let (_, finding) = run(Order(Schedule()), isTraced: true, plain) else {
        return .failure(CancellationError())
      }
      countsSchedule()
      guard let finding else { return .success(plain.suspensions - 1) }
      if let skip = finding.skip { return .failure(skip) }
      return .failure(failure(finding, "the body fails even when it is not cancelled"))
    }

    /// Runs the body without cancelling it, then cancels it at each of its suspension points in
    /// turn, in several orders each.
    func exploreCancellation(orders: Int) -> Result<ExplorationSummary, any Error> {
      plainRun().flatMap { number in
        var (point, most) = (1, number)
        while point <= most {
          for number in 0..<orders {
            let order =
              number == 0
              ? Order(Schedule())
              : Order(RandomChooser(SplitMix64(seed: UInt64(number))), seed: UInt64(number))
            let cancellation = RunCancellation(atSuspension: point)
            guard let (_, finding) = self.run(order, isTraced: true, cancellation) else {
              return .failure(CancellationError())
            }
            countsSchedule()
            if let finding {
              let what = "the body fails when cancelled at suspension \(point) of \(most)"
              return .failure(failure(shrunk(finding), what))
            }
            if number == 0 { most = max(most, cancellation.suspensions - 1) }
          }
          point += 1
        }
        return .success(summary())
      }
    }

    /// Cancels the body as a report says.
    func replayCancellation(_ schedule: Schedule) -> Result<ExplorationSummary, any Error> {
      plainRun().flatMap { _ in
        let cancellation = RunCancellation(atSuspension: schedule.cancelledAt)
        guard
          let (run, finding) = run(
            Order(schedule, isReplay: true), isTraced: true, cancellation)
        else {
          return .failure(CancellationError())
        }
        countsSchedule()
        guard let finding else {
          passed(run, as: schedule)
          return .success(summary())
        }
        let what = "the body fails when cancelled at suspension \(schedule.cancelledAt)"
        return .failure(failure(finding, what))
      }
    }

    /// Returns what a cancelled run left behind, unless jobs that are still on their way finish it.
    func finding(leftBy run: Run) -> Finding? {
      guard leftovers(of: run) != nil else { return nil }
      var left = Self.mostArrivalsAfterEnd
      while left > 0, leftovers(of: run) != nil, run.waitsForMore(), run.settle() { left -= 1 }
      if let finding = leftovers(of: run) { return finding }
      run.surroundings.somethingHasLeft()
      return nil
    }

    private static var mostArrivalsAfterEnd: Int { 1_000 }

    /// Returns what the run has left so far that an uncancelled run does not leave.
    private func leftovers(of run: Run) -> Finding? {
      guard let usual else { return nil }
      let tasks = run.leftTasks.filter { $0.function.map { !usual.contains($0) } ?? true }
      var reasons: [String] = []
      if !tasks.isEmpty { reasons.append("It left behind a task that nothing will resume.") }
      if !run.leftPromises.isEmpty { reasons.append("It left a promise pending.") }
      guard !reasons.isEmpty else { return nil }
      return Finding(
        run: run, kind: .leftBehind, error: nil, reason: reasons.joined(separator: " "))
    }
  }
#endif
