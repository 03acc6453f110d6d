// The time of a run, which passes when nothing else can happen, or when a deadline is chosen.

#if ORDERS_JOBS && compiler(>=6.3)
  import CTaskHooks

  /// The sleepers of a run, and its time.
  struct VirtualTime {
    private struct Sleeper {
      let deadline: Duration
      /// Earlier sleepers with the same deadline wake first.
      let number: Int
      let site: SleepSite
      let job: Job

      static func < (left: Self, right: Self) -> Bool {
        (left.deadline, left.number) < (right.deadline, right.number)
      }
    }

    private let observer: UnsafeMutablePointer<task_observer>
    /// A heap: no sleeper wakes before the one at half its index.
    private var sleepers: [Sleeper] = []
    private var number = 0
    private var ended: Set<SleepSite> = []

    init(_ observer: UnsafeMutablePointer<task_observer>) { self.observer = observer }

    var now: Duration { .nanoseconds(run_time_passed(observer)) }

    var isEmpty: Bool { sleepers.isEmpty }

    /// The next deadline, and which task sleeps until then, and where.
    var next: (deadline: Duration, task: Int, site: SleepSite)? {
      sleepers.first.map { ($0.deadline, $0.job.task, $0.site) }
    }

    /// The sleeps that have begun, but have never lasted to their end.
    var timeouts: Set<SleepSite> { Set(sleepers.map(\.site)).subtracting(ended) }

    mutating func insert(_ job: Job, after duration: Duration, _ site: SleepSite) {
      number += 1
      // A time that the clocks can't show becomes the latest that they can.
      let deadline = min(now + max(duration, .zero), .latest)
      sleepers.append(Sleeper(deadline: deadline, number: number, site: site, job: job))
      var index = sleepers.count - 1
      while index > 0, sleepers[index] < sleepers[(index - 1) / 2] {
        sleepers.swapAt(index, (index - 1) / 2)
        index = (index - 1) / 2
      }
    }

    /// Advances the time to the next deadline.
    ///
    /// - Returns: the sleepers to wake, in the order in which they fell asleep.
    mutating func advance() -> [Job] {
      guard let deadline = sleepers.first?.deadline else { return [] }
      run_time_moves(observer, max(deadline, now).nanosecondsRoundedUp)
      var woken: [Job] = []
      while let first = sleepers.first, first.deadline == deadline {
        first.job.site = first.site
        woken.append(first.job)
        removeFirst()
      }
      return woken
    }

    /// Records that a sleep lasted to its end, and was not cancelled earlier.
    mutating func hasEnded(_ site: SleepSite) { ended.insert(site) }

    private mutating func removeFirst() {
      sleepers.swapAt(0, sleepers.count - 1)
      sleepers.removeLast()
      var index = 0
      while true {
        var least = index
        for child in [index * 2 + 1, index * 2 + 2] where child < sleepers.count {
          if sleepers[child] < sleepers[least] { least = child }
        }
        guard least != index else { return }
        sleepers.swapAt(index, least)
        index = least
      }
    }
  }

  extension Duration {
    /// Over seventy years, after which the time of a run stands still.
    fileprivate static var latest: Duration { .nanoseconds(Int64.max / 4) }

    fileprivate var nanosecondsRoundedUp: Int64 {
      let (seconds, attoseconds) = min(self, .latest).components
      return seconds * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000
    }
  }
#endif
