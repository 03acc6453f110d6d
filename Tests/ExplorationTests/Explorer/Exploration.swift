// The result of a search.

#if DEBUG
  /// The choices of a schedule: the thread that continues at each step, written as digits.
  struct Schedule: Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    let threads: [Int]

    init(_ threads: [Int]) {
      self.threads = threads
    }

    init(stringLiteral digits: String) {
      threads = digits.compactMap { Int(String($0), radix: 36) }
    }

    var description: String { threads.map { String($0, radix: 36) }.joined() }
  }

  /// The verdict on a race: whether the outcomes seen are exactly the declared ones.
  struct Exploration: Sendable {
    private let race: Race
    private(set) var threads = 0
    private(set) var schedules = 0
    private(set) var pruned = 0
    /// The number of steps in the longest schedule.
    private(set) var longest = 0
    var duration = Duration.zero
    private(set) var outcomes: Set<String> = []
    private var found: [String] = []

    init(of race: Race) {
      self.race = race
    }

    var runs: Int { schedules + pruned }
    var hasProblem: Bool { !found.isEmpty }

    /// The problems found. Complete only when the search has ended.
    var problems: [String] {
      let missing = found.isEmpty ? race.outcomes.subtracting(outcomes).sorted() : []
      return found + missing.map { "'\($0)' was never seen" }
    }

    mutating func count(
      _ outcome: String, _ problem: String?, _ schedule: Schedule, _ steps: [Step],
      _ threads: Int, isRedundant: Bool
    ) {
      if isRedundant { pruned += 1 } else { schedules += 1 }
      self.threads = max(self.threads, threads)
      longest = max(longest, steps.count)
      if let problem { return fail(problem, schedule, steps) }
      guard outcomes.insert(outcome).inserted, !race.outcomes.contains(outcome) else { return }
      fail("'\(outcome)' is not declared", schedule, steps)
    }

    mutating func fail(_ reason: String, _ schedule: Schedule, _ steps: [Step]) {
      let trace = steps.suffix(200).map(\.description).joined(separator: ", ")
      found.append("\(reason); schedule \(schedule) of \(schedules + pruned): \(trace)")
    }

    func isEnough(for search: Explorer.Search) -> Bool {
      if case .random(let count, _) = search { runs >= count } else { false }
    }
  }

  /// The order of threads in a random schedule: the thread with the highest priority continues, and
  /// at a few random steps its priority becomes the lowest.
  struct Priorities {
    private var generator: SplitMix64
    private var of: [Int: UInt64] = [:]
    private var changes: Set<Int> = []
    private var steps = 0
    private var floor: UInt64 = .max / 2

    /// The order of the next schedule.
    init(after last: Priorities?, seed: UInt64) {
      generator = last?.generator ?? SplitMix64(seed)
      let length = max(last?.steps ?? 0, 2)
      for _ in 0..<2 { changes.insert(Int.random(in: 0..<length, using: &generator)) }
    }

    mutating func highest(of threads: [Int], atStep step: Int) -> Int? {
      steps = step + 1
      for thread in threads where of[thread] == nil {
        of[thread] = UInt64.random(in: (.max / 2)...(.max), using: &generator)
      }
      let first = threads.max { of[$0, default: 0] < of[$1, default: 0] }
      guard let first, changes.contains(step) else { return first }
      floor -= 1
      of[first] = floor
      return threads.max { of[$0, default: 0] < of[$1, default: 0] }
    }
  }
#endif
