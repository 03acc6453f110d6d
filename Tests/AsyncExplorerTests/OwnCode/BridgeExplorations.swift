// The bridges between promises, tasks and callbacks, in many orders.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncExplorer
  import AsyncPromises
  import AsyncPromisesSwiftTesting
  import TestSupport
  import Testing

  @Suite("own code: bridges", .needsTracking, .timeLimit(.minutes(5)))
  struct BridgeExplorations {
    @Test("X1 A1 A2: one of several settling calls wins, and all waiters get its value")
    func settling() async throws {
      try await exploreOwnCode(reports: .ignore) { _ in
        let (promise, resolver) = Promise<Int>.pending()
        let wins = Journal<Int>()
        async let first: Void = settle(1)
        async let second: Void = settle(2)
        async let third: Void = settle(3)
        async let seen = [promise.value, promise.value]
        let derived = try await promise.map { $0 }.get()
        _ = await (first, second, third)
        #expect(wins.entries == [derived])
        let values = try await seen
        #expect(values == [derived, derived])

        @Sendable func settle(_ number: Int) async {
          await Task.yield()
          if resolver.fulfill(number) { wins.write(number) }
        }
      }
    }

    @Test("X1 A3: a promise settles either like the one it follows or directly, never both")
    func following() async throws {
      try await exploreOwnCode(reports: .ignore) { _ in
        let (outer, outerEnd) = Promise<Int>.pending()
        let (inner, innerEnd) = Promise<Int>.pending()
        async let isBound = outerEnd.follow(inner)
        async let isSettled = outerEnd.fulfill(1)
        async let isInnerSettled = innerEnd.fulfill(2)
        let (binds, settles, _) = await (isBound, isSettled, isInnerSettled)
        #expect(binds != settles)
        let (value, innerValue) = try await (outer.value, inner.value)
        #expect(value == (binds ? 2 : 1))
        #expect(innerValue == 2)
      }
    }

    @Test("X1 A4: a promise whose last resolver is released is broken, unless already settled")
    func broken() async throws {
      try await exploreOwnCode(reports: .ignore) { _ in
        let wins = Journal<Bool>()
        let promise = Promise<Int> { resolver in
          for number in 1...2 {
            Task {
              await Task.yield()
              if number == 1, await self.isLucky() { wins.write(resolver.fulfill(1)) }
            }
          }
        }
        let outcome = await promise.result
        #expect(wins.entries == (outcome.isSuccess ? [true] : []))
      }
    }

    private func isLucky() async -> Bool {
      let entries = Journal<Int>()
      async let first: Void = entries.write(1)
      async let second: Void = entries.write(2)
      _ = await (first, second)
      return entries.entries == [1, 2]
    }

    @Test("X1 C2 C3 E3: a cancelled waiter leaves without affecting others")
    func cancelledWaiter() async throws {
      try await exploreOwnCode { _ in
        let (promise, resolver) = Promise<Int>.pending()
        let leaving = Task { try await promise.value }
        let staying = Task { try await promise.value }
        async let settled: Void = resolver.fulfillLater()
        leaving.cancel()
        let outcome = await leaving.result
        #expect(outcome.isSuccess || outcome.error(as: CancellationError.self) != nil)
        let value = try await staying.value
        #expect(value == 1)
        await settled
      }
    }

    @Test("X1 C2 E2 E3: the work stops when the last consumer leaves")
    func lastTaker() async throws {
      try await exploreOwnCode(reports: .ignore) { _ in
        let isStopped = Journal<Bool>()
        let work = Promise {
          defer { isStopped.write(Task.isCancelled) }
          try await Task.sleep(for: .seconds(1))
          return 1
        }
        let takers = (1...2).map { _ in Task { try await work.get() } }
        async let first: Void = takers[0].cancel()
        async let second: Void = takers[1].cancel()
        _ = await (first, second)
        for taker in takers {
          let outcome = await taker.result
          // A consumer that arrives after the others have left gets `abandoned`.
          #expect(outcome.error(as: CancellationError.self) != nil || outcome.isAbandoned)
        }
        #expect(await work.result.isAbandoned)
        try await eventually(within: .seconds(5)) { isStopped.entries == [true] }
      }
    }

    @Test("X1 E1: a promise is settled or cancelled, and cancellation handlers run once")
    func cancelling() async throws {
      try await exploreOwnCode(reports: .ignore) { scope in
        let (promise, resolver) = Promise<Int>.pending()
        let told = Journal<Int>()
        async let isCancelled: Bool = promise.cancel()
        async let isSettled = resolver.fulfill(1)
        async let registered: Void = resolver.onCancel { told.write(1) }
        let (cancelled, settled, _) = await (isCancelled, isSettled, registered)
        #expect(cancelled != settled)
        try await scope.settle(within: .seconds(1))
        #expect(told.count == (cancelled ? 1 : 0))
        #expect(await promise.result.isSuccess == settled)
      }
    }

    @Test("X1 D1: an operation inherits the isolation, the priority and the task-locals")
    func operations() async throws {
      try await exploreOwnCode { _ in
        let room = Office()
        let values = try await Name.$current.withValue("here") { try await room.work() }
        #expect(values == ["here", "here"])
      }
    }

    @Test("X1 D2: only the first of several callbacks counts")
    func callbacks() async throws {
      try await exploreOwnCode(reports: .ignore) { _ in
        let calls = Journal<Int>()
        let promise = Promise<Int>.wrap { completion in
          for number in 1...3 {
            Task {
              calls.write(number)
              completion(number)
            }
          }
        }
        let value = try await promise.value
        #expect(value == calls.entries.first)
      }
    }

    @Test("X1 D3 B1: whenSettled calls its closure later, and only once")
    func whenSettled() async throws {
      try await exploreOwnCode { scope in
        let (promise, resolver) = Promise<Int>.pending()
        let calls = Journal<Int>()
        async let settled: Void = {
          calls.write(0)
          resolver.fulfill(1)
          calls.write(0)
        }()
        promise.whenSettled { _ in calls.write(1) }
        await settled
        promise.whenSettled { _ in calls.write(2) }
        try await scope.settle(within: .seconds(1))
        #expect(calls.entries.sorted() == [0, 0, 1, 2])
        let first = calls.entries.firstIndex(of: 0) ?? 0
        #expect(calls.entries[first...].prefix(2) == [0, 0])
      }
    }

    @Test("X1 D4: the first value of a stream, and the error of an empty one")
    func firstValue() async throws {
      try await exploreOwnCode { _ in
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        let first = stream.firstValue()
        async let fed: Void = {
          await Task.yield()
          continuation.yield(7)
          continuation.finish()
        }()
        let value = try await first.value
        #expect(value == 7)
        await fed
        let empty = AsyncStream<Int> { $0.finish() }.firstValue()
        let error: PromiseError? = await empty.result.error()
        if case .missingValue? = error {} else { Issue.record("Not missingValue: \(error as Any)") }
      }
    }
  }

  private enum Name {
    @TaskLocal static var current = "nowhere"
  }

  private actor Office {
    /// Runs two operations on this actor, and returns the name that each of them sees.
    func work() async throws -> [String] {
      let operations = (1...2).map { _ in
        Promise {
          self.assertIsolated()
          await Task.yield()
          return Name.current
        }
      }
      return try await Promise.all(operations).get()
    }
  }
#endif
