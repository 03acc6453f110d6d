// The cost under increasing load, and memory that must not grow.

import AsyncPromises
import CAllocations
import Synchronization

enum Growth {
  private static let sizes = [10, 100, 1000, 10_000, 100_000, 1_000_000]

  static let workloads = [
    Workload(
      id: "growth-links", what: "a link in chains of various lengths", kind: .series,
      competitors: sizes.map { Chaining.chain($0, "\($0) links") }),
    Workload(
      id: "growth-handlers", what: "a handler among others on the promise", kind: .series,
      competitors: sizes.map { Settling.handlers($0, "\($0) handlers") }),
    Workload(
      id: "growth-inputs", what: "an input of all", kind: .series,
      competitors: sizes.map { Groups.all($0, "\($0) inputs") }),
    Workload(
      id: "growth-follow", what: "a follow whose source has pending links above it",
      kind: .series, competitors: sizes.dropFirst().dropLast().map(follow)),
  ]

  /// Promises, each with a consumer, that start to follow the end of a chain of pending links.
  private static func follow(_ links: Int) -> Competitor {
    .measuringItself("\(links) links", operations: 1000) { rounds in
      let (first, firstResolver) = Promise<Int>.pending()
      var last = first
      for _ in 0..<links { last = last.map { $0 } }
      let reading = Stopwatch.reading {
        for _ in 0..<rounds * 1000 {
          let (outer, resolver) = Promise<Int>.pending()
          outer.whenSettled { keep($0) }
          resolver.follow(last)
        }
      }
      firstResolver.fulfill(1)
      keep(await last.result)
      return reading
    }
  }

  /// Runs many rounds, none of which should leak memory.
  ///
  /// The growth is the change in process size from one tenth of the way through to the start of the
  /// last round. The body calls `mark` in every round with its number, starting at one.
  static func reading(
    _ rounds: Int, _ body: (_ rounds: Int, _ mark: @escaping @Sendable (Int) -> Void) async -> Void
  ) async -> Competitor.Reading {
    let marks = Marks()
    _ = Memory.trimmed
    var reading = await Stopwatch.reading {
      await body(rounds) { round in
        if round == rounds / 10 { marks.early.store(Memory.resident, ordering: .relaxed) }
        if round == rounds { marks.late.store(Memory.resident, ordering: .relaxed) }
      }
    }
    reading.growth =
      marks.late.load(ordering: .relaxed) - marks.early.load(ordering: .relaxed)
    return reading
  }
}

extension Memory {
  /// The resident size, after free memory is returned to the system where that is possible.
  static var trimmed: Int {
    allocations_trim()
    return resident
  }
}

/// The resident sizes at two times.
private final class Marks: Sendable {
  let early = Atomic(0)
  let late = Atomic(0)
}
