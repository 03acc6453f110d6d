// Reports of what is pending, while promises of every kind come and go.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTracking
import TestSupport
import Testing

extension StressTests {
  @Suite("Dumping", .needsTracking, .timeLimit(.minutes(10)))
  struct DumpingTests {
    private static let rounds = isStressRun ? 2_000 : 200

    @Test("H3 T3: what is pending can be listed at any time", arguments: [1, 3])
    func listing(threads: Int) async throws {
      let isOver = Locked(false)
      async let listed = onFreshThread { () -> Int in
        var lines = 0
        repeat {
          lines += Promise.dumpPending().count + Promise.dumpPending(as: .mermaid).count
        } while !isOver.withLock { $0 }
        return lines
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        let shared = Shared()
        for thread in 0..<threads {
          group.addTask { for round in 0..<Self.rounds { try await shared.use(thread, round) } }
        }
        try await group.waitForAll()
      }
      isOver.withLock { $0 = true }
      #expect(try await listed > 0)
    }
  }
}

/// What the threads make promises with.
private struct Shared: Sendable {
  private let limiter = PromiseLimiter(limit: 2)
  private let flights = SingleFlight<Int, Int>()
  private let cache = PromiseCache<Int, Int>(maxCount: 8)

  func use(_ thread: Int, _ round: Int) async throws {
    let (gate, resolver) = Promise<Int>.pending(name: "gate")
    let key = round % 16
    let promises: [Promise<Int>] = [
      limiter.run { try await gate.value }, flights.run(for: key) { try await gate.value },
      cache.value(for: key) { key }, limiter.run { @MainActor in try await gate.value },
      Promise.retry(maxAttempts: 2) { _ in try await gate.value },
      Promise.retry(maxAttempts: 2) { @MainActor _ in gate },
      Promise.map(0..<3) { @MainActor item in item }.map { $0.count },
      Promise { @MainActor in try await gate.value }, Promise(onLateValue: { _ in }) { key },
      gate.timeout(after: .seconds(100)), gate.shielded(), Promise.race([gate, gate]),
      gate.then(.async) { @MainActor value in .fulfilled(value) },
      gate.map { @MainActor value in value }, Promise.fulfilled(()).then { gate },
    ]
    let all = Promise.all(promises)
    if round.isMultiple(of: 3) { promises[round % promises.count].ignoreErrors().cancel() }
    resolver.fulfill(round)
    _ = await all.result
  }
}
