// Runs a scenario under every schedule of its atomic operations: a stateless depth-first search.
//
// The logical thread that holds the only token runs, and the others are parked. Before each access
// to a `StateWord`, the holder asks which thread continues. The first schedule is sequential; each
// later one replays a prefix and takes the next choice. Schedules that differ only in the order of
// independent operations are skipped: a choice has an alternative only where a race was seen
// (Causality.swift), and sleep sets keep the search from trying it twice. Jobs are logical threads
// too: all tasks run on the explorer's executor, in any order, and any number may overlap.

#if DEBUG
  import Dispatch
  import Foundation
  @testable import AsyncPromises
  @testable import AsyncPromisesTracking

  /// Searches the schedules of one race.
  final class Explorer: @unchecked Sendable {
    let race: Race
    private let search: Search
    private let patience: Duration
    /// Retained here, because running jobs refer to it without retaining it.
    let executor = PreferredExecutor.exploring()
    private let hook = Hook()
    private let scope: Scope

    // Between schedules, these belong to the search; within one, to the holder of the token.
    private var path: [Choice] = []
    private var depth = 0
    private var preemptions = 0
    private var isOver = false
    private var asleep: Set<Int> = []
    private var threads: [LogicalThread] = []
    /// The step that created each thread.
    private var births: [Int?] = []
    private var pool: [LogicalThread] = []
    private var priorities: Priorities?
    private var lastWord = 0
    private var liveWords = 0
    var leavesWords = false
    private var steps: [Step] = []
    /// The length of the prefix whose races are known from an earlier schedule with the same steps.
    private var known = 0
    /// The step after which the schedule can't lead to anything new.
    private var end: Int?
    private var isRedundant = false
    private var problem: String?
    private let finished = DispatchSemaphore(value: 0)

    private init(_ race: Race, _ search: Search, patience: Duration) {
      (self.race, self.search, self.patience) = (race, search, patience)
      scope = Scope(name: "exploration", hook: hook)
      hook.install { _ in }
    }

    // MARK: The search

    /// Runs the race under every schedule that `search` does not leave out.
    ///
    /// - Parameters:
    ///   - stopsAtFirst: whether the first problem ends the search.
    ///   - patience: how long to wait for a schedule to end.
    static func explore(
      _ race: Race, _ search: Search = .everything, stopsAtFirst: Bool = false,
      patience: Duration = .seconds(30)
    ) -> Exploration {
      Seam.whileInstalled {
        Explorer(race, search, patience: patience).explore(stopsAtFirst: stopsAtFirst)
      }
    }

    /// Runs the race under a single schedule, with which a problem was found.
    static func replay(_ race: Race, _ schedule: Schedule) -> Exploration {
      Seam.whileInstalled {
        let explorer = Explorer(race, .preemptions(0), patience: .seconds(30))
        explorer.path = schedule.threads.map { Choice(options: [$0], costs: [0]) }
        return explorer.explore(stopsAtFirst: true)
      }
    }

    private func explore(stopsAtFirst: Bool) -> Exploration {
      var exploration = Exploration(of: race)
      let start = ContinuousClock.now
      runFirst()
      repeat {
        var outcome = runSchedule()
        // An object that is created once per process, on first use, seems to leak the first time.
        if hasLeaked { outcome = runAgain() }
        exploration.count(
          outcome, problem, Schedule(path.map(\.chosen)), steps, threads.count,
          isRedundant: isRedundant)
        if problem != nil || stopsAtFirst && exploration.hasProblem { break }
        if exploration.runs % 1_000 == 1, isDifferentAgain(outcome) {
          exploration.fail("is not deterministic", Schedule(path.map(\.chosen)), steps)
          break
        }
      } while !exploration.isEnough(for: search) && nextPath()
      exploration.duration = .now - start
      endThreads()
      return exploration
    }

    /// Runs once, so that objects created once per process, on first use, don't count as leaks.
    private func runFirst() {
      let given = path
      _ = runSchedule()
      (path, problem) = (given, nil)
    }

    /// The determinism guard: the same choices must lead to the same steps.
    private func isDifferentAgain(_ outcome: String) -> Bool {
      let (before, choices) = (steps, path.count)
      return runAgain() != outcome || steps != before || path.count != choices
    }

    /// Runs the same schedule once more.
    private func runAgain() -> String {
      let known = (path, end, isRedundant)
      defer { (path, end, isRedundant) = known }
      return runSchedule()
    }

    private func nextPath() -> Bool {
      switch search {
      case .random:
        path = []
        return true
      case .everything:
        let length = end ?? steps.count
        let causality = Causality(of: Array(steps.prefix(length)), births: births, known: known)
        for reversal in causality.reversals {
          path[reversal.step].add(oneOf: reversal.initials)
        }
      case .unreduced, .preemptions:
        break
      }
      while var last = path.popLast() {
        if last.index + 1 < last.options.count {
          last.index += 1
          known = path.count
          path.append(last)
          return true
        }
      }
      return false
    }

    // MARK: One schedule

    private func runSchedule() -> String {
      (depth, preemptions, end, isRedundant, isOver) = (0, 0, nil, false, false)
      (asleep, lastWord, liveWords, steps) = ([], 0, 0, [])
      (threads, births) = ([], [])
      if case .random(_, let seed) = search {
        priorities = Priorities(after: priorities, seed: seed)
      }
      let scenario = Scenario(self)
      LogicalThread.search(self).asCurrent {
        surrounded { race.make(scenario) }
        runThreads()
        (isOver, end) = (true, end ?? steps.count)
        var looksAgain = true
        while looksAgain {
          surrounded { looksAgain = scenario.look() }
          runThreads()
        }
        scenario.forgetAll()
        for thread in threads { thread.body = nil }
        // Promises that are released may have something to report.
        runThreads()
      }
      if hasLeaked { scenario.note("leaked") }
      return scenario.outcome
    }

    private func runThreads() {
      guard problem == nil, threads.contains(where: { !$0.isDone }) else { return }
      guard let first = pick(after: nil) else { return }
      first.turn.signal()
      // A thread that has stopped anywhere but at a word won't return.
      if finished.wait(timeout: .now() + patience / .seconds(1)) == .timedOut {
        problem = "waits for something that the explorer does not know of"
      }
    }

    /// Separates the scenario from the process: shared records, and the line printed for an event,
    /// would let other tests influence its schedules.
    func surrounded(_ body: () -> Void) {
      TrackingContext.$current.withValue(.outside(scope)) {
        Tasks.$executor.withValue(executor, operation: body)
      }
    }

    /// Adds a logical thread to the running schedule.
    func addThread(_ body: @escaping () -> Void) {
      let index = threads.count
      if index == pool.count { pool.append(LogicalThread(index, of: self)) }
      births.append(steps.isEmpty ? nil : steps.count - 1)
      let thread = pool[index]
      thread.prepare(body)
      threads.append(thread)
    }

    // MARK: Steps

    /// The holder of the token is about to access a word; another thread may go first.
    func yield(from me: LogicalThread, to access: Pending) {
      guard race.level == .words || me.isBlocked else { return }
      me.pending = access
      let next = pick(after: me)
      guard next !== me else { return }
      next?.turn.signal()
      me.park()
    }

    /// The body of `me` has ended.
    func end(of me: LogicalThread) {
      me.isDone = true
      guard threads.contains(where: { !$0.isDone }) else { return _ = finished.signal() }
      pick(after: nil)?.turn.signal()
    }

    /// - Returns: the thread that continues; `nil` if the schedule has failed and its threads are
    ///   abandoned.
    private func pick(after current: LogicalThread?) -> LogicalThread? {
      guard depth < 10_000 else { return fail("does not end: livelock") }
      if depth == path.count {
        guard let choice = nextChoice(after: current) else {
          return fail("comes to a halt: deadlock")
        }
        path.append(choice)
      }
      let choice = path[depth]
      let chosen = choice.options[choice.index]
      guard chosen < threads.count, !threads[chosen].isDone, threads[chosen].isEnabled else {
        return fail("is not deterministic")
      }
      depth += 1
      preemptions += choice.costs.isEmpty ? 0 : choice.costs[choice.index]
      if case .everything = search, !choice.pending.isEmpty {
        asleep = choice.asleep.union(choice.options[..<choice.index]).filter {
          !Effect.areDependent(choice.pending[$0], choice.pending[chosen])
        }
      }
      steps.append(threads[chosen].step)
      threads[chosen].pending = nil
      return threads[chosen]
    }

    private func nextChoice(after current: LogicalThread?) -> Choice? {
      var enabled = threads.filter { !$0.isDone && $0.isEnabled }.map(\.index)
      guard let first = enabled.first else { return nil }
      let goesOn = current.map { enabled.contains($0.index) } ?? false
      if let current, goesOn {
        enabled.removeAll { $0 == current.index }
        enabled.insert(current.index, at: 0)
      }
      // The checks at the end run in a fixed order.
      if isOver { return Choice(options: [first]) }
      switch search {
      case .everything:
        let awake = enabled.first { !asleep.contains($0) }
        if awake == nil, !isRedundant { (isRedundant, end) = (true, steps.count) }
        if isRedundant { return Choice(options: [enabled[0]]) }
        return Choice(
          options: [awake ?? enabled[0]], enabled: enabled, pending: threads.map(\.effect),
          asleep: asleep)
      case .unreduced:
        return Choice(options: enabled)
      case .preemptions(let limit):
        let price = goesOn ? 1 : 0
        if preemptions + price > limit { return Choice(options: [enabled[0]]) }
        return Choice(options: enabled, costs: [0] + enabled.dropFirst().map { _ in price })
      case .random:
        return priorities?.highest(of: enabled, atStep: depth).map { Choice(options: [$0]) }
      }
    }

    private func fail(_ reason: String) -> LogicalThread? {
      problem = reason
      finished.signal()
      return nil
    }

    private func endThreads() {
      guard problem == nil else { return }
      for thread in pool { thread.end() }
      (threads, pool) = ([], [])
    }

    // MARK: Words

    private var hasLeaked: Bool { liveWords != 0 && !leavesWords && problem == nil }

    /// Numbers words in the order of creation, which is the same whenever the steps are the same.
    func wordBegins() -> Int {
      liveWords += 1
      lastWord += 1
      return lastWord
    }

    func wordEnds() {
      liveWords -= 1
    }
  }
#endif
