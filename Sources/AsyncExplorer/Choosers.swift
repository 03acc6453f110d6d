// Choosing which job of a run goes next.

/// The ready jobs to choose from.
protocol Candidates {
  /// The number of candidates, which is two or more.
  var count: Int { get }
  /// Returns the number of the task that a candidate continues; the oldest candidate has index
  /// zero.
  func task(at index: Int) -> Int
  /// The index of the candidate that continues the task that ran last; zero if there is none, or if
  /// that task has run for too long.
  var running: Int { get }
}

/// Makes the choices of one run.
protocol Chooser {
  /// - Returns: the index of a candidate.
  mutating func choose(among candidates: some Candidates) -> Int
}

/// Follows the schedule's deviations, and its rule everywhere else.
struct ScheduleChooser: Chooser {
  private let rule: Schedule.Rule
  private let indices: [Int: Int]
  private var choice = 0

  init(_ schedule: Schedule) {
    rule = schedule.rule
    indices = Dictionary(
      schedule.deviations.map { ($0.choice, $0.index) }, uniquingKeysWith: { _, last in last })
  }

  mutating func choose(among candidates: some Candidates) -> Int {
    defer { choice += 1 }
    if let index = indices[choice], index < candidates.count { return index }
    return rule == .first ? 0 : candidates.running
  }
}

/// Picks a candidate at random.
struct RandomChooser: Chooser {
  private var lots: SplitMix64

  init(_ lots: SplitMix64) { self.lots = lots }

  mutating func choose(among candidates: some Candidates) -> Int {
    lots.next(below: candidates.count)
  }
}

/// Picks the job whose task has the highest priority. Each task draws a random priority and keeps
/// it until it drops.
struct PriorityChooser: Chooser {
  private var lots: SplitMix64
  /// By task number.
  private var priorities: [Int: Int] = [:]
  /// The choices at which the task about to run drops to the lowest priority.
  private var falls: Set<Int> = []
  private var choice = 0
  private var lowest = 0
  /// The task that ran last, and how many times in a row.
  private var last = (task: -1, times: 0)

  /// The task of the oldest candidate, and how many times in a row it was the oldest.
  private var oldest = (task: -1, times: 0)

  /// Tasks may poll in turn, and a polling task may create others, so a task that has been held
  /// back this many times runs next.
  private static var longestDelay: Int { 1_000 }
  /// - Parameter length: the approximate number of choices in a run.
  init(_ lots: SplitMix64, depth: Int, length: Int) {
    self.lots = lots
    for _ in 1..<depth { falls.insert(self.lots.next(below: max(length, 1))) }
  }

  mutating func choose(among candidates: some Candidates) -> Int {
    defer { choice += 1 }
    let first = candidates.task(at: 0)
    oldest = (first, first == oldest.task ? oldest.times + 1 : 1)
    if oldest.times > Self.longestDelay {
      oldest.times = 0
      return 0
    }
    var best = highest(among: candidates)
    let isStuck = last.task == candidates.task(at: best) && last.times >= ReadyJobs.patience
    if falls.contains(choice) || isStuck {
      lowest -= 1
      priorities[candidates.task(at: best)] = lowest
      best = highest(among: candidates)
    }
    let task = candidates.task(at: best)
    last = (task, task == last.task ? last.times + 1 : 1)
    return best
  }

  private mutating func highest(among candidates: some Candidates) -> Int {
    var best = (index: 0, priority: Int.min)
    for index in 0..<candidates.count {
      let priority = priority(of: candidates.task(at: index))
      if priority > best.priority { best = (index, priority) }
    }
    return best.index
  }

  private mutating func priority(of task: Int) -> Int {
    if let priority = priorities[task] { return priority }
    let priority = lots.next(below: 1 << 30)
    priorities[task] = priority
    return priority
  }
}

/// A random number generator with the same output on every machine.
struct SplitMix64 {
  private var state: UInt64

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
