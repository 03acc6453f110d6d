// The orders of an exploration, one after another.

/// Applies a strategy: determines the order of the next run from the runs so far.
struct Orders {
  private let strategy: ExplorationStrategy.Kind
  /// The number of the next run.
  private var number = 0
  /// The number of choices in the longest run.
  private var length = 0
  /// The orders left to try, for the exhaustive strategy.
  private var search: BoundedSearch?

  /// - Parameter limit: the maximum number of orders.
  init(_ strategy: ExplorationStrategy, limit: Int) {
    self.strategy = strategy.kind
    if case .exhaustive(let preemptions) = strategy.kind {
      search = BoundedSearch(preemptions: preemptions, limit: limit)
    }
  }

  /// Whether every order within the strategy's bound has been tried, once none is left.
  var isComplete: Bool { search?.isTruncated == false }

  /// - Returns: `nil` when none is left.
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

  /// Records that a run has ended.
  mutating func ran(_ choices: [Choice]) {
    length = max(length, choices.count)
    search?.ran(choices)
  }
}

/// Yields the first-come, first-served schedule, and then all schedules in which a limited number
/// of jobs preempt the task that ran last, fewest first.
struct BoundedSearch {
  private let bound: Int
  private let limit: Int
  private var level = 0
  private var current = [Schedule(.running), Schedule(.first)]
  private var following: [Schedule] = []
  private var last = Schedule()
  /// Whether there were more schedules than the limit.
  private(set) var isTruncated = false

  /// - Parameter limit: the maximum number of schedules.
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

  /// Records that the latest schedule has run. Each schedule adds one later deviation to the
  /// schedule that it derives from, so each schedule is found once.
  mutating func ran(_ choices: [Choice]) {
    if last.rule == .first {
      // If both rules give the same order, as they usually do, it is not run again.
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
