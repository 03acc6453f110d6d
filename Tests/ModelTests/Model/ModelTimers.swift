// Time and timers in the model.

#if DEBUG
  extension Model {
    /// The outcome with which a promise settles at its deadline.
    struct Timer: Hashable {
      var deadline: Int
      var outcome: Outcome
    }

    /// G: with no time to wait, the promise settles immediately.
    mutating func startTimer(of p: Int, _ seconds: Int, _ outcome: Outcome) {
      guard self[p]?.outcome == nil else { return }
      if seconds == 0 { return _ = settle(p, outcome) }
      promises[p]?.timer = Timer(deadline: now + seconds, outcome: outcome)
    }

    /// Due timers fire in jobs. A promise that has settled by then no longer has a timer.
    mutating func advance(by seconds: Int) {
      let passed = now + 1..<now + seconds + 1
      now += seconds
      let due = promises.indices.compactMap { p in
        self[p]?.timer.map { (promise: p, deadline: $0.deadline) }
      }
      for timer in due.sorted(by: { $0.deadline < $1.deadline })
      where passed.contains(timer.deadline) {
        enqueue(timer.promise, in: .timer(timer.promise))
      }
    }

    mutating func timerFires(of p: Int) {
      guard let timer = self[p]?.timer else { return }
      _ = settle(p, timer.outcome)
    }

    /// Promises that wait for a cycle or for a timer.
    var endless: [Int] {
      promises.indices.filter {
        guard let promise = self[$0], promise.outcome == nil else { return false }
        return waitsForRing($0) || sources(of: $0).union([$0]).contains { self[$0]?.timer != nil }
      }
    }
  }
#endif
