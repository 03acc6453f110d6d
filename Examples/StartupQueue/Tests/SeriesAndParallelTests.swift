// Tests that process one, two or all items at a time: how many are processed, in which order,
// and the effects of a failure.

import AsyncPromises
import Testing

@testable import StartupQueue

@Suite("Series and parallel", .timeLimit(.minutes(10)))
struct SeriesAndParallelTests {
  enum Way: Int, CaseIterable {
    case oneByOne = 1
    case twoAtATime = 2
    case allAtOnce = 4

    /// How many of the four items run at the same time.
    var width: Int { rawValue }

    func start(_ items: [String], _ work: PretendWork) -> Promise<[String]> {
      switch self {
      case .oneByOne: series(items) { work.begin($0) }
      case .twoAtATime: parallel(items, atATime: 2) { work.begin($0) }
      case .allAtOnce: parallel(items) { work.begin($0) }
      }
    }
  }

  let items = ["a", "b", "c", "d"]
  let work = PretendWork()

  @Test(
    "The right number of items run; the results are in the items' order", arguments: Way.allCases)
  func results(way: Way) async throws {
    try await inScope { _ in
      let results = way.start(items, work)
      await rest()
      #expect(Set(work.transcript) == Set(items.prefix(way.width).map { "\($0) begins" }))
      for name in items { try await work.end(name, with: name.uppercased()) }
      #expect(try await results.value == ["A", "B", "C", "D"])
      #expect(work.mostAtATime <= way.width)
    }
  }

  @Test("No items: no work, and an empty array", arguments: Way.allCases)
  func empty(way: Way) async throws {
    try await inScope { _ in
      let results = try await way.start([], work).get()
      #expect(results.isEmpty)
    }
  }

  @Test(
    "After a failure, running work is withdrawn and no more work starts", arguments: Way.allCases)
  func failure(way: Way) async throws {
    try await inScope { _ in
      let results = way.start(items, work)
      await rest()
      try await work.refuse("a")
      await #expect(throws: PretendWork.Refused.self) { try await results.value }
      await rest()
      #expect(events("begins").count == way.width)
      #expect(events("is withdrawn").count == way.width - 1)
    }
  }

  @Test("Cancelling withdraws running work, and no more work starts", arguments: Way.allCases)
  func cancellation(way: Way) async throws {
    try await inScope { _ in
      let results = way.start(items, work)
      await rest()
      results.cancel()
      await rest()
      #expect(events("begins").count == way.width)
      #expect(events("is withdrawn").count == way.width)
    }
  }

  private func events(_ event: String) -> [String] {
    work.transcript.filter { $0.hasSuffix(event) }
  }
}
