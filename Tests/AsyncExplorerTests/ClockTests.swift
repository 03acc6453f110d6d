// Clocks and chance in an exploration.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncExplorer
  import Dispatch
  import Foundation
  import TestSupport
  import Testing

  @Suite("Clocks and chance", .timeLimit(.minutes(5)))
  struct ClockTests {
    @Test("X2: clocks and Date() tell the run's time")
    func clocks() async throws {
      try await explore(schedules: 20) {
        let (continuous, suspending, date) = (ContinuousClock.now, SuspendingClock.now, Date())
        let (boot, file) = (ProcessInfo.processInfo.systemUptime, NSDate())
        #expect(ContinuousClock.now == continuous)
        try await Task.sleep(for: .seconds(60))
        #expect(ContinuousClock.now - continuous == .seconds(60))
        #expect(SuspendingClock.now - suspending == .seconds(60))
        #expect(Date().timeIntervalSince(date) == 60)
        #expect(ProcessInfo.processInfo.systemUptime - boot == 60)
        #expect(NSDate().timeIntervalSince(file as Date) == 60)
      }
    }

    @Test("X2: every run begins at the same instant, no earlier than the exploration")
    func start() async throws {
      let (before, dates) = (Date(), Locked<Set<Date>>([]))
      let instant = ContinuousClock.now
      try await explore(schedules: 20) {
        dates.withLock { _ = $0.insert(Date()) }
        #expect(ContinuousClock.now >= instant)
        await Task.yield()
      }
      let seen = dates.withLock { $0 }
      #expect(seen.count == 1)
      #expect(seen.allSatisfy { $0 >= before })
    }

    @Test("X2: deadlines and durations are exact, on every clock")
    func exact() async throws {
      try await explore(schedules: 20) {
        let clock = ContinuousClock()
        let start = clock.now
        try await clock.sleep(until: start + .nanoseconds(1_234_567_891))
        #expect(clock.now - start == .nanoseconds(1_234_567_891))
        let second = SuspendingClock.now
        try await Task.sleep(until: second + .microseconds(3), clock: .suspending)
        #expect(SuspendingClock.now - second == .microseconds(3))
        #expect(await clock.measure { try? await Task.sleep(for: .seconds(5)) } == .seconds(5))
      }
    }

    @Test("X2: very long sleeps end, and don't trap")
    func longSleeps() async throws {
      try await explore(schedules: 5) {
        for exponent in [8, 9, 10, 15, 18] {
          let seconds = (1...exponent).reduce(1) { result, _ in result * 10 }
          try await Task.sleep(for: .seconds(seconds))
        }
        try await Task.sleep(until: .now + .seconds(Int64.max / 4), clock: .continuous)
        try await Task.sleep(nanoseconds: .max)
      }
    }

    @Test("X2 X9: children wake in order if each sleeps a millisecond longer than the one before")
    func tenChildren() async throws {
      actor Log {
        var entries: [Int] = []
        func add(_ number: Int) { entries.append(number) }
      }
      try await explore(schedules: isStressRun ? 5_000 : 1_000) {
        let log = Log()
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<10 {
            group.addTask {
              try? await Task.sleep(for: .milliseconds(10 + number))
              await log.add(number)
            }
          }
        }
        #expect(await log.entries == Array(0..<10))
      }
    }

    @Test("X2: a deadline can pass while a job is ready, and a timeout can expire during a reply")
    func early() async throws {
      let sleep = await finding {
        try await explore {
          let isReady = Locked(false)
          let task = Task {
            await Task.yield()
            isReady.withLock { $0 = true }
          }
          try await Task.sleep(for: .milliseconds(2))
          #expect(isReady.withLock { $0 })
          await task.value
        }
      }
      #expect(sleep?.kind == .recordedIssue)
      #expect(sleep?.description.contains("the deadline of task") == true)
      let timeout = await finding {
        try await explore {
          let first = await withTaskGroup(of: String.self) { group in
            group.addTask {
              for _ in 0..<3 { await Task.yield() }
              return "reply"
            }
            group.addTask {
              try? await Task.sleep(for: .milliseconds(500))
              return "timeout"
            }
            defer { group.cancelAll() }
            return await group.next()
          }
          #expect(first == "reply")
        }
      }
      #expect(timeout?.kind == .recordedIssue)
      #expect(timeout?.replay?.contains(".t") == true)
    }

    @Test("X2: the exhaustive strategy tries early deadlines, too")
    func exhaustive() async throws {
      let failure = await finding {
        try await explore(.exhaustive(preemptions: 2)) {
          let isReady = Locked(false)
          let task = Task { isReady.withLock { $0 = true } }
          try await Task.sleep(for: .milliseconds(1))
          #expect(isReady.withLock { $0 })
          await task.value
        }
      }
      #expect(failure?.kind == .recordedIssue)
    }

    @Test("X9: a limit of a second is never reached while something is ready")
    func guards() async throws {
      try await explore(schedules: isStressRun ? 5_000 : 500) {
        let isOver = Locked(false)
        let limit = Task {
          try await Task.sleep(for: .seconds(1))
          isOver.withLock { $0 = true }
        }
        for _ in 0..<20 { await Task.yield() }
        #expect(!isOver.withLock { $0 })
        limit.cancel()
      }
    }

    @Test("X9: an awaited sleep ends at most a few milliseconds early")
    func pauses() async throws {
      try await explore(schedules: isStressRun ? 5_000 : 500) {
        let isDone = Locked(false)
        let ticks = Task {
          while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(30)) }
        }
        Task {
          for _ in 0..<5 { await Task.yield() }
          isDone.withLock { $0 = true }
        }
        try await Task.sleep(for: .milliseconds(20))
        #expect(isDone.withLock { $0 })
        try await Task.sleep(for: .milliseconds(50))
        ticks.cancel()
      }
    }

    @Test("X2 X9: loops that poll a clock or a flag come to an end")
    func polls() async throws {
      try await explore(schedules: 50) {
        let end = ContinuousClock.now + .milliseconds(100)
        while ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
      }
      try await explore(schedules: 10) {
        let end = Date(timeIntervalSinceNow: 0.1)
        while Date() < end { await Task.yield() }
      }
      try await explore(schedules: 10) {
        let end = SuspendingClock.now + .milliseconds(100)
        while SuspendingClock.now < end {}
      }
      try await explore(schedules: 50) {
        let isDone = Locked(false)
        Task {
          try await Task.sleep(for: .seconds(5))
          isDone.withLock { $0 = true }
        }
        while !isDone.withLock({ $0 }) { await Task.yield() }
      }
    }

    @Test("X2: random numbers come from the run's seed, and differ between runs")
    func chance() async throws {
      func seen() async throws -> [String] {
        let seen = Locked<[String]>([])
        try await explore(schedules: 5, .random(seed: 3)) {
          var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
          let numbers = [generator.next(), UInt64.random(in: 0...(.max))]
          let text = "\(numbers) \(UUID()) \(Array(0..<9).shuffled()) \(Double.random(in: 0..<1))"
          seen.withLock { $0.append(text) }
        }
        return seen.withLock { $0 }
      }
      let first = try await seen()
      #expect(try await seen() == first)
      #expect(Set(first).count == 5)
    }

    @Test("X2 X4: a replay repeats a failure that depends on a random number")
    func replayedChance() async throws {
      let body = { @Sendable in
        let number = Int.random(in: 0..<10)
        await Task.yield()
        #expect(number != 7)
      }
      let failure = await finding { try await explore { await body() } }
      let replay = try #require(failure?.replay)
      for _ in 0..<5 {
        let again = await finding { try await explore(replay: replay) { await body() } }
        #expect(again?.kind == .recordedIssue)
      }
    }

    @Test("X2: reading Dispatch's clock, which the explorer can't replace, is reported")
    func dispatch() async throws {
      let summary = try await explore(schedules: 3) {
        _ = DispatchTime.now()
        await Task.yield()
      }
      #expect(summary.escapes == ["DispatchTime.now()"])
    }

    @Test("X7: outside explorations, clocks and chance are the system's")
    func outside() async throws {
      try await explore(schedules: 3) { try await Task.sleep(for: .seconds(86_400)) }
      let (first, date) = (ContinuousClock.now, Date())
      while ContinuousClock.now == first {}
      #expect(ContinuousClock.now - first < .seconds(80_000))
      #expect(Date().timeIntervalSince(date) < 80_000)
      #expect(UUID() != UUID())
      #expect(time(nil) > 1_700_000_000)
    }
  }
#endif
