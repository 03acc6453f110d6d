// Nobody waits for a thread that is stopped in the middle of a call.

#if DEBUG
  import Testing
  @testable import AsyncPromises

  @Suite("Stopped threads", .timeLimit(.minutes(10)))
  struct StoppedThreadTests {
    enum Call: CaseIterable {
      case settle, observe, bind, cancel, wait
    }

    /// Two promises, and what threads do with them.
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

    @Test("A6: a thread that is stopped at any access holds nobody up", arguments: Call.allCases)
    func stopped(in call: Call) async {
      let race = Race("", ["ended"]) { scenario in
        let subject = Subject(scenario: scenario)
        scenario.thread { subject.make(call) }
        scenario.thread {
          for call in Call.allCases { subject.make(call) }
          scenario.note("ended")
        }
      }
      // One preemption: the thread that it stops goes on when all others have come to their ends.
      // One of them that spun meanwhile would not end, one that blocked would not come back.
      let exploration = await race.explored(.preemptions(1))
      #expect(exploration.problems == [])
    }

    @Test("H3: a report does not wait for a thread that is stopped in the list of promises")
    func report() async {
      let race = Race("", ["answered", "busy"]) { scenario in
        scenario.leavesWords()
        let registry = Registry()
        let scope = Scope(name: nil, within: nil)
        let maker = Maker(kind: .pending, name: nil, site: Site(#fileID, #line))
        scenario.thread { registry.tell(Record(number: 1, maker, in: scope)) }
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
