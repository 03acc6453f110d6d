// Time that passes when nothing else can happen.

/// The sleepers of a run, and its time, which stands still until nothing else can run.
struct VirtualTime {
  private struct Sleeper {
    let deadline: Duration
    let job: Job
  }

  private(set) var now: Duration = .zero
  /// Sorted by deadline, latest first; for equal deadlines, latest arrival first.
  private var sleepers: [Sleeper] = []

  var isEmpty: Bool { sleepers.isEmpty }

  mutating func insert(_ job: Job, after duration: Duration) {
    let deadline = now + max(duration, .zero)
    // A new sleeper is usually the last to wake up, and so goes first.
    let index = sleepers.firstIndex { $0.deadline <= deadline } ?? sleepers.endIndex
    sleepers.insert(Sleeper(deadline: deadline, job: job), at: index)
  }

  /// Advances the time to the next deadline.
  ///
  /// - Returns: the sleepers to wake, in the order in which they fell asleep.
  mutating func advance() -> [Job] {
    guard let deadline = sleepers.last?.deadline else { return [] }
    now = deadline
    var woken: [Job] = []
    while let last = sleepers.last, last.deadline == deadline {
      woken.append(last.job)
      sleepers.removeLast()
    }
    return woken
  }

  /// Returns the intended length of a sleep until an instant on a real clock. A little time has
  /// passed since the sleeper read the clock: usually microseconds, unless the thread was stopped.
  ///
  /// - Parameters:
  ///   - rest: the time from now to the instant.
  ///   - slack: the maximum time since the sleeper read the clock.
  /// - Returns: whole milliseconds just above `rest` if possible; otherwise, or if much rounder,
  ///   the roundest duration between `rest` and `rest + slack`. The result does not depend on the
  ///   machine's speed.
  static func duration(_ rest: Duration, slack: Duration) -> Duration {
    guard rest > .zero else { return .zero }
    let (nanoseconds, slack) = (rest.nanoseconds, max(slack, .zero).nanoseconds)
    let round = roundest(from: nanoseconds, upTo: nanoseconds + slack + 1)
    for likely: Int64 in [5_000, 50_000, 500_000] where likely < slack {
      let rounded = roundest(from: nanoseconds, upTo: nanoseconds + likely)
      guard rounded.isMultiple(of: 1_000_000) else { continue }
      // If the thread was stopped for long, a whole millisecond may be close by chance: what is
      // 0.985 seconds now was one second when the sleeper read the clock.
      let isByChance = likely > 5_000 && unit(of: round) >= 100 * unit(of: rounded)
      return .nanoseconds(isByChance ? round : rounded)
    }
    return .nanoseconds(round)
  }

  /// The largest power of ten that divides a number.
  private static func unit(of number: Int64) -> Int64 {
    var unit: Int64 = 1
    while number != 0, number.isMultiple(of: unit * 10) { unit *= 10 }
    return unit
  }

  private static func roundest(from least: Int64, upTo most: Int64) -> Int64 {
    var unit: Int64 = 1_000_000_000_000_000
    while unit > 1 {
      let rounded = most / unit * unit
      if rounded >= least { return rounded }
      unit /= 10
    }
    return most
  }
}

extension Duration {
  /// The duration in nanoseconds, capped at a quarter of the 64-bit range: over seventy years.
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflows ? .max / 4 : min(whole, .max / 4) + attoseconds / 1_000_000_000
  }
}
