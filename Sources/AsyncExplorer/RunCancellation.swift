// Cancelling a body at one of its suspension points.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises

  /// Cancels a body's task at its nth suspension.
  final class RunCancellation {
    private var task: Task<Void, Never>?
    /// How many times the body's task has been suspended.
    private(set) var suspensions = 0
    /// The suspension at which to cancel, counted from one; zero for never.
    private let point: Int

    init(atSuspension point: Int) { self.point = point }

    func begins(_ task: Task<Void, Never>) { self.task = task }

    /// Called between two jobs.
    func jobEnded(of task: Int) {
      guard task == TaskTable.root else { return }
      suspensions += 1
      if suspensions == point { self.task?.cancel() }
    }
  }

  extension Exploration {
    /// Runs the body without cancelling it, then cancels it at each of its suspension points in
    /// turn, in several orders each.
    func exploreCancellation(orders: Int) -> Result<ExplorationSummary, any Error> {
      let plain = RunCancellation(atSuspension: 0)
      guard let (_, finding) = run(ScheduleChooser(Schedule()), isTraced: true, plain) else {
        return .failure(CancellationError())
      }
      if let finding {
        return .failure(failure(finding, "the body fails even when it is not cancelled"))
      }
      var (point, most) = (1, plain.suspensions - 1)
      while point <= most {
        for order in 0..<orders {
          let chooser: any Chooser =
            order == 0
            ? ScheduleChooser(Schedule()) : RandomChooser(SplitMix64(seed: UInt64(order)))
          let cancellation = RunCancellation(atSuspension: point)
          guard let (_, finding) = self.run(chooser, isTraced: true, cancellation) else {
            return .failure(CancellationError())
          }
          if let finding {
            let what = "the body fails when cancelled at suspension \(point) of \(most)"
            return .failure(failure(finding, what, isReplayable: false))
          }
          if order == 0 { most = max(most, cancellation.suspensions - 1) }
        }
        point += 1
      }
      return .success(summary(isComplete: false))
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
