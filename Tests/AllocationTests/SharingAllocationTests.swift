// How many allocations the usual calls of limiters, flights and caches cost.
//
// Each includes the caller's closure, the operation's task and, except for queued operations, the
// caller's wait for the promise. Operations run on the main actor, so that the caller always waits.
// `Promise { }` costs nine here, and `Task { }.value` six: the main queue allocates for each job.
// On the pool, each costs two less.

import AsyncPromises
import AsyncPromisesSharing
import CAllocations
import Testing

@Suite(
  "Allocations of shared work", .timeLimit(.minutes(10)),
  .enabled(if: allocations_are_counted(), "Allocations aren't counted with this allocator."))
struct SharingAllocationTests {
  @Test("W18f: a flight with one caller")
  func flight() async {
    await #expect(processExitsWith: .success) {
      let flights = SingleFlight<Int, Int>()
      await expectOnMainActor(11, inDebug: 13) { count in
        for key in 0..<count { use(await flights.run(for: key) { @MainActor in key }.result) }
      }
    }
  }

  @Test("a value that a cache makes")
  func cache() async {
    await #expect(processExitsWith: .success) {
      let cache = PromiseCache<Int, Int>()
      await expectOnMainActor(11, inDebug: 13) { count in
        for key in 0..<count { use(await cache.value(for: key) { @MainActor in key }.result) }
        cache.removeAll()
      }
    }
  }

  @Test("an operation of a limiter that has a free place")
  func freePlace() async {
    await #expect(processExitsWith: .success) {
      let limiter = PromiseLimiter(limit: 4)
      await expectOnMainActor(10, inDebug: 12) { count in
        for number in 0..<count { use(await limiter.run { @MainActor in number }.result) }
      }
    }
  }

  @Test("an operation of a limiter that waits for its place")
  func queued() async {
    await #expect(processExitsWith: .success) {
      let limiter = PromiseLimiter(limit: 1)
      await expectOnMainActor(11, inDebug: 14) { count in
        let (gate, resolver) = Promise<Int>.pending()
        _ = limiter.run { @MainActor in try await gate.value }
        let queued = (0..<count).map { number in limiter.run { @MainActor in number } }
        // The last task comes behind all others, and they wait.
        await Task { @MainActor in }.value
        resolver.fulfill(1)
        use(await queued[count - 1].result)
      }
    }
  }

  @Test("N1: a free place for the caller's own task, and all places of an idle limiter")
  func freePlaceInTask() async {
    await #expect(processExitsWith: .success) {
      let limiter = PromiseLimiter(limit: 4)
      await expectOnMainActor(0) { count in
        for number in 0..<count { try? await limiter.withPlace { use(number) } }
      }
      await expectOnMainActor(0) { count in
        for number in 0..<count { try? await limiter.withAllPlaces { use(number) } }
      }
    }
  }
}

/// - Parameter body: performs the operation `count` times.
private func expectOnMainActor(
  _ expected: Int, inDebug expectedInDebug: Int? = nil,
  _ body: @MainActor (_ count: Int) async -> Void
) async {
  await expectAllocations(expected, inDebug: expectedInDebug) { await body($0) }
}
