// Consumers that go away again and again leave nothing behind on a promise that stays pending.

import AsyncPromises
import Testing

extension LifetimeTests {
  @Suite("Abandoned consumers", .timeLimit(.minutes(1)))
  struct AbandonedTests {
    @Test("C2: a million cancelled awaits on one pending promise leave memory flat")
    func awaits() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (promise, resolver) = Promise<Int>.pending()
        try await Memory.expectGrowth(below: 1 << 20, over: 1_000_000) { rounds in
          for _ in 0..<rounds {
            let waiting = Task { try await promise.value }
            waiting.cancel()
            _ = await waiting.result
          }
        }
        precondition(promise.current == nil)
        resolver.fulfill(1)
      }
    }

    @Test("E2: a million cancelled derived promises of one pending promise leave memory flat")
    func derived() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (promise, resolver) = Promise<Int>.pending()
        let kept = promise.map { $0 }
        try await Memory.expectGrowth(below: 1 << 20, over: 1_000_000) { rounds in
          for _ in 0..<rounds { promise.map { $0 + 1 }.cancel() }
        }
        precondition(promise.current == nil)
        resolver.fulfill(1)
        let value = try await kept.value
        precondition(value == 1)
      }
    }

    @Test("C2: a hundred living waiters among the cancelled ones are not forgotten")
    func livingAmongDead() async throws {
      let (promise, resolver) = Promise<Int>.pending()
      let living = (0..<100).map { index in
        let last = (0..<100).map { _ in promise.map { $0 + index } }.last
        for _ in 0..<100 { promise.map { $0 }.cancel() }
        return last
      }
      resolver.fulfill(1)
      for (index, promise) in living.enumerated() {
        #expect(try await promise?.value == 1 + index)
      }
    }

    @Test("A3 E2: 200,000 cancelled followers of one pending promise leave memory flat")
    func followers() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (promise, resolver) = Promise<Int>.pending()
        let kept = promise.map { $0 }
        try await Memory.expectGrowth(below: 1 << 20, over: 200_000) { rounds in
          for _ in 0..<rounds {
            let (outer, end) = Promise<Int>.pending()
            end.follow(promise)
            outer.cancel()
          }
        }
        resolver.fulfill(1)
        let value = try await kept.value
        precondition(value == 1)
      }
    }
  }
}
