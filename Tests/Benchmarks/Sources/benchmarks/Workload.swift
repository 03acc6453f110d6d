// Workloads, and the competitors that they compare.

import AsyncPromises
import CAllocations

/// An operation that several competitors perform in turn.
struct Workload: Sendable {
  enum Kind {
    /// The first competitor is this library; the others are alternatives.
    case peers
    /// All competitors are this library, under an increasing load.
    case series
  }

  let id: String
  /// Describes one operation.
  let what: String
  var kind = Kind.peers
  let competitors: [Competitor]
}

/// One implementation of a workload.
struct Competitor: Sendable {
  /// The measurements of a run.
  struct Reading {
    var time: Duration = .zero
    var allocations: UInt64 = 0
    /// The growth of the process in bytes, if the workload measures it.
    var growth: Int?
    /// The time that each operation took, if the workload measures it.
    var latencies: [Duration] = []
  }

  static let ours = "AsyncPromises"

  let name: String
  /// The operations per round. A workload that has to wake up a task or a thread does many per
  /// round.
  let operations: Int
  /// Whether each sample is a single round, because its figure is not the time that it takes.
  var isSingle = false
  /// Runs the rounds. Blocks the caller until all the work that they started has ended.
  let run: @Sendable (_ rounds: Int) -> Reading

  /// Work on a dedicated thread, outside the pool that runs tasks.
  static func onThread(
    _ name: String, operations: Int = 1, _ body: @escaping @Sendable (_ rounds: Int) -> Void
  ) -> Competitor {
    Competitor(name: name, operations: operations) { rounds in
      Stopwatch.reading { body(rounds) }
    }
  }

  /// Work that a dedicated thread starts a thousand times, and that counts down on any thread.
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

  /// Work in a task, whose operations are also timed individually.
  static func timingEach(
    _ name: String, _ operation: @escaping @Sendable (_ round: Int) async -> Void
  ) -> Competitor {
    measuringItself(name, operations: 1) { await Stopwatch.readingEach($0, operation) }
  }

  /// Work that runs in a task and measures itself.
  static func measuringItself(
    _ name: String, operations: Int, _ body: @escaping @Sendable (_ rounds: Int) async -> Reading
  ) -> Competitor {
    Competitor(name: name, operations: operations) { rounds in
      let (promise, resolver) = Promise<Reading>.pending()
      Task.detached { resolver.fulfill(await body(rounds)) }
      do {
        return try promise.wait(timeout: .seconds(600))
      } catch {
        fatalError("\(name) doesn't end: \(error)")
      }
    }
  }
}

/// Measures the time and the allocations since its creation.
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

  /// Also times each round.
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

/// Keeps the optimizer from removing a value.
@inline(never) @_optimize(none)
func keep(_ value: Int) {}

/// Keeps the optimizer from removing an outcome.
func keep(_ outcome: Result<Int, any Error>?) {
  if case .success(let value) = outcome { keep(value) }
}
