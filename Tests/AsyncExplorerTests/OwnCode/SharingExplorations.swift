// Work that several callers share: flights, shields and bags.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncExplorer
  import AsyncPromises
  import AsyncPromisesSharing
  import AsyncPromisesSwiftTesting
  import TestSupport
  import Testing

  @Suite("own code: sharing", .needsTracking, .timeLimit(.minutes(5)))
  struct SharingExplorations {
    @Test("X1 E2: callers share an operation as long as it runs")
    func singleFlight() async throws {
      try await exploreOwnCode { _ in
        let flights = SingleFlight<String, Int>()
        let running = Locked((now: 0, ever: 0))
        @Sendable func call() async throws -> Int {
          await Task.yield()
          return try await flights.run(for: "key") {
            let number = running.withLock { running in
              running.now += 1
              running.ever += 1
              #expect(running.now == 1)
              return running.ever
            }
            await Task.yield()
            running.withLock { $0.now -= 1 }
            return number
          }.get()
        }
        async let (first, second, third) = (call(), call(), call())
        let numbers = try await [first, second, third]
        #expect(Set(numbers).count == running.withLock { $0.ever })
      }
    }

    @Test("X1 E2: the flight stops when its last caller leaves; the next caller starts anew")
    func leftFlight() async throws {
      try await exploreOwnCode(reports: .ignore) { scope in
        let flights = SingleFlight<Int, Int>()
        let running = Locked(0)
        let ends = Journal<Bool>()
        @Sendable func call() -> Promise<Int> {
          flights.run(for: 1) {
            running.withLock {
              $0 += 1
              #expect($0 == 1)
            }
            defer {
              running.withLock { $0 -= 1 }
              ends.write(Task.isCancelled)
            }
            try await Task.sleep(for: .seconds(1))
            return 7
          }
        }
        let callers = [call(), call()]
        async let first: Bool = callers[0].cancel()
        async let second: Bool = callers[1].cancel()
        async let late: Int = {
          await Task.yield()
          return try await call().get()
        }()
        _ = await (first, second)
        let value = try await late
        #expect(value == 7)
        try await scope.settle(within: .seconds(5))
        #expect(ends.entries.last == false)
        #expect(await callers[0].result.isCancelled)
        #expect(await callers[1].result.isCancelled)
      }
    }

    @Test("X1: a call after an invalidation never gets an earlier call's value")
    func invalidation() async throws {
      try await exploreOwnCode { _ in
        let flights = SingleFlight<Int, Int>()
        let version = Locked(1)
        @Sendable func call() -> Promise<Int> {
          flights.run(for: 1) {
            let seen = version.withLock { $0 }
            await Task.yield()
            return seen
          }
        }
        async let early = call().get()
        async let late: Int = {
          await Task.yield()
          version.withLock { $0 = 2 }
          flights.invalidate(1)
          return try await call().get()
        }()
        let (before, after) = try await (early, late)
        #expect(after == 2 && (1...2).contains(before))
      }
    }

    @Test("X1 E3: consumers of a shielded promise come and go, and the work continues")
    func shielded() async throws {
      try await exploreOwnCode { _ in
        let work = Promise {
          try await Task.sleep(for: .seconds(3))
          return 1
        }
        let shared = work.shielded()
        async let impatient = shared.timeout(after: .seconds(1)).result
        let leaving = Task { try await shared.get() }
        async let left: Void = leaving.cancel()
        async let cancelled: Bool = shared.map { $0 }.cancel()
        _ = await (left, cancelled)
        #expect(await leaving.result.isCancelled)
        #expect(await impatient.isTimedOut)
        let value = try await shared.value
        #expect(value == 1)
      }
    }

    @Test("X1 E2: a released bag cancels its promises, even if another is stored meanwhile")
    func bag() async throws {
      try await exploreOwnCode(reports: .ignore) { scope in
        let (first, second) = (Promise<Int>.pending(), Promise<Int>.pending())
        let told = Journal<Int>()
        first.resolver.onCancel { told.write(1) }
        second.resolver.onCancel { told.write(2) }
        let bag = Locked<PromiseBag?>(PromiseBag())
        first.promise.store(in: bag.withLock { $0 } ?? PromiseBag())
        async let emptied: Void = {
          let old = bag.withLock { $0.take() }
          withExtendedLifetime(old) {}
        }()
        async let added: Void = {
          if let bag = bag.withLock({ $0 }) { second.promise.store(in: bag) }
        }()
        _ = await (emptied, added)
        #expect(await first.promise.result.isCancelled)
        second.resolver.fulfill(2)
        try await scope.settle(within: .seconds(1))
        #expect(told.entries.first == 1 || told.count == 2)
      }
    }
  }
#endif
