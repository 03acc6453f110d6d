// What a race consists of: the threads of one schedule, and the facts of its outcome.

#if DEBUG
  @testable import AsyncPromises

  /// Threads that race, declared with everything that may come of it.
  struct Race: Sendable {
    /// What a schedule goes by.
    enum Level: Sendable {
      /// Every access to a word is a step of its own.
      case words
      /// Every thread and every job is one step. For tasks that are cancelled while they wait: the
      /// runtime holds a lock of the task then, and nobody may be stopped under it.
      case jobs
    }

    let name: String
    let level: Level
    /// The outcomes, each a set of facts: exactly these have to be seen.
    let outcomes: Set<String>
    /// The preemptions that a whole search tries; `nil` for all schedules.
    let bound: Int?
    /// The preemptions that `swift test` tries: as few as show every outcome, and every fault that
    /// is seeded.
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

  /// One schedule of a race in the making. Only one logical thread runs at a time.
  final class Scenario: @unchecked Sendable {
    private let explorer: Explorer
    private var notes: [String] = []
    private var looks: [() -> Void] = []

    init(_ explorer: Explorer) {
      self.explorer = explorer
    }

    /// Adds a logical thread. It must not touch anything that others do before its first access to
    /// a word.
    func thread(_ body: @escaping () -> Void) {
      explorer.addThread(body)
    }

    /// Adds a task; every job of it is a logical thread.
    @discardableResult
    func task(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
      explorer.executor.start(body)
    }

    /// Waits, in a logical thread, for the gate to open. Nobody ever opening it is a deadlock.
    func pass(_ gate: Gate) {
      LogicalThread.current?.pass(gate)
    }

    /// States a fact of the outcome. The order of facts is not part of it.
    func note(_ fact: String) {
      notes.append(fact)
    }

    /// Looks at the final state, when all threads have ended. What it starts runs to its end.
    func afterwards(_ body: @escaping () -> Void) {
      looks.append(body)
    }

    /// What is made outlives the schedule, on purpose.
    func leavesWords() {
      explorer.leavesWords = true
    }

    func look() {
      for look in looks { look() }
    }

    func forgetAll() {
      looks = []
    }

    var outcome: String { notes.sorted().joined(separator: " ") }
  }
#endif
