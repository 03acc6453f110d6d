// Delays, time limits and retries happen in chronological order, and the first to settle wins.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncExplorer
  import AsyncPromises
  import AsyncPromisesSwiftTesting
  import Foundation
  import TestSupport
  import Testing

  @Suite("own code: time", .needsTracking, .timeLimit(.minutes(5)))
  struct TimeExplorations {
    @Test("X2 G1: delays end in the order of their deadlines")
    func delays() async throws {
      try await exploreOwnCode { scope in
        let journal = Journal<Int>()
        async let last: Void = delay(3)
        async let first: Void = delay(1)
        async let second: Void = Promise.fulfilled(2).delay(by: .seconds(2)).map {
          journal.write($0)
        }
        .get()
        _ = try await (first, second, last)
        #expect(journal.entries == [1, 2, 3])

        @Sendable func delay(_ number: Int) async throws {
          try await Promise.delay(for: .seconds(number)).map { journal.write(number) }.get()
        }
      }
    }

    @Test("X2 X3 G1: delays end in the order of their deadlines, however slow the machine is")
    func slowMachine() async throws {
      try await explore(schedules: 10) {
        let journal = Journal<Int>()
        let long = Promise.delay(for: .milliseconds(1_000)).map { journal.write(2) }
        // Real time passes, but not virtual time.
        usleep(2_000)
        let short = Promise.delay(for: .milliseconds(999)).map { journal.write(1) }
        _ = try await (long.get(), short.get())
        #expect(journal.entries == [1, 2])
      }
    }

    @Test("X2 G1 E1: a cancelled delay ends immediately, and its time doesn't pass")
    func cancelledDelay() async throws {
      try await exploreOwnCode { scope in
        let long = Promise.delay(for: .seconds(100))
        let short = Promise.delay(for: .seconds(1))
        async let outcome = long.result
        async let cancelled: Bool = long.cancel()
        #expect(await cancelled)
        #expect(await outcome.isCancelled)
        try await short.get()
        // The long delay's timer is gone, so there is nothing left to wait for.
        try await scope.settle(within: .seconds(1))
      }
    }

    @Test("X1 X2 G2 E2: a time limit withdraws from the work when it expires")
    func timeout() async throws {
      try await exploreOwnCode(reports: .ignore) { scope in
        let stopped = Journal<Bool>()
        let work = Promise {
          defer { stopped.write(Task.isCancelled) }
          try await Task.sleep(for: .seconds(10))
          return 1
        }
        let (slow, fast) = (work.timeout(after: .seconds(1)), work.timeout(after: .seconds(2)))
        async let first = slow.result
        async let second = fast.result
        #expect(await first.isTimedOut)
        #expect(await second.isTimedOut)
        try await scope.settle(within: .seconds(1))
        #expect(stopped.entries == [true])
      }
    }

    @Test("X1 X2 G2: exactly one of a time limit, a cancellation and the work decides the outcome")
    func timeoutRace() async throws {
      try await exploreOwnCode(reports: .ignore) { scope in
        let (promise, resolver) = Promise<Int>.pending()
        let timed = promise.timeout(after: .seconds(1))
        async let settled: Bool = {
          try await Task.sleep(for: .seconds(1))
          return resolver.fulfill(1)
        }()
        async let cancelled: Bool = {
          try await Task.sleep(for: .seconds(1))
          return timed.cancel()
        }()
        let outcome = await timed.result
        let (isSettled, isCancelled) = try await (settled, cancelled)
        #expect(isSettled && outcome.isCancelled == isCancelled)
        #expect([outcome.isSuccess, outcome.isCancelled, outcome.isTimedOut].count { $0 } == 1)
        let value = try await promise.value
        #expect(value == 1)
      }
    }

    @Test("X2 G3: attempts are repeated after their pauses, and the last error is thrown")
    func retry() async throws {
      try await exploreOwnCode { _ in
        let attempts = Journal<Int>()
        async let failing = Promise<Int>.retry(
          maxAttempts: 3, backoff: .exponential(base: .seconds(1), cap: .seconds(60))
        ) { attempt in
          throw WorkError(number: attempt)
        }.result
        let value = try await Promise<Int>.retry(maxAttempts: 3, backoff: .constant(.seconds(5))) {
          attempts.write($0)
          await Task.yield()
          if $0 < 3 { throw WorkError(number: $0) }
          return $0
        }.get()
        #expect(value == 3 && attempts.entries == [1, 2, 3])
        #expect(await failing.error(as: WorkError.self)?.number == 3)
      }
    }

    @Test("X1 G3 E2: a cancellation ends an attempt or a pause, and isn't retried")
    func cancelledRetry() async throws {
      try await exploreOwnCode(reports: .ignore) { scope in
        let attempts = Journal<Int>()
        let promise = Promise<Int>.retry(maxAttempts: 3, backoff: .constant(.seconds(5))) {
          attempts.write($0)
          try await Task.sleep(for: .seconds(1))
          throw WorkError(number: $0)
        }
        let isCancelled = Locked(false)
        async let cancelled: Void = {
          try await Task.sleep(for: .seconds(6))
          isCancelled.withLock { $0 = promise.cancel() }
        }()
        let outcome = await promise.result
        try await cancelled
        try await scope.settle(within: .seconds(100))
        #expect(outcome.isCancelled && isCancelled.withLock { $0 })
        #expect(attempts.count <= 2)
      }
    }

    @Test("X1 G3 E2: a cancelled retry leaves the promise of its attempt, in any order")
    func cancelledPromiseOfAttempt() async throws {
      let outcomes = Locked<Set<String>>([])
      try await exploreOwnCode(reports: .ignore) { scope in
        let answers = (1...2).map { Promise<Int>.pending(name: "answer \($0)") }
        let promise = Promise<Int>.retry(maxAttempts: 2) { answers[$0 - 1].promise }
        async let first: Void = { answers[0].resolver.reject(WorkError(number: 1)) }()
        async let second: Void = { answers[1].resolver.fulfill(2) }()
        async let cancelled = promise.cancel()
        _ = await (first, second)
        let outcome = await promise.result
        #expect(await cancelled == outcome.isCancelled)
        try await promise.waitForOperation()
        try await scope.settle(within: .seconds(1))
        outcomes.withLock { $0.formUnion([outcome.isCancelled ? "cancelled" : "fulfilled"]) }
        if !outcome.isCancelled { #expect(outcome.isSuccess) }
      }
      #expect(outcomes.withLock { $0 } == ["cancelled", "fulfilled"])
    }
  }
#endif
