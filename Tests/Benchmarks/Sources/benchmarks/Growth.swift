// Cost under a growing load, and memory that must not grow.

import AsyncPromises
import CAllocations
import Synchronization

enum Growth {
  private static let sizes = [10, 100, 1000, 10_000, 100_000, 1_000_000]

  static let workloads = [
    Workload(
      id: "growth-links", what: "cost of a link in chains of some length", kind: .series,
      competitors: sizes.map { Chaining.chain($0, "\($0) links") }),
    Workload(
      id: "growth-handlers", what: "cost of a handler among others of the promise", kind: .series,
      competitors: sizes.map { Settling.handlers($0, "\($0) handlers") }),
    Workload(
      id: "growth-inputs", what: "cost of an input of all", kind: .series,
      competitors: sizes.map { Groups.all($0, "\($0) inputs") }),
    Workload(
      id: "growth-follow", what: "a follow whose source has pending links above it",
      kind: .series, competitors: sizes.dropFirst().dropLast().map(follow)),
  ]

  /// Promises with a consumer each that begin to follow the end of a chain of pending links.
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

  /// Does many rounds of which each should leave nothing behind.
  ///
  /// The growth is what the process is larger by when the last round begins than when a tenth of
  /// them was done. The body calls `mark` in every round, with its number, from one.
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
  /// The resident size after free memory was given back to the system, where that can be asked for.
  static var trimmed: Int {
    allocations_trim()
    return resident
  }
}

/// The resident sizes at two moments.
private final class Marks: Sendable {
  let early = Atomic(0)
  let late = Atomic(0)
}
