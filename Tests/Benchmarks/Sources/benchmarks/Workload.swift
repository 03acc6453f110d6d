// What is measured: workloads, and those who compete in them.

import AsyncPromises
import CAllocations

/// One question, asked of several competitors in turn.
struct Workload: Sendable {
  enum Kind {
    /// The first competitor is this library, the others are what else there is.
    case peers
    /// All competitors are this library, under a growing load.
    case series
  }

  let id: String
  /// What one operation is.
  let what: String
  var kind = Kind.peers
  let competitors: [Competitor]
}

/// One way to do the work.
struct Competitor: Sendable {
  /// What a run took.
  struct Reading {
    var time: Duration = .zero
    var allocations: UInt64 = 0
    /// The bytes that the process has become larger by, where the workload looks at that.
    var growth: Int?
    /// How long each operation took, where the workload looks at that.
    var latencies: [Duration] = []
  }

  static let ours = "AsyncPromises"

  let name: String
  /// The operations of a round. What takes a task or a thread to wake up does many in a round.
  let operations: Int
  /// Does some rounds. Blocks the caller until all that they began has ended.
  let run: @Sendable (_ rounds: Int) -> Reading

  /// Work on a thread of its own, which is none of the threads that tasks run on.
  static func onThread(
    _ name: String, operations: Int = 1, _ body: @escaping @Sendable (_ rounds: Int) -> Void
  ) -> Competitor {
    Competitor(name: name, operations: operations) { rounds in
      Stopwatch.reading { body(rounds) }
    }
  }

  /// Work that begins a thousand times on such a thread, and counts down wherever it runs.
  static func countingDown(
    _ name: String, _ begin: @escaping @Sendable (_ value: Int, Countdown) -> Void
  ) -> Competitor {
    onThread(name, operations: 1000) { rounds in
      for _ in 0..<rounds {
        let countdown = Countdown(from: 1000)
        for value in 0..<1000 { begin(value, countdown) }
        countdown.wait()
      }
    }
  }

  /// Work in a task.
  static func inTask(
    _ name: String, operations: Int = 1,
    _ body: @escaping @Sendable (_ rounds: Int) async -> Void
  ) -> Competitor {
    measuringItself(name, operations: operations) { rounds in
      await Stopwatch.reading { await body(rounds) }
    }
  }

  /// Work in a task, each operation of which is timed by itself as well.
  static func timingEach(
    _ name: String, _ operation: @escaping @Sendable (_ round: Int) async -> Void
  ) -> Competitor {
    measuringItself(name, operations: 1) { await Stopwatch.readingEach($0, operation) }
  }

  /// Work in a task that takes its own reading.
  static func measuringItself(
    _ name: String, operations: Int, _ body: @escaping @Sendable (_ rounds: Int) async -> Reading
  ) -> Competitor {
    Competitor(name: name, operations: operations) { rounds in
      let (promise, resolver) = Promise<Reading>.pending()
      Task.detached { resolver.fulfill(await body(rounds)) }
      do {
        return try promise.wait(timeout: .seconds(600))
      } catch {
        fatalError("\(name) does not end: \(error)")
      }
    }
  }
}

/// Takes the time and counts the allocations since it was made.
struct Stopwatch {
  private let allocations = allocations_count()
  private let start = ContinuousClock.now

  var reading: Competitor.Reading {
    let time = ContinuousClock.now - start
    return Competitor.Reading(time: time, allocations: allocations_count() - allocations)
  }

  static func reading(_ body: () -> Void) -> Competitor.Reading {
    let stopwatch = Stopwatch()
    body()
    return stopwatch.reading
  }

  static func reading(_ body: () async -> Void) async -> Competitor.Reading {
    let stopwatch = Stopwatch()
    await body()
    return stopwatch.reading
  }

  /// Times each round as well.
  static func readingEach(_ rounds: Int, _ body: (Int) -> Void) -> Competitor.Reading {
    var latencies = Latencies(rounds)
    var reading = reading { for round in 0..<rounds { latencies.time { body(round) } } }
    reading.latencies = latencies.all
    return reading
  }

  static func readingEach(
    _ rounds: Int, _ body: (Int) async -> Void
  ) async -> Competitor.Reading {
    var latencies = Latencies(rounds)
    var reading = await reading {
      for round in 0..<rounds { await latencies.time { await body(round) } }
    }
    reading.latencies = latencies.all
    return reading
  }

  private struct Latencies {
    private(set) var all: [Duration] = []

    init(_ rounds: Int) { all.reserveCapacity(rounds) }

    mutating func time(_ body: () -> Void) {
      let start = ContinuousClock.now
      body()
      all.append(ContinuousClock.now - start)
    }

    mutating func time(_ body: () async -> Void) async {
      let start = ContinuousClock.now
      await body()
      all.append(ContinuousClock.now - start)
    }
  }
}

/// Uses a value, as far as the optimiser can see.
@inline(never) @_optimize(none)
func keep(_ value: Int) {}

/// Uses an outcome, as far as the optimiser can see.
func keep(_ outcome: Result<Int, any Error>?) {
  if case .success(let value) = outcome { keep(value) }
}
