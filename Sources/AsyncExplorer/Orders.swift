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

  /// - Returns: `nil` when every order has been tried.
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
  ///
  /// - Parameter candidates: how many jobs there were to choose from, for each of its choices.
  mutating func ran(_ schedule: Schedule, candidates: [Int]) {
    length = max(length, candidates.count)
    search?.ran(schedule, candidates)
  }
}

/// All schedules with up to so many deviations, those with fewer first.
struct BoundedSearch {
  private let bound: Int
  private let limit: Int
  private var level = 0
  private var current: [Schedule] = [Schedule()]
  private var following: [Schedule] = []

  /// - Parameter limit: how many are wanted at most.
  init(preemptions bound: Int, limit: Int) { (self.bound, self.limit) = (bound, limit) }

  mutating func next() -> Schedule? {
    while current.isEmpty {
      guard level < bound, !following.isEmpty else { return nil }
      level += 1
      current = following.reversed()
      following = []
    }
    return current.popLast()
  }

  /// Each schedule has one deviation more than the one that it comes from, and a later one: so each
  /// is found once.
  mutating func ran(_ schedule: Schedule, _ candidates: [Int]) {
    guard level < bound else { return }
    let first = (schedule.deviations.last?.choice ?? -1) + 1
    guard first < candidates.count else { return }
    for choice in first..<candidates.count {
      for index in 1..<candidates[choice] {
        guard following.count < limit else { return }
        let deviation = Schedule.Deviation(choice: choice, index: index)
        following.append(Schedule(schedule.deviations + [deviation]))
      }
    }
  }
}
