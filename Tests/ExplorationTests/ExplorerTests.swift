// The explorer itself: it runs what it should, leaves out what it may, and finds what is wrong.

#if DEBUG
  import Foundation
  import Testing
  @testable import AsyncPromises

  @Suite("Explorer", .timeLimit(.minutes(10)))
  struct ExplorerTests {
    // MARK: What it runs

    @Test("two writes of one word come in either order, three in any")
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

    @Test("what is independent runs in one order: other words, and reads")
    func independence() async {
      let race = Race("", [""]) { scenario in
        let shared = StateWord(0)
        for _ in 0..<3 {
          let own = Gate()
          scenario.thread {
            _ = shared.load()
            own.open()
            // Fails, so it is a read.
            _ = shared.compareExchange(1, 2)
          }
        }
      }
      let exploration = await race.explored()
      #expect(exploration.problems == [])
      #expect(exploration.runs == 1)
    }

    @Test("the reduction leaves no outcome out", arguments: [2, 3])
    func reduction(threads: Int) async {
      // Every thread reads and adds to two words, in another order: many outcomes.
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

    @Test("threads that jobs become race with those that are there")
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

    @Test("at the level of jobs every order of jobs is run, and none is stopped in between")
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

    @Test("a gate lets pass when it is open")
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

    @Test("an update that is lost", arguments: searches)
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

    @Test("the schedule of a problem leads to it again")
    func replay() async throws {
      let problem = try #require(await Self.lostUpdate.explored().problems.first)
      let digits = try #require(problem.split(separator: " ").first { Int($0) != nil })
      let again = Explorer.replay(Self.lostUpdate, Schedule(stringLiteral: String(digits)))
      #expect(again.problems.first?.hasPrefix("'1' is not declared") == true)
      #expect(again.runs == 1)
    }

    @Test("an outcome that does not come")
    func neverSeen() async {
      let race = Race("", ["a", "b"]) { scenario in scenario.thread { scenario.note("a") } }
      #expect(await race.explored().problems == ["'b' was never seen"])
    }

    @Test("a deadlock, also one that only one order leads to")
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

    @Test("a livelock")
    func livelock() async {
      let race = Race("", [""]) { scenario in
        let word = StateWord(0)
        scenario.thread { while word.load() == 0 {} }
      }
      let problems = await race.explored().problems
      #expect(problems.first?.hasPrefix("does not end: livelock") == true, "\(problems)")
    }

    @Test("an object that is left behind, in one order only")
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

    /// What a schedule should have let go of.
    private final class Forgotten: @unchecked Sendable {
      var cells: [ValueCell<Int>] = []
    }

    @Test("a race that depends on something else")
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

    @Test("a thread that waits for something else")
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

    @Test("a fault that takes three steps in the wrong order, among eight threads, by chance")
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
