// What a search tries, and at each point of a schedule.

#if DEBUG
  extension Explorer {
    /// What may be left out of a search.
    enum Search: Sendable {
      /// Nothing but schedules that are equivalent to one that was run.
      case everything
      /// Nothing at all.
      case unreduced
      /// Schedules that take the token more often than that from a thread that could go on.
      case preemptions(Int)
      /// All but so many: schedules by random priorities with two random changes, so that a fault
      /// that takes three operations in the wrong order is found with a known probability.
      case random(Int, seed: UInt64)
    }
  }

  /// One point of the path: who went on, and who may instead.
  struct Choice {
    /// The threads to try: the first is the one that was.
    var options: [Int]
    /// The preemptions that each of them costs.
    var costs: [Int] = []
    var index = 0
    var enabled: [Int] = []
    var pending: [Effect?] = []
    var asleep: Set<Int> = []

    var chosen: Int { options[index] }

    /// Adds one of the threads, unless one of them is there, or was tried on another path.
    mutating func add(oneOf threads: [Int]) {
      guard !threads.contains(where: { options.contains($0) || asleep.contains($0) }) else {
        return
      }
      let possible = threads.filter(enabled.contains).prefix(1)
      options += possible.isEmpty ? enabled.filter { !options.contains($0) } : Array(possible)
    }
  }
#endif
