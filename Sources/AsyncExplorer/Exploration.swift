// The runs of an exploration, one after another, until one fails.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises
  import Dispatch
  import Foundation

  /// Runs a body in one order after another, on its own thread.
  final class Exploration: @unchecked Sendable {
    /// What went wrong in a run.
    struct Finding {
      let run: Run
      let kind: ExplorationFailure.Kind
      let error: (any Error)?
      let reason: String
      /// Set if the run was traced.
      var report: RunReport?

      /// Whether a task waits forever.
      var isHung: Bool { kind == .hung || kind == .leftBehind }

      /// The error with which the test has ended itself, which is no fault.
      var skip: (any Error)? { error.flatMap { Skip.isSkip($0) ? $0 : nil } }

      /// Returns whether `other` is the same fault.
      func isLike(_ other: Finding) -> Bool {
        kind == other.kind
          && (kind != .threw
            || error.map { String(describing: type(of: $0)) }
              == other.error.map { String(describing: type(of: $0)) })
      }
    }

    private let surroundings: RunSurroundings
    private let roots: RootTasks
    let place: String
    private var escapes: [String] = []
    private var leftovers: [String] = []
    private var (longestRun, hops) = (0, 0)
    private var schedules = 0
    /// The tasks that the uncancelled run leaves behind, by function; `nil` before that run.
    private(set) var usual: Set<CodeAddress>?

    init(_ roots: RootTasks, _ surroundings: RunSurroundings, at place: String) {
      (self.roots, self.surroundings, self.place) = (roots, surroundings, place)
    }

    // MARK: Runs

    /// Runs the body once.
    ///
    /// - Returns: the run and what went wrong, if anything; `nil` if no task is left to run the
    ///   body.
    func run(
      _ order: Order, isTraced: Bool = false, _ cancellation: RunCancellation? = nil
    ) -> (run: Run, finding: Finding?)? {
      guard let root = roots.next() else { return nil }
      surroundings.number += 1
      let run = Run(
        root.job, order, in: surroundings, isTraced: isTraced, cancellation: cancellation)
      cancellation?.begins(root.task)
      ActiveRuns.begins(run)
      surroundings.executor.serves(run)
      surroundings.watchdog.watches(run)
      let ending = run.drive()
      // The first run is first come, first served.
      if surroundings.number == 1 {
        surroundings.timeouts = run.lock.withLock { run.time.timeouts }
      }
      var finding = finding(in: run, ending)
      if finding == nil, cancellation != nil {
        run.settle()
        // Read while all leftover tasks still exist.
        if usual == nil {
          usual = Set(run.leftTasks.compactMap(\.function))
        } else {
          finding = self.finding(leftBy: run)
        }
      }
      if isTraced, let isHung = finding?.isHung {
        finding?.report = RunReport(run, isHung: isHung)
      }
      let left = run.clearUp()
      surroundings.watchdog.watches(nil)
      surroundings.executor.serves(nil)
      ActiveRuns.ended(run)
      run.leave()
      remember(run, left)
      return (run, finding)
    }

    private func remember(_ run: Run, _ left: [TaskTable.Entry]) {
      if run.steps > longestRun { (longestRun, hops) = (run.steps, run.hops) }
      func add(_ name: String?, to names: inout [String]) {
        let name = name ?? "an unknown function"
        if !names.contains(name) { names.append(name) }
      }
      for place in run.escapes { add(place.nameOfBody, to: &escapes) }
      for entry in left { add(entry.name, to: &leftovers) }
      if surroundings.readsDispatchTime { add("DispatchTime.now()", to: &escapes) }
    }

    private func finding(in run: Run, _ ending: Run.Ending) -> Finding? {
      func found(
        _ kind: ExplorationFailure.Kind, _ reason: String, _ error: (any Error)? = nil
      ) -> Finding {
        Finding(run: run, kind: kind, error: error, reason: reason)
      }
      switch ending {
      case .hung:
        return found(
          .hung, "The body has not finished, nothing is ready to run, and nothing is sleeping.")
      case .endless:
        return found(.endless, "The body had not finished after \(Run.mostSteps) jobs.")
      case .threw where !run.issues.isEmpty, .returned where !run.issues.isEmpty:
        return found(.recordedIssue, run.issues.joined(separator: "\n"))
      case .threw(let error) where run.cancellation == nil:
        return found(.threw, "The body threw: \(error)", error)
      case .returned, .threw:
        return nil
      }
    }

    // MARK: Search

    /// Runs the body in the orders that a strategy chooses.
    func explore(
      _ strategy: ExplorationStrategy, _ limit: ExplorationLimit
    ) -> Result<ExplorationSummary, any Error> {
      let end: ContinuousClock.Instant?
      let most: Int
      switch limit {
      case .schedules(let number): (end, most) = (nil, number)
      case .duration(let duration): (end, most) = (.now + duration, .max)
      }
      var orders = Orders(strategy, limit: min(most, 1_000_000))
      while schedules < most, schedules == 0 || end.map({ .now < $0 }) ?? true {
        guard let order = orders.next() else {
          return .success(summary(exhausting: orders.bound))
        }
        guard let (run, finding) = self.run(order) else { return .failure(CancellationError()) }
        schedules += 1
        if let skip = finding?.skip { return .failure(skip) }
        if let finding {
          let what = "schedule \(schedules) fails, found by \(strategy.description)"
          return .failure(failure(shrunk(finding), what))
        }
        orders.ran(run.choices)
      }
      return .success(summary())
    }

    /// Runs the body in a given order.
    func replay(_ schedule: Schedule) -> Result<ExplorationSummary, any Error> {
      guard let (run, finding) = run(Order(schedule, isReplay: true), isTraced: true) else {
        return .failure(CancellationError())
      }
      schedules = 1
      if let skip = finding?.skip { return .failure(skip) }
      if let finding { return .failure(failure(finding, "this order fails")) }
      passed(run, as: schedule)
      return .success(summary())
    }

    /// Says so if a run that should have repeated an order took a different one.
    func passed(_ run: Run, as schedule: Schedule) {
      guard !schedule.fits(run.choices) else { return }
      let note =
        "\(place): the body passed, but no longer has the order \"\(schedule.text)\", because it "
        + "has changed, or is a different body. To look for a failure, explore it again.\n"
      FileHandle.standardError.write(Data(note.utf8))
    }

    /// - Parameter bound: the number of preemptions with which every order was run.
    func summary(exhausting bound: Int? = nil) -> ExplorationSummary {
      ExplorationSummary(
        schedules: schedules, preemptions: bound, longestRun: longestRun, hops: hops,
        escapes: escapes, leftovers: leftovers)
    }

    /// Counts a run that `explore` doesn't.
    func countsSchedule() { schedules += 1 }

    // MARK: Shrinking

    private static var mostShrinkingRuns: Int { 3_000 }
    private static var mostShrinkingJobs: Int { 1_000_000 }

    /// Returns the same fault in an order with few deviations.
    func shrunk(_ finding: Finding) -> Finding {
      let (seed, point) = (finding.run.seed, finding.run.cancellation?.point)
      var (runs, jobs) = (Self.mostShrinkingRuns, Self.mostShrinkingJobs)
      func attempt(_ schedule: Schedule, isTraced: Bool = false) -> (run: Run, finding: Finding?)? {
        run(
          Order(ScheduleChooser(schedule), seed: seed), isTraced: isTraced,
          point.map { RunCancellation(atSuspension: $0) })
      }
      let shrinking = Shrinking { schedule in
        guard runs > 0, jobs > 0, let (run, other) = attempt(schedule) else { return nil }
        (runs, jobs) = (runs - 1, jobs - run.steps)
        return .init(choices: run.choices, fails: other.map { $0.isLike(finding) } ?? false)
      }
      let schedule = shrinking.shortest(finding.run.choices)
      guard let (_, traced) = attempt(schedule, isTraced: true), let traced,
        traced.isLike(finding)
      else { return finding }
      return traced
    }

    // MARK: Failures

    /// - Parameter what: the headline, such as "schedule 3 fails".
    func failure(_ finding: Finding, _ what: String) -> ExplorationFailure {
      // Work that leaves in one run may return before another run starts waiting for it.
      let isReplayable = finding.report != nil && escapes.isEmpty
      let replay = isReplayable ? finding.run.schedule.text : nil
      let head = ["\(place): \(what)", finding.reason]
      var foot: [String] = []
      if isReplayable {
        foot.append(finding.run.replayLine)
      } else if finding.report == nil {
        foot.append(
          "The same order did not fail again: the outcome also depends on something else, such "
            + "as hashing, the time, or state left by an earlier run.")
      }
      if !escapes.isEmpty {
        foot.append(
          "This order can't be replayed: the body hops to a thread or queue that explore "
            + "can't see, and comes back in \(escapes.prefix(3).joined(separator: ", ")).")
      }
      let report =
        finding.report?.text(head: head, foot: foot) ?? (head + foot).joined(separator: "\n")
      return ExplorationFailure(
        kind: finding.kind, error: finding.error, reason: finding.reason, schedules: schedules,
        replay: replay, description: report)
    }
  }
#endif
