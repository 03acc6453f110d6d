// The orders that are tried.

#if ORDERS_JOBS && compiler(>=6.3)
  import TestSupport
  import Testing

  @testable import AsyncExplorer

  @Suite("Orders", .timeLimit(.minutes(5)))
  struct OrderTests {
    private struct Late: Error {}

    /// Explores a body that creates `count` tasks, each of which appends its number.
    private func sequences(
      _ strategy: ExplorationStrategy, schedules: Int = 500, count: Int = 3
    ) async throws -> (seen: [[Int]], summary: ExplorationSummary) {
      let seen = Locked<[[Int]]>([])
      let summary = try await explore(schedules: schedules, strategy) {
        let order = Locked<[Int]>([])
        await withTaskGroup(of: Void.self) { group in
          for number in 1...count { group.addTask { order.withLock { $0.append(number) } } }
        }
        let numbers = order.withLock { $0 }
        seen.withLock { $0.append(numbers) }
      }
      return (seen.withLock { $0 }, summary)
    }

    @Test(
      "X3: the first order is first come, first served",
      arguments: [
        ExplorationStrategy.mixed(seed: 7), .random(seed: 7), .pct(seed: 7),
        .exhaustive(preemptions: 1),
      ])
    func firstOrder(_ strategy: ExplorationStrategy) async throws {
      #expect(try await sequences(strategy, schedules: 1).seen == [[1, 2, 3]])
    }

    @Test(
      "X3: the same seed gives the same orders, another seed gives others",
      arguments: [
        (ExplorationStrategy.mixed(seed: 7), ExplorationStrategy.mixed(seed: 8)),
        (.random(seed: 7), .random(seed: 8)), (.pct(seed: 7), .pct(seed: 8)),
      ])
    func seeds(_ strategy: ExplorationStrategy, _ other: ExplorationStrategy) async throws {
      let first = try await sequences(strategy, schedules: 50).seen
      #expect(try await sequences(strategy, schedules: 50).seen == first)
      #expect(try await sequences(other, schedules: 50).seen != first)
    }

    @Test("X3: a seed gives the same orders on every machine")
    func ordersOfSeed() async throws {
      let seen = try await sequences(.random(seed: 1), schedules: 5).seen
      #expect(seen == [[1, 2, 3], [2, 1, 3], [3, 1, 2], [3, 1, 2], [3, 2, 1]])
    }

    @Test(
      "X3: random orders and PCT reach all six orders",
      arguments: [ExplorationStrategy.mixed(), .random(), .pct()])
    func all(_ strategy: ExplorationStrategy) async throws {
      #expect(Set(try await sequences(strategy).seen).count == 6)
    }

    @Test("X3: exhaustive exploration runs each order within the bound once, and is then complete")
    func exhaustive() async throws {
      let none = try await sequences(.exhaustive(preemptions: 0))
      #expect(none.seen == [[1, 2, 3]])
      #expect(none.summary.isComplete)
      let one = try await sequences(.exhaustive(preemptions: 1))
      #expect(Set(one.seen) == [[1, 2, 3], [2, 1, 3], [3, 1, 2], [1, 3, 2]])
      let two = try await sequences(.exhaustive(preemptions: 2))
      #expect(Set(two.seen).count == 6)
      #expect(two.summary.isComplete)
      #expect(two.summary.schedules == two.seen.count)
      let few = try await sequences(.exhaustive(preemptions: 2), schedules: 3)
      #expect(few.summary.schedules == 3)
      #expect(!few.summary.isComplete)
    }

    private actor Flag {
      private(set) var isRaised = false
      private var waiting: [UnsafeContinuation<Void, Never>] = []

      func park() async { await withUnsafeContinuation { waiting.append($0) } }

      func raise() {
        isRaised = true
        for continuation in waiting { continuation.resume() }
      }
    }

    @Test("X3: `isComplete` covers only hops that the compiler hasn't merged, as the article says")
    func mergedHops() async throws {
      func waitApart(for flag: Flag) async {
        if await flag.isRaised { return }
        await Task.yield()
        await flag.park()
      }
      func waitMerged(for flag: Flag) async {
        if await flag.isRaised { return }
        await flag.park()
      }
      let summary = try await explore(.exhaustive(preemptions: 3)) {
        let flag = Flag()
        async let isOver: Void = flag.raise()
        await isOver
      }
      #expect(summary.preemptions == 3)
      #expect(summary.hops > 0)
      #expect(summary.description.contains("all those with up to 3 preemptions"))
      do {
        try await explore(.exhaustive(preemptions: 3), longestWait: .zero) {
          let flag = Flag()
          async let isOver: Void = waitMerged(for: flag)
          await flag.raise()
          await isOver
        }
      } catch let failure as ExplorationFailure {
        // A build that measures coverage keeps the hop, so the fault can happen.
        #expect(failure.kind == .hung)
      }
      let failure = await finding {
        try await explore(.exhaustive(preemptions: 3), longestWait: .zero) {
          let flag = Flag()
          async let isOver: Void = waitApart(for: flag)
          await flag.raise()
          await isOver
        }
      }
      #expect(failure?.kind == .hung)
    }

    @Test("X3: PCT delays one task for a long time, which random orders hardly ever do")
    func longDelay() async throws {
      let body = { @Sendable in
        let order = Locked(0)
        async let late: Void = { order.withLock { if $0 < 15 { $0 = 100 } } }()
        async let many: Void = {
          for _ in 0..<16 {
            await Task.yield()
            order.withLock { $0 += 1 }
          }
        }()
        _ = await (late, many)
        if order.withLock({ $0 }) < 100 { throw Late() }
      }
      try await explore(schedules: 20, .random()) { try await body() }
      let failure = await finding {
        try await explore(schedules: 20, .pct(depth: 1)) { try await body() }
      }
      #expect(failure?.error is Late)
    }

    @Test("X3: a task that polls for the work of other tasks doesn't keep them from doing it")
    func polls() async throws {
      for strategy in [ExplorationStrategy.mixed(), .random(), .pct(), .exhaustive(preemptions: 1)]
      {
        try await explore(schedules: 100, strategy) {
          let isDone = Locked(false)
          let task = Task {
            await Task.yield()
            isDone.withLock { $0 = true }
          }
          while !isDone.withLock({ $0 }) { await Task.yield() }
          await task.value
        }
      }
    }

    @Test("An exploration with a time limit uses real time and has at least one run")
    func forTime() async throws {
      let one = try await explore(for: .zero) { await Task.yield() }
      #expect(one.schedules == 1)
      let start = ContinuousClock.now
      let many = try await explore(for: .milliseconds(50)) { await Task.yield() }
      #expect(many.schedules >= 1)
      #expect(ContinuousClock.now - start >= .milliseconds(50))
    }

    @Test("A cancelled caller stops after the current run")
    func cancelledCaller() async throws {
      let runs = Locked(0)
      let task = Task {
        try await explore(schedules: 1_000_000_000) {
          runs.withLock { $0 += 1 }
          await Task.yield()
        }
      }
      while runs.withLock({ $0 }) == 0 { await Task.yield() }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("Invalid arguments trap")
    func wrongArguments() async {
      await #expect(processExitsWith: .failure) { _ = try? await explore(schedules: 0) {} }
      await #expect(processExitsWith: .failure) { _ = ExplorationStrategy.pct(depth: 0) }
      await #expect(processExitsWith: .failure) {
        _ = ExplorationStrategy.exhaustive(preemptions: -1)
      }
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { try? await explore(replay: "f2-1") {} }
      #if DEBUG
        // An optimized build traps without a sentence.
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains(/OrderTests.swift:\d+: "f2-1" is not a schedule/))
      #else
        #expect(result != nil)
      #endif
      await #expect(processExitsWith: .failure) { _ = try? await exploreCancellation(orders: 0) {} }
    }
  }

  @Suite("Schedule")
  struct ScheduleTests {
    @Test("X4: a parsed schedule has the text from which it was parsed")
    func text() throws {
      for text in ["f2", "f2-0.1", "r2-3.0-17.12", "f2s17-4.t-5.1", "f2c3", "r2s9c12-0.t"] {
        #expect(try #require(Schedule(text: text)).text == text)
      }
    }

    @Test(
      "Any other text isn't a schedule",
      arguments: [
        "", "f", "f1", "f1-1.1", "x2", "f2-", "f2-1", "f2-1.-1", "f2-a.1", "f2-2.1-2.1",
        "f2-3.1-2.1", "f2-1.1.1", "f2s", "f2s0", "f2c", "f2c0", "f2c1s1", "f2-1.u", "f2s1-1.1 ",
        "f2-99999999999999999999.1",
      ])
    func wrongText(_ text: String) { #expect(Schedule(text: text) == nil) }

    /// The choices of a run: `number` choices between two jobs, where the rule takes the first.
    private func choices(_ schedule: Schedule, _ number: Int) -> [Choice] {
      let indices = Dictionary(
        uniqueKeysWithValues: schedule.deviations.map { ($0.choice, $0.index) })
      return (0..<number).map { Choice(count: 2, running: 0, taken: indices[$0] ?? 0) }
    }

    @Test("X4: shrinking finds the fewest deviations, wherever the failing order has them")
    func shrinking() {
      var runs = 0
      let shrinking = Shrinking { schedule in
        runs += 1
        let fails = schedule.deviations.contains { $0.choice == 3 }
        return .init(choices: self.choices(schedule, 8), fails: fails)
      }
      let long = (0..<8).map { _ in Choice(count: 2, running: 0, taken: 1) }
      #expect(shrinking.shortest(long).text == "f2-3.1")
      #expect(runs < 40)
    }

    @Test("X4: shrinking keeps two deviations that are needed together")
    func shrinkingToTwo() {
      let shrinking = Shrinking { schedule in
        let choices = Set(schedule.deviations.map(\.choice))
        return .init(
          choices: self.choices(schedule, 30), fails: choices.isSuperset(of: [4, 20]))
      }
      let long = (0..<30).map { _ in Choice(count: 2, running: 0, taken: 1) }
      #expect(shrinking.shortest(long).text == "f2-4.1-20.1")
    }

    @Test("X4: shrinking removes deviations that are needed only because of one another")
    func shrinkingByGroups() {
      let shrinking = Shrinking { schedule in
        let choices = Set(schedule.deviations.map(\.choice))
        // 7 undoes what 3 does, and vice versa.
        let fails =
          choices.isSuperset(of: [1, 12, 20]) && choices.contains(3) == choices.contains(7)
        return .init(choices: self.choices(schedule, 30), fails: fails)
      }
      let long = (0..<30).map { _ in Choice(count: 2, running: 0, taken: 1) }
      #expect(shrinking.shortest(long).text == "f2-1.1-12.1-20.1")
    }

    @Test("X4: an order is written with the rule that makes its text shorter")
    func rules() {
      let running = [
        Choice(count: 2, running: 1, taken: 1), Choice(count: 3, running: 2, taken: 2),
      ]
      #expect(Schedule(.running, of: running).text == "r2")
      #expect(Schedule(.first, of: running).text == "f2-0.1-1.2")
    }
  }
#endif
