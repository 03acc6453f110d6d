// Time that passes when nothing else can happen.

/// What sleeps in a run, and the time that it has: it stands still until nothing else can run.
struct VirtualTime {
  private struct Sleeper {
    let deadline: Duration
    let job: Job
  }

  private(set) var now: Duration = .zero
  /// By deadline, the last first; of one deadline, the last to come in first.
  private var sleepers: [Sleeper] = []

  var isEmpty: Bool { sleepers.isEmpty }

  mutating func insert(_ job: Job, after duration: Duration) {
    let deadline = now + max(duration, .zero)
    // Mostly it is the last to wake up, and comes first.
    let index = sleepers.firstIndex { $0.deadline <= deadline } ?? sleepers.endIndex
    sleepers.insert(Sleeper(deadline: deadline, job: job), at: index)
  }

  /// Moves the time to the next deadline.
  ///
  /// - Returns: those who wake up then, in the order in which they fell asleep.
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

  /// What a sleep until an instant of a real clock was to take, of which a little has passed since
  /// the sleeper has asked for the time: mostly some microseconds, unless the thread was stopped.
  ///
  /// - Parameters:
  ///   - rest: from now to the instant.
  ///   - slack: how long ago it may have asked.
  /// - Returns: whole milliseconds if there are any that are hardly more than `rest`; otherwise, or
  ///   if that is rounder by far, the roundest duration between `rest` and `rest + slack`. So it
  ///   does not depend on the speed of the machine.
  static func duration(_ rest: Duration, slack: Duration) -> Duration {
    guard rest > .zero else { return .zero }
    let (nanoseconds, slack) = (rest.nanoseconds, max(slack, .zero).nanoseconds)
    let round = roundest(from: nanoseconds, upTo: nanoseconds + slack + 1)
    for likely: Int64 in [5_000, 50_000, 500_000] where likely < slack {
      let rounded = roundest(from: nanoseconds, upTo: nanoseconds + likely)
      guard rounded.isMultiple(of: 1_000_000) else { continue }
      // Where a thread was stopped for long, a whole millisecond is near by chance: what is 0.985
      // seconds by now was one when it asked.
      let isByChance = likely > 5_000 && unit(of: round) >= 100 * unit(of: rounded)
      return .nanoseconds(isByChance ? round : rounded)
    }
    return .nanoseconds(round)
  }

  /// The largest power of ten that a number is a multiple of.
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
  /// Capped at what 64 bits hold: nearly three hundred years.
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflows ? .max / 4 : min(whole, .max / 4) + attoseconds / 1_000_000_000
  }
}
