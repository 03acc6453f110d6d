// WaitGraph.swift: promises that wait for each other.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTesting
import AsyncPromisesTracking
import Testing

@Suite(
  "Cycles in reports", .enabled(if: Tracking.isOn, "Reports need tracking."),
  .timeLimit(.minutes(10)))
struct RingReportTests {
  /// Calls `body` in a scope that cancels its pending promises at the end.
  private func inScope(_ body: (PromiseScope) async throws -> Void) async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore, body)
  }

  /// The cycles in a report, as the lines of code that created their promises.
  private func rings(_ report: String) -> [[Int]] {
    let numbers = report.matches(of: #/\#(\d+) .*? at O\.swift:(\d+), /#).map {
      (number: $0.1, line: Int($0.2) ?? 0)
    }
    let lines = Dictionary(uniqueKeysWithValues: numbers.map { ($0.number, $0.line) })
    return report.matches(of: /a cycle: (.*)/).map { ring in
      ring.1.matches(of: /\d+/).map { lines[$0.0] ?? 0 }
    }
  }

  @Test("A3 T3: promises that follow each other are reported as a cycle", arguments: [2, 3, 10])
  func cycle(size: Int) async throws {
    try await inScope { scope async throws in
      let pairs = (1...size).map { Promise<Int>.pending(fileID: "O.swift", line: UInt($0)) }
      for index in pairs.indices.dropLast() {
        pairs[index].resolver.follow(pairs[index + 1].promise)
      }
      #expect(!scope.dumpPending().contains("a cycle"))
      pairs[size - 1].resolver.follow(pairs[0].promise)
      #expect(rings(scope.dumpPending()) == [Array(1...size) + [1]])
      pairs[1].promise.cancel()
      #expect(scope.dumpPending() == "Nothing is pending.")
    }
  }

  @Test(
    "A3 T3: a report shows a cycle through handlers and groups, without promises that depend on it")
  func cycleOfMany() async throws {
    try await inScope { scope async throws in
      let (first, resolver) = Promise<Int>.pending(fileID: "O.swift", line: 1)
      let derived = first.map(fileID: "O.swift", line: 2) { $0 }
      let (other, otherResolver) = Promise<Int>.pending(fileID: "O.swift", line: 3)
      let group = Promise.race([other, derived], fileID: "O.swift", line: 4)
      let beside = group.done(fileID: "O.swift", line: 5) { _ in }
      resolver.follow(group)
      let report = scope.dumpPending()
      #expect(rings(report) == [[1, 4, 2, 1]])
      #expect(report.hasPrefix("a cycle: "))
      #expect(report.split(separator: "\n").count == 6)
      withExtendedLifetime((otherResolver, beside)) {}
    }
  }

  @Test("A3 T3: a cycle through a waiting task is reported where the wait is known")
  func cycleThroughTask() async throws {
    try await inScope { scope async throws in
      let (first, resolver) = Promise<Int>.pending(fileID: "O.swift", line: 1)
      let operation = Promise(fileID: "O.swift", line: 2) { try await first.value }
      resolver.follow(operation)
      while !scope.dumpPending().contains("awaits") { await Task.yield() }
      let report = scope.dumpPending()
      #expect(rings(report) == [[1, 2, 1]])
      #expect(report.contains(#/: waits for its operation, which awaits \#\d+; needed by \#\d+/#))
      first.cancel()
      _ = await operation.result
    }
  }

  @Test("F4 T3 T7: an operation that waits for its own key is reported as a cycle")
  func cycleThroughKey() async throws {
    try await inScope { scope async throws in
      let (flight, cache) = (SingleFlight<Int, Int>(), PromiseCache<Int, Int>())
      let calls = [
        flight.run(for: 1, fileID: "O.swift", line: 1) {
          try await flight.run(for: 1, fileID: "O.swift", line: 2) { 1 }.get()
        },
        cache.value(for: 1, fileID: "O.swift", line: 3) {
          try await cache.value(for: 1, fileID: "O.swift", line: 4) { 1 }.get()
        },
      ]
      // The first calls' operations await the second calls, and these join the operations.
      while scope.dumpPending().matches(of: /awaits/).count < 4 { await Task.yield() }
      #expect(scope.dumpPending().matches(of: /a cycle/).count == 2)
      for call in calls { call.cancel() }
    }
  }

  @Test("A3 T3: a cycle through promises outside the scope is reported")
  func cycleThroughOutside() async throws {
    let (outside, outsideResolver) = Promise<Int>.pending(fileID: "O.swift", line: 1)
    let derived = outside.map(fileID: "O.swift", line: 2) { $0 }
    try await inScope { scope async throws in
      let inside = derived.map(fileID: "O.swift", line: 3) { $0 }
      #expect(!scope.dumpPending().contains("a cycle"))
      outsideResolver.follow(inside)
      let report = scope.dumpPending()
      #expect(rings(report) == [[1, 3, 2, 1]])
      #expect(report.matches(of: /old, from outside the scope:/).count == 2)
      #expect(report.split(separator: "\n").count == 4)
      outside.cancel()
    }
  }

  @Test("A3 T3: every cycle is reported once")
  func rings() async throws {
    try await inScope { scope async throws in
      let pairs = (1...5).map { Promise<Int>.pending(fileID: "O.swift", line: UInt($0)) }
      for (index, next) in [(0, 1), (1, 0), (2, 3), (3, 4), (4, 2)] {
        pairs[index].resolver.follow(pairs[next].promise)
      }
      #expect(rings(scope.dumpPending()) == [[1, 2, 1], [3, 4, 5, 3]])
    }
  }

  @Test("A3 A7 T3: the promise that replaces an orphan is known to wait for the same promise")
  func afterOrphan() async throws {
    try await inScope { scope async throws in
      let (first, resolver) = Promise<Int>.pending(fileID: "O.swift", line: 1)
      let (inner, innerResolver) = Promise<Int>.pending(fileID: "O.swift", line: 3)
      do {
        let (middle, middleResolver) = Promise<Int>.pending(fileID: "O.swift", line: 2)
        resolver.follow(middle)
        middleResolver.follow(inner)
      }
      let (last, lastResolver) = Promise<Int>.pending(fileID: "O.swift", line: 4)
      innerResolver.follow(last)
      lastResolver.follow(first)
      #expect(rings(scope.dumpPending()) == [[1, 3, 4, 1]])
    }
  }
}
