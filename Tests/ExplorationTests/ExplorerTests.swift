// The explorer itself: it runs all necessary schedules, skips redundant ones, and finds problems.

#if DEBUG
  import Foundation
  import Testing
  @testable import AsyncPromises

  @Suite("Explorer", .timeLimit(.minutes(10)))
  struct ExplorerTests {
    // MARK: What it runs

    @Test("writes to one word happen in every order")
    func orders() async {
      for (threads, orders) in [(1, 1), (2, 2), (3, 6), (4, 24)] {
        let race = Race("", ["\(threads)"]) { scenario in
          let word = StateWord(0)
          for _ in 0..<threads { scenario.thread { word.add(1) } }
          scenario.afterwards { scenario.note("\(word.load())") }
        }
        let exploration = await race.explored()
        #expect(exploration.problems == [])
        #expect((exploration.schedules, exploration.pruned) == (orders, 0))
        #expect(exploration.threads == threads)
      }
    }

    @Test("independent steps run in one order: accesses to different words, and reads")
    func independence() async {
      let race = Race("", [""]) { scenario in
        let shared = StateWord(0)
        for _ in 0..<3 {
          let own = Gate()
          scenario.thread {
            _ = shared.load()
            own.open()
            // The exchange fails, so it counts as a read.
            _ = shared.compareExchange(1, 2)
          }
        }
      }
      let exploration = await race.explored()
      #expect(exploration.problems == [])
      #expect(exploration.runs == 1)
    }

    @Test("the reduction loses no outcome", arguments: [2, 3])
    func reduction(threads: Int) async {
      // Every thread accesses two words, in a different order, so there are many outcomes.
      let race = Race("", []) { scenario in
        let one = StateWord(0)
        let other = StateWord(0)
        for index in 0..<threads {
          scenario.thread {
            let seen = index == 0 ? one.add(1) : other.load()
            let success = index == 1 ? one.compareExchange(seen, 7) : other.compareExchange(0, 5)
            scenario.note("T\(index) \(seen) \(success)")
          }
        }
        scenario.afterwards { scenario.note("\(one.load()) \(other.load())") }
      }
      let reduced = await race.explored()
      let full = await race.explored(.unreduced)
      #expect(reduced.outcomes == full.outcomes)
      #expect(reduced.outcomes.count > 2)
      #expect(reduced.runs < full.runs)
    }

    @Test("jobs become threads that race with the existing ones")
    func jobs() async {
      let race = Race("", ["1 first", "2 first"]) { scenario in
        let word = StateWord(0)
        @Sendable func claim(_ number: UInt64) {
          if word.compareExchange(0, number) { scenario.note("\(number) first") }
        }
        scenario.thread {
          scenario.task { claim(1) }
          claim(2)
        }
      }
      let exploration = await race.explored()
      #expect(exploration.problems == [])
      #expect(exploration.threads == 2)
    }

    @Test("at the level of jobs, every order of jobs is run, and no job is interrupted")
    func levelOfJobs() async {
      let race = Race("", ["12", "21"], level: .jobs) { scenario in
        let word = StateWord(0)
        for digit in [1, 2] as [UInt64] {
          scenario.thread {
            let seen = word.load()
            _ = word.exchange(seen * 10 + digit)
          }
        }
        scenario.afterwards { scenario.note("\(word.load())") }
      }
      let exploration = await race.explored()
      #expect(exploration.problems == [])
      #expect(exploration.runs == 2)
    }

    @Test("a gate lets a thread pass once it is open")
    func gate() async {
      let race = Race("", ["1"]) { scenario in
        let gate = Gate()
        let word = StateWord(0)
        scenario.thread {
          scenario.pass(gate)
          scenario.note("\(word.load())")
        }
        scenario.thread {
          word.add(1)
          gate.open()
        }
      }
      #expect(await race.explored().problems == [])
    }

    // MARK: What it finds

    @Test("it finds a lost update", arguments: searches)
    func lostUpdate(_ search: Explorer.Search) async throws {
      let exploration = await Self.lostUpdate.explored(search)
      let problem = try #require(exploration.problems.first)
      #expect(problem.hasPrefix("'1' is not declared; schedule "), "\(problem)")
      #expect(problem.contains("T0 reads 1, T1 starts, T1 reads 1"), "\(problem)")
    }

    private static let searches: [Explorer.Search] = [
      .everything, .unreduced, .preemptions(1), .random(50, seed: 1),
    ]

    private static let lostUpdate = Race("", ["2"]) { scenario in
      let word = StateWord(0)
      for _ in 0..<2 {
        scenario.thread { _ = word.exchange(word.load() + 1) }
      }
      scenario.afterwards { scenario.note("\(word.load())") }
    }

    @Test("replaying the schedule of a problem leads to the problem again")
    func replay() async throws {
      let problem = try #require(await Self.lostUpdate.explored().problems.first)
      let digits = try #require(problem.split(separator: " ").first { Int($0) != nil })
      let again = Explorer.replay(Self.lostUpdate, Schedule(stringLiteral: String(digits)))
      #expect(again.problems.first?.hasPrefix("'1' is not declared") == true)
      #expect(again.runs == 1)
    }

    @Test("it finds a declared outcome that never occurs")
    func neverSeen() async {
      let race = Race("", ["a", "b"]) { scenario in scenario.thread { scenario.note("a") } }
      #expect(await race.explored().problems == ["'b' was never seen"])
    }

    @Test("it finds a deadlock, even if only one order leads to it")
    func deadlock() async {
      let race = Race("", [""]) { scenario in
        let gate = Gate()
        let word = StateWord(0)
        scenario.thread { scenario.pass(gate) }
        scenario.thread { if word.add(1) == 1 { gate.open() } }
        scenario.thread { word.add(1) }
      }
      let problems = await race.explored().problems
      #expect(problems.count == 1)
      #expect(problems.first?.hasPrefix("comes to a halt: deadlock") == true, "\(problems)")
    }

    @Test("it finds a livelock")
    func livelock() async {
      let race = Race("", [""]) { scenario in
        let word = StateWord(0)
        scenario.thread { while word.load() == 0 {} }
      }
      let problems = await race.explored().problems
      #expect(problems.first?.hasPrefix("does not end: livelock") == true, "\(problems)")
    }

    @Test("it finds an object that leaks, even if in only one order")
    func leak() async {
      let forgotten = Forgotten()
      let race = Race("", [""]) { scenario in
        let cell = ValueCell<Int>()
        let word = StateWord(0)
        scenario.thread { if word.add(1) == 2 { forgotten.cells.append(cell) } }
        scenario.thread { word.add(1) }
      }
      let problems = await race.explored().problems
      #expect(problems.first?.hasPrefix("'leaked' is not declared") == true, "\(problems)")
    }

    /// Retains objects that a schedule should have released.
    private final class Forgotten: @unchecked Sendable {
      var cells: [ValueCell<Int>] = []
    }

    @Test("it finds a race that depends on more than the schedule")
    func determinism() async {
      let counter = Counter()
      let race = Race("", [""]) { scenario in
        let words = [Gate(), Gate()]
        scenario.thread { if counter.next() % 2 == 0 { words[0].open() } else { words[1].look() } }
      }
      let problems = await race.explored().problems
      #expect(problems.first?.hasPrefix("is not deterministic") == true, "\(problems)")
    }

    private final class Counter: @unchecked Sendable {
      private var value = 0

      func next() -> Int {
        value += 1
        return value
      }
    }

    @Test("it finds a thread that waits for something unknown to the explorer")
    func elsewhere() async {
      let race = Race("", [""]) { scenario in
        let word = StateWord(0)
        scenario.thread {
          word.add(1)
          DispatchSemaphore(value: 0).wait()
        }
      }
      let exploration = await race.explored(patience: .seconds(1))
      let problem = exploration.problems.first
      #expect(problem?.hasPrefix("waits for something that the explorer") == true)
    }

    @Test("random schedules of eight threads find a fault that takes three steps in order")
    func depth() async {
      let race = Race("", [""]) { scenario in
        let word = StateWord(0)
        for _ in 0..<6 { scenario.thread { _ = word.compareExchange(9, 9) } }
        scenario.thread {
          if word.compareExchange(0, 1), word.compareExchange(2, 3) { scenario.note("reached") }
        }
        scenario.thread { _ = word.compareExchange(1, 2) }
      }
      let exploration = await race.explored(.random(2_000, seed: 7))
      #expect(exploration.problems.first?.hasPrefix("'reached' is not declared") == true)
    }
  }
#endif
