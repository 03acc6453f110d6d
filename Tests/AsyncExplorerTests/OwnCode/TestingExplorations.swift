// AsyncPromisesTesting, explored: scopes, manual clocks and conditions.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncExplorer
  import AsyncPromises
  import AsyncPromisesSwiftTesting
  import TestSupport
  import Testing

  @Suite("own code: testing", .needsTracking, .timeLimit(.minutes(5)))
  struct TestingExplorations {
    @Test("X1 T2: a scope settles when nothing is pending and no handler runs")
    func settle() async throws {
      try await exploreOwnCode { scope in
        let journal = Journal<Int>()
        let (promise, resolver) = Promise<Int>.pending()
        promise.done { @MainActor _ in journal.write(1) }
        promise.then(.async) { number in
          await Task.yield()
          journal.write(2)
          return Promise { journal.write(3) }
        }.done { _ in journal.write(4) }
        Task {
          await Task.yield()
          resolver.fulfill(1)
        }
        try await scope.settle(within: .seconds(1))
        #expect(journal.entries.sorted() == [1, 2, 3, 4])
      }
    }

    @Test("X1 X2 T3: a scope that can't settle names its pending promises immediately")
    func unsettled() async throws {
      try await exploreOwnCode(reports: .ignore) { scope in
        let (promise, resolver) = Promise<Int>.pending()
        let derived = promise.map { $0 + 1 }
        let error = await unsettled { try await scope.settle(within: .seconds(3_600)) }
        #expect(error?.description.contains("did not settle within 3600.0 seconds") == true)
        #expect(error?.description.contains("TestingExplorations.swift") == true)
        resolver.fulfill(1)
        #expect(await derived.result.isSuccess)
      }
    }

    @Test("X1 T2 T3: at its end, a scope waits for work, but not for promises that nothing settles")
    func leaving() async throws {
      try await exploreOwnCode { _ in
        let journal = Journal<Int>()
        try await withPromiseScope { _ in
          _ = Promise {
            await Task.yield()
            try await Task.sleep(for: .seconds(1))
            journal.write(1)
          }.finally { @MainActor in
            journal.write(2)
          }.ignoreErrors()
        }
        #expect(journal.entries == [1, 2])
        let kept = Promise<Int>.pending()
        let error = await unsettled {
          try await withPromiseScope { _ in _ = kept.promise.map { $0 } }
        }
        #expect(error?.description.contains("that nothing in it can settle") == true)
        kept.resolver.fulfill(1)
      }
    }

    @Test("X1 T2: concurrent scopes are independent")
    func sideBySide() async throws {
      try await exploreOwnCode { _ in
        let other = Promise<Int>.pending()
        async let first: Int = withPromiseScope { scope in
          let value = Promise { 1 }.map { $0 + 1 }
          try await scope.settle(within: .seconds(1))
          return try await value.value
        }
        async let second: Int = withPromiseScope { scope in
          let value = other.promise.map { $0 + 1 }
          await Task.yield()
          other.resolver.fulfill(5)
          try await scope.settle(within: .seconds(1))
          return try await value.value
        }
        let values = try await [first, second]
        #expect(values == [2, 6])
      }
    }

    @Test("X1 T6: an unhandled error is reported in the scope that created its promise")
    func reports() async throws {
      try await exploreOwnCode { scope in
        let mistakes = await reported {
          try await withPromiseScope { scope in
            scope.install { _ in }
            _ = Promise<Int> { throw WorkError(number: 1) }
            try await scope.settle(within: .seconds(1))
          }
        }
        #expect(mistakes?.events.count == 1)
        try await scope.settle(within: .seconds(1))
      }
    }

    @Test("X1 T4: advance returns when the work that it woke is idle again")
    func advance() async throws {
      try await exploreOwnCode { scope in
        let (clock, journal) = (ManualClock(), Journal<Int>())
        for number in 1...3 {
          Promise.delay(for: .seconds(number), clock: clock).then {
            Promise {
              await Task.yield()
              journal.write(number)
            }
          }.ignoreErrors()
        }
        await clock.advance(by: .seconds(1))
        #expect(journal.entries == [1])
        await clock.advance(by: .seconds(5))
        #expect(journal.entries == [1, 2, 3])
        try await scope.settle(within: .seconds(1))
      }
    }

    @Test("X1 T4: concurrent advances of a clock take turns, and sleepers wake up in order")
    func turns() async throws {
      try await exploreOwnCode { scope in
        let (clock, journal) = (ManualClock(), Journal<Int>())
        let sleeps = (1...4).map { number in
          Promise {
            try await clock.sleep(for: .seconds(number))
            journal.write(number)
          }
        }
        await clock.sleepers(4)
        async let first: Void = clock.advance(by: .seconds(2))
        async let second: Void = clock.advance(by: .seconds(2))
        _ = await (first, second)
        _ = try await Promise.all(sleeps).get()
        #expect(journal.entries == [1, 2, 3, 4])
        #expect(clock.now.offset == .seconds(4))
      }
    }

    @Test("X1 T4: nextSleeper returns when a task sleeps, noSleepers when none does")
    func sleepers() async throws {
      try await exploreOwnCode { scope in
        let clock = ManualClock()
        let work = Promise {
          await Task.yield()
          try await clock.sleep(for: .seconds(1))
          await Task.yield()
          try await clock.sleep(for: .seconds(1))
          return 1
        }
        await clock.nextSleeper()
        #expect(clock.deadlines.count == 1)
        async let end: Void = clock.noSleepers()
        await clock.advance(by: .seconds(1))
        #expect(clock.deadlines.count == 1)
        await clock.advance(by: .seconds(1))
        await end
        let value = try await work.value
        #expect(value == 1)
      }
    }

    @Test("X1 T4 G2 G3: a clock runs from deadline to deadline until a promise settles")
    func runs() async throws {
      try await exploreOwnCode { scope in
        let clock = ManualClock()
        let attempts = Journal<Int>()
        let promise = Promise<Int>.retry(
          maxAttempts: 4, backoff: .constant(.seconds(10)), clock: clock
        ) { attempt in
          attempts.write(attempt)
          if attempt < 4 { throw WorkError(number: attempt) }
          return attempt
        }.timeout(after: .seconds(100), clock: clock)
        let value = try await clock.run(until: promise)
        #expect(value == 4 && attempts.entries == [1, 2, 3, 4])
        #expect(clock.now.offset == .seconds(30))
        await clock.noSleepers()
      }
    }

    @Test("X1 T4: run(until:) fails if no task sleeps on the clock")
    func runsDry() async throws {
      try await exploreOwnCode(reports: .ignore) { scope in
        let (promise, resolver) = Promise<Int>.pending()
        let clock = ManualClock()
        let error = await unsettled { try await clock.run(until: promise) }
        #expect(error?.description.contains("no task is sleeping on the clock") == true)
        resolver.fulfill(1)
      }
    }

    @Test("X1 T4: a cancelled sleep ends, even if the clock is advanced meanwhile")
    func cancelledSleep() async throws {
      try await exploreOwnCode { scope in
        let clock = ManualClock()
        let sleep = Task { try await clock.sleep(for: .seconds(1)) }
        async let moved: Void = clock.advance(by: .seconds(2))
        async let cancelled: Void = sleep.cancel()
        _ = await (moved, cancelled)
        let outcome = await sleep.result
        #expect(outcome.isSuccess || outcome.isCancelled)
        #expect(clock.deadlines.isEmpty)
      }
    }

    @Test("X1 X2: `eventually` notices that its condition holds, and gives up in time")
    func condition() async throws {
      try await exploreOwnCode { scope in
        let room = Room()
        Task {
          try await Task.sleep(for: .seconds(1))
          await room.write("done")
        }
        try await eventually(within: .seconds(5)) { await room.entries == ["done"] }
        let error = await unsettled {
          try await eventually(within: .seconds(1)) { await room.entries.isEmpty }
        }
        #expect(error?.description.contains("was not met within 1.0 seconds") == true)
      }
    }

    private nonisolated(nonsending) func unsettled(
      _ body: nonisolated(nonsending) () async throws -> Void
    ) async -> UnsettledPromises? {
      do {
        try await body()
        Issue.record("It should have thrown an error.")
      } catch let error as UnsettledPromises {
        return error
      } catch {
        Issue.record(error)
      }
      return nil
    }

    private nonisolated(nonsending) func reported(
      _ body: nonisolated(nonsending) () async throws -> Void
    ) async -> ReportedMistakes? {
      do {
        try await body()
        Issue.record("It should have thrown an error.")
      } catch let error as ReportedMistakes {
        return error
      } catch {
        Issue.record(error)
      }
      return nil
    }
  }
#endif
