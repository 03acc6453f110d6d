// Choosing which job of a run goes next.

/// Makes the choices of one run.
protocol Chooser {
  /// The priorities of tasks, if it uses them.
  var priorities: Priorities? { get }

  /// - Parameter ready: one candidate or more.
  /// - Returns: the index of a candidate.
  mutating func choose(among ready: inout ReadyJobs) -> Int
}

/// Follows the schedule's deviations, and its rule everywhere else.
struct ScheduleChooser: Chooser {
  private let rule: Schedule.Rule
  private let indices: [Int: Int]
  private var choice = 0
  private let isReplay: Bool
  let priorities: Priorities? = nil

  /// - Parameter isReplay: whether deadlines come as the schedule says, although it is not known
  ///   which of them are timeouts.
  init(_ schedule: Schedule, isReplay: Bool = false) {
    self.isReplay = isReplay
    rule = schedule.rule
    indices = Dictionary(
      schedule.deviations.map { ($0.choice, $0.index) }, uniquingKeysWith: { _, last in last })
  }

  mutating func choose(among ready: inout ReadyJobs) -> Int {
    defer { choice += 1 }
    if let index = indices[choice] {
      if index == Choice.deadline, isReplay || ready.offersDeadline { return ready.jobCount }
      if (0..<ready.jobCount).contains(index) { return index }
    }
    return rule == .first ? ready.oldest : ready.running
  }
}

/// Picks a candidate at random.
struct RandomChooser: Chooser {
  private var lots: SplitMix64
  /// A deadline comes early once in this many chances; zero for never.
  private let patience: Int
  let priorities: Priorities? = nil

  init(_ lots: SplitMix64) {
    self.lots = lots
    var others = SplitMix64(seed: ~self.lots.state)
    // In some runs, no job is slow.
    patience = [0, 2, 4, 16][others.next(below: 4)]
  }

  mutating func choose(among ready: inout ReadyJobs) -> Int {
    if ready.offersDeadline, patience > 0, lots.next(below: patience) == 0 { return ready.jobCount }
    return lots.next(below: ready.jobCount)
  }
}

/// Picks the job whose task has the highest priority. Each task draws a random priority and keeps
/// it until it drops. So does the clock.
struct PriorityChooser: Chooser {
  let priorities: Priorities?
  /// The choices at which the task about to run drops to the lowest priority.
  private var falls: Set<Int> = []
  private var choice = 0
  /// The task that ran last, and how many times in a row.
  private var last = (task: -1, times: 0)
  /// The task of the oldest candidate, and how many times in a row it was the oldest.
  private var oldest = (task: -1, times: 0)

  /// Tasks may poll in turn, and a polling task may create others, so a task that has been held
  /// back this many times runs next.
  private static var longestDelay: Int { 1_000 }

  /// - Parameter length: the approximate number of choices in a run.
  init(_ lots: SplitMix64, depth: Int, length: Int) {
    var lots = lots
    for _ in 1..<depth { falls.insert(lots.next(below: max(length, 1))) }
    let isClockLast = lots.next(below: 2) == 0
    var priorities = Priorities(lots)
    if isClockLast { priorities.lower(Priorities.clock) }
    self.priorities = priorities
  }

  mutating func choose(among ready: inout ReadyJobs) -> Int {
    defer { choice += 1 }
    let first = ready.task(at: 0)
    oldest = (first, first == oldest.task ? oldest.times + 1 : 1)
    if oldest.times > Self.longestDelay {
      oldest.times = 0
      return 0
    }
    var best = ready.highest
    let isStuck = last.task == ready.task(at: best) && last.times >= ReadyJobs.patience
    if falls.contains(choice) || isStuck {
      ready.lower(ready.task(at: best))
      best = ready.highest
    }
    let task = ready.task(at: best)
    last = (task, task == last.task ? last.times + 1 : 1)
    return best
  }
}

/// Priorities of tasks, drawn at random.
struct Priorities {
  private var lots: SplitMix64
  /// By task number.
  private var drawn: [Int?] = []
  private var lowest = 0

  /// The number that stands for the clock.
  static var clock: Int { 0 }

  init(_ lots: SplitMix64) { self.lots = lots }

  mutating func of(_ task: Int) -> Int {
    while drawn.count <= task { drawn.append(nil) }
    if let priority = drawn[task] { return priority }
    let priority = lots.next(below: 1 << 30)
    drawn[task] = priority
    return priority
  }

  mutating func lower(_ task: Int) {
    lowest -= 1
    _ = of(task)
    drawn[task] = lowest
  }
}

/// A random number generator with the same output on every machine.
struct SplitMix64 {
  private(set) var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in `0..<bound`.
  mutating func next(below bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}
