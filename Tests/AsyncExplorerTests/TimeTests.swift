// Time in an exploration.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncExplorer
  import AsyncPromisesTesting
  import Foundation
  import TestSupport
  import Testing

  @testable import AsyncPromises
  @testable import AsyncPromisesTracking

  private struct NotYet: Error {}

  @Suite("Time", .timeLimit(.minutes(5)))
  struct TimeTests {
    @Test("X2: a sleep of a day takes no time, on any clock")
    func day() async throws {
      try await explore(schedules: 10) {
        try await Task.sleep(for: .seconds(86_400))
        try await Task.sleep(nanoseconds: 86_400_000_000_000)
        try await ContinuousClock().sleep(until: .now + .seconds(86_400))
        try await SuspendingClock().sleep(until: .now + .seconds(86_400))
        try await Promise.delay(for: .seconds(86_400)).value
        await #expect(throws: PromiseError.self) {
          try await Promise<Int> {
            try await Task.sleep(for: .seconds(90_000)); return 1
          }
          .timeout(after: .seconds(86_400)).value
        }
      }
    }

    @Test("X2: sleepers wake up in the order of their deadlines, in every order of jobs")
    func deadlines() async throws {
      try await explore(schedules: 200) {
        let log = Locked<[Int]>([])
        await withTaskGroup(of: Void.self) { group in
          for seconds in [3, 1, 2] {
            group.addTask {
              try? await Task.sleep(for: .seconds(seconds))
              log.withLock { $0.append(seconds) }
            }
          }
        }
        #expect(log.withLock { $0 } == [1, 2, 3])
      }
    }

    @Test("X2: tasks that sleep until the same instant wake up in any order")
    func sameInstant() async throws {
      let seen = Locked<Set<[Int]>>([])
      try await explore(schedules: 100) {
        let log = Locked<[Int]>([])
        await withTaskGroup(of: Void.self) { group in
          for number in [1, 2] {
            group.addTask {
              try? await Task.sleep(for: .milliseconds(1_500))
              log.withLock { $0.append(number) }
            }
          }
        }
        let entries = log.withLock { $0 }
        _ = seen.withLock { $0.insert(entries) }
      }
      #expect(seen.withLock { $0 } == [[1, 2], [2, 1]])
    }

    @Test("X2: the pauses of a retry and timeouts take no time")
    func timers() async throws {
      try await explore(schedules: 50) {
        let attempts = Locked(0)
        let answer = Promise<Int>.retry(maxAttempts: 5, backoff: .constant(.seconds(60))) { _ in
          let number = attempts.withLock {
            $0 += 1
            return $0
          }
          if number < 4 { throw NotYet() }
          return number
        }
        let value = try await answer.timeout(after: .seconds(3_600)).value
        #expect(value == 4)
      }
    }

    @Test("X2 T4: a ManualClock advances when everything else is idle")
    func manualClock() async throws {
      let summary = try await explore(schedules: 100) {
        let clock = ManualClock()
        let reminder = Promise.delay(for: .seconds(60), clock: clock).map { 1 }
        await clock.advance(by: .seconds(59))
        #expect(reminder.resultIfSettled == nil)
        await clock.advance(by: .seconds(1))
        #expect(reminder.resultIfSettled != nil)
      }
      #expect(summary.escapes.isEmpty)
    }

    @Test("X2 T2: a scope settles when everything else is idle", .needsTracking)
    func scope() async throws {
      let summary = try await explore(schedules: 100) {
        try await withPromiseScope { scope in
          let promise = Promise {
            try await Task.sleep(for: .seconds(5)); return 1
          }
          .map { @MainActor in $0 + 1 }
          try await scope.settle(within: .seconds(10))
          #expect(promise.resultIfSettled != nil)
        }
      }
      #expect(summary.escapes.isEmpty)
    }

    @Test("X3 H3: a run's report waits for an outside thread that is listing promises")
    func listOfPromises() async throws {
      let (registry, scope) = (Registry(), Scope(name: nil, within: nil))
      let creator = Creator(kind: "pending", name: nil, site: CallSite(#fileID, #line))
      let isOver = Locked(false)
      let records = (0..<10_000).map { Record(number: $0, creator, in: scope) }
      for record in records { registry.add(record) }
      Thread.detachNewThread {
        while !isOver.withLock({ $0 }) {
          _ = registry.census(of: scope, patience: .seconds(10))
          usleep(1_000)
        }
      }
      defer { isOver.withLock { $0 = true } }
      try await explore(schedules: 20) {
        let start = ContinuousClock.now
        let census = registry.census(of: scope, patience: .seconds(10))
        #expect(census?.count == records.count)
        #expect(start.duration(to: .now) == .zero)
      }
    }
  }
#endif
