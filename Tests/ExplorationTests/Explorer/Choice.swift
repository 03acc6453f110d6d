// What a search tries, overall and at each point of a schedule.

#if DEBUG
  extension Explorer {
    /// The schedules that a search leaves out.
    enum Search: Sendable {
      /// Only schedules that are equivalent to one that was run.
      case everything
      /// None.
      case unreduced
      /// Schedules with more preemptions than this, each of a thread that could continue.
      case preemptions(Int)
      /// All but this many, which use random priorities with two random changes. A fault
      /// that takes three operations in the wrong order is found with a known probability.
      case random(Int, seed: UInt64)
    }
  }

  /// One point of the path: the thread that continued, and those that may continue instead.
  struct Choice {
    /// The threads to try, beginning with the one that continued first.
    var options: [Int]
    /// The preemptions that each option costs.
    var costs: [Int] = []
    var index = 0
    var enabled: [Int] = []
    var pending: [Effect?] = []
    var asleep: Set<Int> = []

    var chosen: Int { options[index] }

    /// Adds one of the threads, unless one is already an option or was tried on another path.
    mutating func add(oneOf threads: [Int]) {
      guard !threads.contains(where: { options.contains($0) || asleep.contains($0) }) else {
        return
      }
      let possible = threads.filter(enabled.contains).prefix(1)
      options += possible.isEmpty ? enabled.filter { !options.contains($0) } : Array(possible)
    }
  }
#endif
