// The consumers of one promise are settled or run in the order in which they were attached.

import TestSupport
import Testing

@testable import AsyncPromises

@Suite("Siblings", .timeLimit(.minutes(10)))
struct SiblingTests {
  @Test("B3: siblings of one kind run in the order in which they were attached", arguments: kinds)
  func alike(_ kind: Sibling) async throws {
    try await run(
      Array(repeating: kind, count: 5), on: kind.settlesByHandler ? [true] : [false, true])
  }

  @Test("B3: siblings without a handler keep the order, however they are mixed")
  func mixed() async throws {
    let passing = Self.kinds.filter(\.isPassing)
    try await run(passing)
    try await run(passing.reversed())
    var random = SplitMix64(1)
    for _ in 0..<50 {
      let siblings = (0..<12).map { _ in passing[Int.random(in: 0..<passing.count, using: &random)]
      }
      try await run(siblings, on: [true])
      // Outside the main actor, the handlers of one promise run back to back.
      try await run(siblings.filter { $0.description != "none" })
    }
  }

  private func run(_ siblings: [Sibling], on main: [Bool] = [false, true]) async throws {
    for isMain in main {
      let (source, resolver) = Promise<Int>.pending()
      let order = Journal<Int>()
      let ends = siblings.enumerated().map { index, sibling in
        let derived = sibling.derive(source)
        return isMain
          ? derived.done { @MainActor _ in order.write(index) }
          : derived.done { _ in order.write(index) }
      }
      resolver.fulfill(1)
      _ = try await Promise.all(ends).get()
      #expect(order.entries == Array(siblings.indices), "\(siblings), \(isMain)")
    }
  }

  /// A way to derive a promise.
  struct Sibling: CustomStringConvertible, Sendable {
    let description: String
    /// Whether the outcome passes through without a handler.
    let isPassing: Bool
    /// Whether a handler calls the promise's resolver. If so, each handler settles its promise
    /// separately, and the handlers that become due as a result may overlap on the pool.
    let settlesByHandler: Bool
    let derive: @Sendable (Promise<Int>) -> Promise<Int>
  }

  private static let kinds: [Sibling] =
    [
      passing("none") { $0 },
      passing("timeout") { $0.timeout(after: .seconds(60)) },
      passing("timeout at") { $0.timeout(at: .now + .seconds(60)) },
      passing("timeout of another clock") {
        $0.timeout(after: .seconds(60), clock: SuspendingClock())
      },
      passing("race") { Promise.race([$0]) },
      passing("any") { Promise.any([$0]) },
      passing("shielded") { $0.shielded() },
      passing("follow") { source in
        let (promise, resolver) = Promise<Int>.pending()
        resolver.follow(source)
        return promise
      },
      passing("two limits") { $0.timeout(after: .seconds(60)).timeout(after: .seconds(60)) },
      passing("race of limits") { Promise.race([$0.timeout(after: .seconds(60)), $0]) },
    ]
    + ChainOperator.allCases.filter { !$0.isAsynchronous }.map { link in
      running("\(link)", settles: link == .whenSettled || link == .whenSettledCompletion) {
        link.handle($0) {}
      }
    } + [
      running("all") { Promise.all([$0]).map { $0[0] } },
      running("all settled") { Promise.allSettled([$0]).map { _ in 1 } },
      running("limited map") { $0.timeout(after: .seconds(60)).map { $0 } },
      running("map, limited") { $0.map { $0 }.timeout(after: .seconds(60)) },
    ]

  private static func passing(
    _ name: String, _ derive: @escaping @Sendable (Promise<Int>) -> Promise<Int>
  ) -> Sibling {
    Sibling(description: name, isPassing: true, settlesByHandler: false, derive: derive)
  }

  private static func running(
    _ name: String, settles: Bool = false,
    _ derive: @escaping @Sendable (Promise<Int>) -> Promise<Int>
  ) -> Sibling {
    Sibling(description: name, isPassing: false, settlesByHandler: settles, derive: derive)
  }
}
