// Chains of a million links and loops of a million rounds. Each runs in a process of its own,
// because what would go wrong is a stack that overflows.

import AsyncPromises
import Testing

/// Tests that take a core for seconds: one at a time, so that the others go on beside them.
@Suite("Lifetime", .serialized)
enum LifetimeTests {}

extension LifetimeTests {
  @Suite("Depth", .timeLimit(.minutes(1)))
  struct DepthTests {
    @Test("A7: a million links are built, settled and released")
    func millionLinks() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (first, resolver) = Promise<Int>.pending()
        var last = first
        for _ in 0..<1_000_000 { last = last.map { $0 + 1 } }
        resolver.fulfill(0)
        let value = try await last.value
        precondition(value == 1_000_000, "\(value) links ran.")
      }
    }

    @Test("A7: a million links are built, settled and released on a stack of 512 KiB")
    func millionLinksOnSmallStack() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let links = Task { @SmallStack in
          let (first, resolver) = Promise<Int>.pending()
          var last = first
          for _ in 0..<1_000_000 {
            last = last.map { @SmallStack in $0 + 1 }
          }
          resolver.fulfill(0)
          return try await last.value
        }
        let value = try await links.value
        precondition(value == 1_000_000, "\(value) links ran.")
      }
    }

    @Test("A4 A7: a pending chain of a million links is broken when its resolver goes, and freed")
    func brokenChain() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        func dropped() -> Promise<Int> {
          var last = Promise<Int>.pending().promise
          for _ in 0..<1_000_000 { last = last.map { $0 + 1 } }
          return last
        }
        let outcome = await dropped().result
        guard case .failure(PromiseError.broken) = outcome else {
          preconditionFailure("\(outcome)")
        }
      }
    }

    @Test("A7 E2: a million links are cancelled from the end")
    func cancelledChain() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (first, resolver) = Promise<Int>.pending()
        var last = first
        for _ in 0..<1_000_000 { last = last.map { $0 + 1 } }
        last.cancel()
        precondition(first.current != nil, "The first promise is pending still.")
        resolver.fulfill(0)
      }
    }

    @Test("A3 A7: 200,000 promises that follow each other, bound from either end")
    func followers() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        for bindsFromInside in [true, false] {
          let pairs = (0..<200_000).map { _ in Promise<Int>.pending() }
          let links = bindsFromInside ? Array(1..<pairs.count).reversed() : Array(1..<pairs.count)
          for index in links { pairs[index - 1].resolver.follow(pairs[index].promise) }
          pairs.last?.resolver.fulfill(7)
          let value = try await pairs.first?.promise.value
          precondition(value == 7)
        }
      }
    }

    @Test("A7: a loop of a million `then`s grows by less than a megabyte")
    func loop() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        @Sendable func round(_ left: Int) -> Promise<Int> {
          Promise.fulfilled(left).then { left in
            left == 0 ? .fulfilled(7) : round(left - 1)
          }
        }
        try await Memory.expectGrowth(below: 1 << 20, over: 1_000_000) { rounds in
          let value = try await round(rounds).value
          precondition(value == 7)
        }
      }
    }

    @Test("A7: a loop of 200,000 `then`s over pending promises grows by less than a megabyte")
    func loopOverPending() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        @Sendable func step(_ left: Int) -> Promise<Int> {
          Promise { left }
        }
        @Sendable func round(_ left: Int) -> Promise<Int> {
          step(left).then { left in left == 0 ? .fulfilled(7) : round(left - 1) }
        }
        try await Memory.expectGrowth(below: 1 << 20, over: 200_000) { rounds in
          let value = try await round(rounds).value
          precondition(value == 7)
        }
      }
    }

    @Test("A7: a loop of 300,000 `then`s on a stack of 512 KiB grows by less than a megabyte")
    func loopOnSmallStack() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        @SmallStack func round(_ left: Int) -> Promise<Int> {
          Promise.fulfilled(left).then { @SmallStack left in
            left == 0 ? .fulfilled(7) : round(left - 1)
          }
        }
        try await Memory.expectGrowth(below: 1 << 20, over: 300_000) { rounds in
          let value = try await round(rounds).value
          precondition(value == 7)
        }
      }
    }

    @Test("G3 A7: a retry of 100,000 attempts grows by less than a megabyte")
    func retry() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        try await Memory.expectGrowth(below: 1 << 20, over: 100_000) { rounds in
          let value = try await Promise.retry(maxAttempts: rounds) { attempt in
            if attempt < rounds { throw TestError.first }
            return attempt
          }.value
          precondition(value == rounds)
        }
      }
    }
  }
}
