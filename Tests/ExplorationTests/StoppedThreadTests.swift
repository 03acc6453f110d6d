// No thread waits for one that is stopped in the middle of a call.

#if DEBUG
  import Testing
  @testable import AsyncPromises
  @testable import AsyncPromisesTracking

  @Suite("Stopped threads", .timeLimit(.minutes(10)))
  struct StoppedThreadTests {
    enum Call: CaseIterable {
      case settle, observe, bind, cancel, wait
    }

    /// Two promises, and the calls that threads make on them.
    struct Subject {
      let inner = ValueCell<Int>()
      let outer = ValueCell<Int>()
      let scenario: Scenario

      func make(_ call: Call) {
        switch call {
        case .settle: inner.fulfil()
        case .observe: Recipient().attach(to: outer)
        case .bind: outer.follow(inner)
        case .cancel: Promise(cell: outer).cancel()
        case .wait: scenario.task { _ = await Promise(cell: outer).result }
        }
      }
    }

    /// A consumer that records its fate.
    private final class Consumer: Recipient, @unchecked Sendable {
      private(set) var fate: String?

      override func note(_ fate: Recipient.Fate) {
        if case .told = fate { self.fate = "told" } else { self.fate = "left" }
      }
    }

    @Test("A6: a thread that is stopped at any access delays no other", arguments: Call.allCases)
    func stopped(in call: Call) async {
      let race = Race("", ["ended"]) { scenario in
        let subject = Subject(scenario: scenario)
        scenario.thread { subject.make(call) }
        scenario.thread {
          for call in Call.allCases { subject.make(call) }
          scenario.note("ended")
        }
      }
      // With one preemption, the stopped thread continues only after all others have ended. If one
      // of them spun or blocked to wait for it, the schedule would never end.
      let exploration = await race.explored(.preemptions(1))
      #expect(exploration.problems == [])
    }

    @Test("A6: a waiter that is stopped while it leaves doesn't keep the outcome from others")
    func waiterLeaves() async {
      let race = Race("", ["left told", "told told"]) { scenario in
        let cell = ValueCell<Int>()
        let (leaving, staying) = (Consumer(), Consumer())
        for consumer in [leaving, staying] { consumer.attach(to: cell) }
        scenario.thread { leaving.leave(byCancellation: false) }
        scenario.thread {
          cell.fulfil()
          // Right away, not when the first thread continues.
          scenario.note(staying.fate ?? "waits")
        }
        scenario.afterwards { scenario.note(leaving.fate ?? "waits") }
      }
      let exploration = await race.explored()
      #expect(exploration.problems == [])
    }

    @Test(
      "E1 C4: seven threads that are stopped while they raise a task don't hide it from cancel()")
    func crowdedTask() async {
      let race = Race("", ["cancelled stopped"]) { scenario in
        let task = WorkTask { while !Task.isCancelled { await Task.yield() } }
        let cell = ValueCell<Int>()
        cell.wait(for: task)
        for _ in 0..<7 { scenario.thread { _ = cell.task } }
        scenario.thread {
          cell.cancel(scenario)
          if task.isCancelled { scenario.note("stopped") }
        }
        scenario.afterwards { task.cancel() }
      }
      // Each of the seven starts, reads the word and counts itself. Then the eighth runs.
      let stops = (0..<7).flatMap { [$0, $0, $0] } + [7]
      let exploration = Explorer.replay(race, Schedule(stops))
      #expect(exploration.problems == [])
    }

    @Test("A3: following a long chain takes as many steps as following a short one")
    func followUnderChain() async {
      var steps: Set<Int> = []
      for length in [1, 10, 100] {
        let race = Race("", [""]) { scenario in
          let cells = scenario.cells(length + 2)
          for index in 1...length { cells[index].follow(cells[index + 1]) }
          let consumer = Recipient()
          consumer.attach(to: cells[0])
          scenario.thread { cells[0].follow(cells[1]) }
          scenario.afterwards { cells[length + 1].fulfil() }
        }
        let exploration = await race.explored(.preemptions(0))
        #expect(exploration.problems == [])
        steps.insert(exploration.longest)
      }
      #expect(steps.count == 1, "\(steps)")
    }

    @Test("H3: a report doesn't wait for a thread that is stopped in the list of promises")
    func report() async {
      let race = Race("", ["answered", "busy"]) { scenario in
        scenario.leavesWords()
        let registry = Registry()
        let scope = Scope(name: nil, within: nil)
        let creator = Creator(kind: "pending", name: nil, site: CallSite(#fileID, #line))
        scenario.thread { registry.add(Record(number: 1, creator, in: scope)) }
        scenario.thread {
          let answer = registry.census(of: scope, patience: .zero)
          scenario.note(answer == nil ? "busy" : "answered")
        }
      }
      let exploration = await race.explored(.preemptions(1))
      #expect(exploration.problems == [])
    }
  }
#endif
