// Settling, attaching and leaving, on one cell.

#if DEBUG
  import Testing
  @testable import AsyncPromises

  @Suite("Exploration of settle, attach and leave", .timeLimit(.minutes(1)), .serialized)
  struct SettleScenarios {
    @Test("A2: of two settlers one wins")
    func settleSettle() async {
      await expectOutcomes(["won 0", "won 1"]) { scenario in
        let cell = scenario.watch(ValueCell<Int>())
        scenario.thread { cell.fulfil(0, scenario) }
        scenario.thread { cell.fulfil(1, scenario) }
      }
    }

    @Test("a consumer is told once, whenever it comes")
    func settleSettleAttach() async {
      await expectOutcomes(["a=0 won 0", "a=1 won 1"]) { scenario in
        let cell = scenario.watch(ValueCell<Int>())
        let probe = scenario.watch(Probe("a", scenario))
        scenario.thread { cell.fulfil(0, scenario) }
        scenario.thread { cell.fulfil(1, scenario) }
        scenario.thread { probe.attach(to: cell) }
      }
    }

    @Test("A5: what was read once is read for ever")
    func settleRead() async {
      await expectOutcomes(["nil nil won 0", "0 nil won 0", "0 0 won 0"]) { scenario in
        let cell = scenario.watch(ValueCell<Int>())
        scenario.thread { cell.fulfil(0, scenario) }
        scenario.thread {
          let first = cell.outcome
          let second = cell.outcome
          if first != nil {
            scenario.note(second == nil ? "lost" : "0")
          } else {
            scenario.note("nil")
          }
          scenario.note(second == nil ? "nil" : "0")
        }
      }
    }

    @Test("C2 C3: a consumer that leaves is told or has left, never both")
    func settleAttachLeave() async {
      await expectOutcomes(["a=0 won 0", "a left won 0", "a never came won 0"]) { scenario in
        let cell = scenario.watch(ValueCell<Int>())
        let probe = scenario.watch(Probe("a", scenario))
        scenario.thread { cell.fulfil(0, scenario) }
        scenario.thread { probe.attach(to: cell) }
        scenario.thread { probe.leave(byCancellation: false) }
      }
    }

    @Test("C2: leaving twice is leaving once, and others don't notice")
    func leaveLeave() async {
      await expectOutcomes(["a=0 b=0 won 0", "a left b=0 won 0"]) { scenario in
        let cell = scenario.watch(ValueCell<Int>())
        let probe = scenario.watch(Probe("a", scenario))
        let other = scenario.watch(Probe("b", scenario))
        probe.attach(to: cell)
        other.attach(to: cell)
        scenario.thread { probe.leave(byCancellation: false) }
        scenario.thread { probe.leave(byCancellation: false) }
        scenario.thread { cell.fulfil(0, scenario) }
      }
    }

    @Test("pruning loses nobody who comes meanwhile")
    func leaveAttachSettle() async {
      await expectOutcomes(["a=0 b=0 c=0 won 0", "a left b=0 c=0 won 0"]) { scenario in
        let cell = scenario.watch(ValueCell<Int>())
        let probe = scenario.watch(Probe("a", scenario))
        let other = scenario.watch(Probe("b", scenario))
        let late = scenario.watch(Probe("c", scenario))
        probe.attach(to: cell)
        other.attach(to: cell)
        scenario.thread { probe.leave(byCancellation: false) }
        scenario.thread { late.attach(to: cell) }
        scenario.thread { cell.fulfil(0, scenario) }
      }
    }

    @Test("E2: the last consumer to be cancelled takes the cell along, a new one saves it")
    func cancelledInterest() async {
      await expectOutcomes(["a left b=1 c left won 1", "a left b=cancelled c left"]) { scenario in
        let cell = scenario.watch(ValueCell<Int>())
        let probes = ["a", "c"].map { scenario.watch(Probe($0, scenario)) }
        let late = scenario.watch(Probe("b", scenario))
        for probe in probes { probe.attach(to: cell) }
        for probe in probes { scenario.thread { probe.leave(byCancellation: true) } }
        scenario.thread { late.attach(to: cell) }
        scenario.afterwards { cell.fulfil(1, $0) }
      }
    }

    @Test("E2: withdrawn interest against a settle and a cancellation")
    func interestSettleCancel() async {
      await expectOutcomes([
        "a left won 1", "a=1 won 1", "a left", "a left cancelled", "a=cancelled cancelled",
      ]) { scenario in
        let cell = scenario.watch(ValueCell<Int>())
        let probe = scenario.watch(Probe("a", scenario))
        probe.attach(to: cell)
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.thread { cell.fulfil(1, scenario) }
        scenario.thread { cell.cancel(scenario) }
      }
    }

    @Test("E1: an observer of cancellations is told once, or dropped")
    func observer() async {
      await expectOutcomes(["cancelled told", "won 1"]) { scenario in
        let cell = scenario.watch(ValueCell<Int>())
        scenario.thread {
          Trampoline.run { trampoline in
            cell.observe(.cancellation, &trampoline) { _ in scenario.note("told") }
          }
        }
        scenario.thread { cell.cancel(scenario) }
        scenario.thread { cell.fulfil(1, scenario) }
      }
    }
  }
#endif
