// The orders of an exploration, one after the other.

/// What a strategy makes of the runs so far: the order of the next one.
struct Orders {
  private let strategy: ExplorationStrategy.Kind
  /// The number of the next run.
  private var number = 0
  /// How many choices the longest run had.
  private var length = 0
  /// The orders that are still to be tried, of the exhaustive strategy.
  private var search: BoundedSearch?

  /// - Parameter limit: how many orders are wanted at most.
  init(_ strategy: ExplorationStrategy, limit: Int) {
    self.strategy = strategy.kind
    if case .exhaustive(let preemptions) = strategy.kind {
      search = BoundedSearch(preemptions: preemptions, limit: limit)
    }
  }

  /// Whether every order within the bound of the strategy has been tried, when there is no next.
  var isComplete: Bool { search?.isTruncated == false }

  /// - Returns: `nil` when there is none any more.
  mutating func next() -> (any Chooser)? {
    if search != nil { return search?.next().map { ScheduleChooser($0) } }
    defer { number += 1 }
    if number == 0 { return ScheduleChooser(Schedule()) }
    switch strategy {
    case .mixed(let seed) where number.isMultiple(of: 2):
      return PriorityChooser(lots(seed), depth: 1 + number / 2 % 3, length: length)
    case .mixed(let seed), .random(let seed):
      return RandomChooser(lots(seed))
    case .pct(let depth, let seed):
      return PriorityChooser(lots(seed), depth: depth, length: length)
    case .exhaustive:
      return nil
    }
  }

  private func lots(_ seed: UInt64) -> SplitMix64 {
    var mixed = SplitMix64(seed: seed &+ UInt64(number) &* 0xD134_2543_DE82_EF95)
    return SplitMix64(seed: mixed.next())
  }

  /// A run has ended.
  mutating func ran(_ choices: [Choice]) {
    length = max(length, choices.count)
    search?.ran(choices)
  }
}

/// First come, first served; then all schedules in which up to so many jobs run before the task
/// that has run last, those with fewer first.
struct BoundedSearch {
  private let bound: Int
  private let limit: Int
  private var level = 0
  private var current = [Schedule(.running), Schedule(.first)]
  private var following: [Schedule] = []
  private var last = Schedule()
  /// Whether there were more than wanted.
  private(set) var isTruncated = false

  /// - Parameter limit: how many are wanted at most.
  init(preemptions bound: Int, limit: Int) { (self.bound, self.limit) = (bound, limit) }

  mutating func next() -> Schedule? {
    while current.isEmpty {
      guard level < bound, !following.isEmpty else { return nil }
      level += 1
      current = following.reversed()
      following = []
    }
    guard let next = current.popLast() else { return nil }
    last = next
    return next
  }

  /// The one that was next has run. Each schedule has one deviation more than the one that it comes
  /// from, and a later one: so each is found once.
  mutating func ran(_ choices: [Choice]) {
    if last.rule == .first {
      // Mostly both rules say the same: then it is not run again.
      guard choices.allSatisfy({ $0.running == 0 }) else { return }
      current = []
    }
    guard level < bound else { return }
    let first = (last.deviations.last?.choice ?? -1) + 1
    guard first < choices.count else { return }
    for number in first..<choices.count {
      for index in 0..<choices[number].count where index != choices[number].running {
        guard following.count < limit else {
          isTruncated = true
          return
        }
        let deviation = Schedule.Deviation(choice: number, index: index)
        following.append(Schedule(.running, last.deviations + [deviation]))
      }
    }
  }
}
