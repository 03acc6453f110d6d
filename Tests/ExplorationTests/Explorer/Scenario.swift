// The parts of a race: the threads of one schedule, and the facts of its outcome.

#if DEBUG
  @testable import AsyncPromises
  import AsyncPromisesTracking

  /// Threads that race, declared with all possible outcomes.
  struct Race: Sendable {
    /// The size of a step in a schedule.
    enum Level: Sendable {
      /// Every access to a word is a separate step.
      case words
      /// Every thread and every job is one step. For tasks that are cancelled while they wait: the
      /// runtime then holds the task's lock, and no thread may be stopped at that time.
      case jobs
    }

    let name: String
    let level: Level
    /// The outcomes, each a set of facts: exactly these must be seen.
    let outcomes: Set<String>
    /// The preemptions that a whole search tries; `nil` for all schedules.
    let bound: Int?
    /// The preemptions that `swift test` tries: the fewest that reveal every outcome and every
    /// seeded fault.
    let brief: Int
    let make: @Sendable (Scenario) -> Void

    init(
      _ name: String, _ outcomes: Set<String>, level: Level = .words, bound: Int? = nil,
      brief: Int = 1, _ make: @escaping @Sendable (Scenario) -> Void
    ) {
      (self.name, self.level, self.outcomes) = (name, level, outcomes)
      (self.bound, self.brief, self.make) = (bound, brief, make)
    }

    /// All schedules, or those within the bound.
    var wholeSearch: Explorer.Search { bound.map { .preemptions($0) } ?? .everything }
    var briefSearch: Explorer.Search { .preemptions(brief) }
  }

  /// One schedule of a race while it runs. Only one logical thread runs at a time.
  final class Scenario: @unchecked Sendable {
    private let explorer: Explorer
    private var notes: [String] = []
    private var looks: [() -> Void] = []
    private var pastLooks: [() -> Void] = []

    init(_ explorer: Explorer) {
      self.explorer = explorer
    }

    /// Adds a logical thread. Before its first access to a word, it must not touch anything that
    /// other threads touch.
    func thread(_ body: @escaping () -> Void) {
      explorer.addThread(body)
    }

    /// Adds a task; each of its jobs is a logical thread.
    @discardableResult
    func task(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
      explorer.executor.start(body)
    }

    /// Waits, in a logical thread, for the gate to open. If it never opens, that is a deadlock.
    func pass(_ gate: Gate) {
      LogicalThread.current?.pass(gate)
    }

    /// Records a fact of the outcome. The order of facts isn't part of it.
    func note(_ fact: String) {
      notes.append(fact)
    }

    /// Checks the final state when all threads have ended. Jobs that it starts run to completion,
    /// and are followed by the checks that it adds.
    func afterwards(_ body: @escaping () -> Void) {
      looks.append(body)
    }

    /// A scope of its own for promises whose events `hook` gets.
    func scope(_ hook: @escaping @Sendable (PromiseDiagnostics.Event) -> Void) -> Scope {
      leavesWords()
      let kept = Hook()
      kept.install(hook)
      afterwards { withExtendedLifetime(kept) {} }
      return Scope(name: nil, within: Scope(name: nil, within: nil), hook: kept)
    }

    /// Allows objects to outlive the schedule.
    func leavesWords() {
      explorer.leavesWords = true
    }

    /// - Returns: whether checks are left, for when the jobs that these have started are done.
    func look() -> Bool {
      let due = looks
      looks = []
      pastLooks += due
      for look in due { look() }
      return !looks.isEmpty
    }

    func forgetAll() {
      pastLooks = []
    }

    var outcome: String { notes.sorted().joined(separator: " ") }
  }
#endif
