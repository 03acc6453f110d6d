// The orders of an exploration, one after another.

/// How a run chooses, and the seed of its random numbers.
struct Order {
  let chooser: any Chooser
  let seed: UInt64

  init(_ chooser: any Chooser, seed: UInt64) { (self.chooser, self.seed) = (chooser, seed) }

  init(_ schedule: Schedule, isReplay: Bool = false) {
    self.init(ScheduleChooser(schedule, isReplay: isReplay), seed: schedule.seed)
  }
}

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

  /// The number of preemptions with which every order has been tried, once none is left.
  var bound: Int? { search.flatMap { $0.isTruncated ? nil : $0.bound } }

  /// - Returns: `nil` when none is left.
  mutating func next() -> Order? {
    if search != nil { return search?.next().map { Order($0) } }
    defer { number += 1 }
    if number == 0 { return Order(Schedule()) }
    return chooser.map { Order($0, seed: UInt64(number)) }
  }

  private var chooser: (any Chooser)? {
    switch strategy {
    case .mixed(let seed) where number.isMultiple(of: 2):
      PriorityChooser(lots(seed), depth: 1 + number / 2 % 3, length: length)
    case .mixed(let seed), .random(let seed): RandomChooser(lots(seed))
    case .pct(let depth, let seed): PriorityChooser(lots(seed), depth: depth, length: length)
    case .exhaustive: nil
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
  let bound: Int
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
      guard choices.allSatisfy({ $0.running == $0.first }) else { return }
      current = []
    }
    guard level < bound else { return }
    let first = (last.deviations.last?.choice ?? -1) + 1
    guard first < choices.count else { return }
    for number in first..<choices.count {
      let choice = choices[number]
      let least = choice.offersDeadline ? Choice.deadline : 0
      for index in least..<choice.count where index != choice.running {
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
