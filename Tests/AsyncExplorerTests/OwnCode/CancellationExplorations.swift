// Code that mixes promises and tasks, cancelled at each suspension point.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncExplorer
  import AsyncPromises
  import AsyncPromisesSharing
  import AsyncPromisesSwiftTesting
  import TestSupport
  import Testing

  @Suite("own code: cancelled at each suspension point", .needsTracking, .timeLimit(.minutes(5)))
  struct CancellationExplorations {
    /// - Parameter points: the minimum number of suspension points.
    nonisolated(nonsending) private func exploreOwnCancellation(
      points: Int = 1, fileID: StaticString = #fileID, line: UInt = #line,
      _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
      let orders = isStressRun ? 100 : 8
      let summary = try await exploreCancellation(orders: orders, fileID: fileID, line: line, body)
      #expect(summary.escapes == [])
      #expect(summary.schedules >= points * orders)
    }

    @Test("X8 C2 E2: work that is awaited with get")
    func taking() async throws {
      try await exploreOwnCancellation {
        let work = Promise {
          for _ in 0..<3 { await Task.yield() }
          return 1
        }
        _ = try await work.get()
      }
    }

    @Test("X8 C2 E3: work that is observed, and awaited with get at the end of a chain")
    func looking() async throws {
      try await exploreOwnCancellation {
        let work = Promise {
          for _ in 0..<3 { await Task.yield() }
          return 1
        }.shielded()
        let derived = work.map { $0 + 1 }.then { number in Promise { number } }
        async let seen = work.result
        _ = try await derived.get()
        _ = await seen
      }
    }

    @Test("X8 D2: a callback that is called later")
    func callback() async throws {
      try await exploreOwnCancellation {
        let value = try await Promise<Int> { resolver in
          Task {
            for _ in 0..<3 { await Task.yield() }
            resolver.fulfill(1)
          }
        }.get()
        #expect(value == 1)
      }
    }

    @Test("X8 E2 F: groups of work")
    func groups() async throws {
      try await exploreOwnCancellation {
        let members = (1...3).map { number in
          Promise {
            try await Task.sleep(for: .seconds(number))
            return number
          }
        }
        _ = try await Promise.all(members[0], members[1]).get()
        _ = try await Promise.race(members, remaining: .cancel).get()
        _ = try await Promise.map(1...3, concurrency: 2) { number in
          await Task.yield()
          return number
        }.get()
      }
    }

    @Test("X8 G: delays, time limits and retries")
    func time() async throws {
      try await exploreOwnCancellation(points: 2) {
        try await Promise.delay(for: .seconds(1)).get()
        _ = try await Promise<Int>.retry(maxAttempts: 3, backoff: .constant(.seconds(1))) {
          if $0 < 3 { throw WorkError(number: $0) }
          return $0
        }.timeout(after: .seconds(10)).get()
      }
    }

    @Test("X8 E2: callers of a flight")
    func flights() async throws {
      try await exploreOwnCancellation {
        let flights = SingleFlight<Int, Int>()
        @Sendable func call() async throws -> Int {
          try await flights.run(for: 1) {
            await Task.yield()
            return 1
          }.get()
        }
        async let first = call()
        async let second = call()
        _ = try await (first, second)
      }
    }

    @Test("X8 D4 F3: a stream of outcomes")
    func inCompletionOrder() async throws {
      try await exploreOwnCancellation {
        let members = (0..<3).map { number in
          Promise {
            await Task.yield()
            return number
          }
        }
        for await (_, result) in Promise.inCompletionOrder(members) { _ = try result.get() }
        _ = try await Promise.all(members).get()
      }
    }

    @Test("X8 B2 E2: handlers on the main actor")
    func mainActor() async throws {
      try await exploreOwnCancellation {
        let work = Promise {
          await Task.yield()
          return 1
        }
        try await work.map { @MainActor number in
          MainActor.assertIsolated()
          return number + 1
        }.finally { @MainActor in
          MainActor.assertIsolated()
        }.done { _ in }.get()
      }
    }
  }
#endif
