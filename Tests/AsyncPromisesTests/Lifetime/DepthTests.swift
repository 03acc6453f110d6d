// Chains of many links, and loops of many rounds. Each runs in a separate process, because
// a failure would overflow the stack.

import AsyncPromises
import AsyncPromisesTracking
import TestSupport
import Testing

/// Tests that keep a core busy for seconds. They run one at a time, so that other tests can run
/// alongside them.
@Suite("Lifetime", .serialized)
enum LifetimeTests {}

/// The meaning of “many” in these tests: a million in stress runs. It is always enough to overflow
/// a stack of 512 KiB with frames of 26 bytes; the smallest possible frame has 32.
let many = isStressRun ? 1_000_000 : 20_000

extension LifetimeTests {
  @Suite("Depth", .timeLimit(.minutes(10)))
  struct DepthTests {
    @Test("A7: many links are built, settled and released")
    func manyLinks() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (first, resolver) = Promise<Int>.pending()
        var last = first
        for _ in 0..<many { last = last.map { $0 + 1 } }
        resolver.fulfill(0)
        let value = try await last.value
        precondition(value == many, "\(value) links ran.")
      }
    }

    @Test("A7: many links are built, settled and released on a stack of 512 KiB")
    func manyLinksOnSmallStack() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let links = Task { @SmallStack in
          let (first, resolver) = Promise<Int>.pending()
          var last = first
          for _ in 0..<many {
            last = last.map { @SmallStack in $0 + 1 }
          }
          resolver.fulfill(0)
          return try await last.value
        }
        let value = try await links.value
        precondition(value == many, "\(value) links ran.")
      }
    }

    @Test("A4 A7: a pending chain of many links is broken and freed when its resolver is released")
    func brokenChain() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        func dropped() -> Promise<Int> {
          var last = Promise<Int>.pending().promise
          for _ in 0..<many { last = last.map { $0 + 1 } }
          return last
        }
        let outcome = await dropped().result
        guard case .failure(PromiseError.broken) = outcome else {
          preconditionFailure("\(outcome)")
        }
      }
    }

    @Test("A7 E2: cancelling the last of many links stops all of them")
    func cancelledChain() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (first, resolver) = pendingWork()
        var last = first
        for _ in 0..<many { last = last.map { $0 + 1 } }
        last.cancel()
        precondition(first.isAbandoned, "The first promise is still pending.")
        resolver.fulfill(0)
      }
    }

    @Test("A3 A7: a chain of many followers settles, bound from either end")
    func followers() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        for bindsFromInside in [true, false] {
          let pairs = (0..<many).map { _ in Promise<Int>.pending() }
          let links = bindsFromInside ? Array(1..<pairs.count).reversed() : Array(1..<pairs.count)
          for index in links { pairs[index - 1].resolver.follow(pairs[index].promise) }
          pairs.last?.resolver.fulfill(7)
          let value = try await pairs.first?.promise.value
          precondition(value == 7)
        }
      }
    }

    @Test("A7: a loop of many `then`s leaves memory flat")
    func loop() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        @Sendable func round(_ left: Int) -> Promise<Int> {
          Promise.fulfilled(left).then { left in
            left == 0 ? .fulfilled(7) : round(left - 1)
          }
        }
        try await Memory.expectFlat { rounds in
          let value = try await round(rounds).get()
          precondition(value == 7)
        }
      }
    }

    @Test("A7: a loop of many `then`s over pending promises leaves memory flat")
    func loopOverPending() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        @Sendable func step(_ left: Int) -> Promise<Int> {
          Promise { left }
        }
        @Sendable func round(_ left: Int) -> Promise<Int> {
          step(left).then { left in left == 0 ? .fulfilled(7) : round(left - 1) }
        }
        try await Memory.expectFlat { rounds in
          let value = try await round(rounds).get()
          precondition(value == 7)
        }
      }
    }

    @Test("A7: a loop of many `then`s on a stack of 512 KiB leaves memory flat")
    func loopOnSmallStack() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        @SmallStack func round(_ left: Int) -> Promise<Int> {
          Promise.fulfilled(left).then { @SmallStack left in
            left == 0 ? .fulfilled(7) : round(left - 1)
          }
        }
        try await Memory.expectFlat { rounds in
          let value = try await round(rounds).get()
          precondition(value == 7)
        }
      }
    }

    @Test("G3 A7: a retry of many attempts leaves memory flat")
    func retry() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        try await Memory.expectFlat { rounds in
          let value = try await Promise.retry(maxAttempts: rounds) { attempt in
            if attempt < rounds { throw TestError.first }
            return attempt
          }.get()
          precondition(value == rounds)
        }
      }
    }
  }
}
