// Work that queues in a limiter, and values that a cache creates once.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncExplorer
  import AsyncPromises
  import AsyncPromisesSharing
  import AsyncPromisesSwiftTesting
  import TestSupport
  import Testing

  @Suite("own code: limiters and caches", .needsTracking, .timeLimit(.minutes(5)))
  struct LimiterExplorations {
    @Test("X1: in every order, a limiter keeps to its limit, and every slot is freed")
    func limiter() async throws {
      try await exploreOwnCode(reports: .ignore) { scope in
        let limiter = PromiseLimiter(limit: 1)
        let running = Locked(0)
        @Sendable func call() -> Promise<Int> {
          limiter.run {
            running.withLock {
              $0 += 1
              #expect($0 == 1)
            }
            defer { running.withLock { $0 -= 1 } }
            try await Task.sleep(for: .seconds(1))
            return 1
          }
        }
        let callers = [call(), call(), call()]
        async let first: Bool = callers[0].cancel()
        async let second: Bool = callers[1].cancel()
        _ = await (first, second)
        // A cancelled caller has freed its slot if it was running; if it was queued, it had none.
        async let (third, fourth, fifth) = (callers[2].get(), call().get(), call().get())
        #expect(try await [third, fourth, fifth] == [1, 1, 1])
        try await scope.settle(within: .seconds(5))
      }
    }

    @Test("X1 E3: in every order, callers share one value, even if one of them leaves")
    func cache() async throws {
      try await exploreOwnCode(reports: .ignore) { scope in
        let cache = PromiseCache<Int, Int>()
        let made = Locked(0)
        @Sendable func call() -> Promise<Int> {
          cache.value(for: 1) {
            await Task.yield()
            return made.withLock {
              $0 += 1
              return $0
            }
          }
        }
        let leaver = call()
        async let left: Bool = leaver.cancel()
        async let first = call().get()
        async let second = call().get()
        #expect(try await [first, second] == [1, 1])
        _ = await left
        #expect(try await call().get() == 1)
        try await scope.settle(within: .seconds(5))
      }
    }

    @Test("X1: in every order, a caller after a removal gets a new value")
    func removal() async throws {
      try await exploreOwnCode { _ in
        let cache = PromiseCache<Int, Int>()
        let version = Locked(1)
        @Sendable func call() -> Promise<Int> {
          cache.value(for: 1) {
            let version = version.withLock { $0 }
            await Task.yield()
            return version
          }
        }
        let before = call()
        async let old = before.get()
        version.withLock { $0 = 2 }
        cache.remove(1)
        #expect(try await call().get() == 2)
        _ = try await old
        #expect(try await call().get() == 2)
      }
    }
  }
#endif
