// Following: binding, moving, withdrawing through relays, and rings.

#if DEBUG
  import Testing
  @testable import AsyncPromises

  @Suite("Exploration of follow", .timeLimit(.minutes(1)), .serialized)
  struct FollowScenarios {
    @Test("A3: the consumers of the outer promise get the inner one's outcome")
    func followSettleAttach() async {
      await expectOutcomes(["a=1 b=1 won 1"]) { scenario in
        let (outer, inner) = scenario.cells()
        let (early, late) = (scenario.probe("a"), scenario.probe("b"))
        early.attach(to: outer)
        scenario.thread { outer.follow(inner) }
        scenario.thread { inner.fulfil(1, scenario) }
        scenario.thread { late.attach(to: outer) }
      }
    }

    @Test("A2 A3: bound or settled, whichever comes first")
    func followSettle() async {
      await expectOutcomes(["a=1 won 1", "a=2 won 1 won 2"]) { scenario in
        let (outer, inner) = scenario.cells()
        let probe = scenario.probe("a")
        probe.attach(to: outer)
        scenario.thread { outer.follow(inner) }
        scenario.thread { inner.fulfil(1, scenario) }
        scenario.thread { outer.fulfil(2, scenario) }
      }
    }

    @Test("A3: of two who follow one stays bound")
    func followFollow() async {
      await expectOutcomes(["a=1 won 1 won 2", "a=2 won 1 won 2"]) { scenario in
        let (outer, first) = scenario.cells()
        let second = scenario.watch(ValueCell<Int>())
        let probe = scenario.probe("a")
        probe.attach(to: outer)
        scenario.thread { outer.follow(first) }
        scenario.thread { outer.follow(second) }
        scenario.afterwards {
          first.fulfil(1, $0)
          second.fulfil(2, $0)
        }
      }
    }

    @Test("A3 E2: cancelling the outer promise withdraws from the inner one, early or late")
    func followCancel() async {
      await expectOutcomes(["a=cancelled cancelled inner=cancelled"]) { scenario in
        let (outer, inner) = scenario.cells()
        let probe = scenario.probe("a")
        probe.attach(to: outer)
        scenario.thread { outer.follow(inner) }
        scenario.thread { outer.cancel(scenario) }
        scenario.afterwards { $0.note("inner=\(state(of: inner))") }
      }
    }

    @Test("A3 E2: an inner promise that somebody else wants goes on")
    func followCancelShared() async {
      await expectOutcomes(["a=cancelled b=1 cancelled won 1"]) { scenario in
        let (outer, inner) = scenario.cells()
        let (probe, other) = (scenario.probe("a"), scenario.probe("b"))
        probe.attach(to: outer)
        other.attach(to: inner)
        scenario.thread { outer.follow(inner) }
        scenario.thread { outer.cancel(scenario) }
        scenario.afterwards { inner.fulfil(1, $0) }
      }
    }

    @Test("A3: two links of one chain, made in any order, with a settle")
    func followChain() async {
      await expectOutcomes(["a=1 b=1 won 1"]) { scenario in
        let (outer, middle) = scenario.cells()
        let inner = scenario.watch(ValueCell<Int>())
        let (first, second) = (scenario.probe("a"), scenario.probe("b"))
        first.attach(to: outer)
        second.attach(to: middle)
        scenario.thread { outer.follow(middle) }
        scenario.thread { middle.follow(inner) }
        scenario.thread { inner.fulfil(1, scenario) }
      }
    }

    @Test("A3: a consumer leaves while it moves")
    func followLeave() async {
      await expectOutcomes([
        "a left b=1 won 1", "a=1 b=1 won 1",
      ]) { scenario in
        let (outer, inner) = scenario.cells()
        let (probe, other) = (scenario.probe("a"), scenario.probe("b"))
        probe.attach(to: outer)
        other.attach(to: outer)
        scenario.thread { outer.follow(inner) }
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.thread { inner.fulfil(1, scenario) }
      }
    }

    @Test("E2: the last interest leaves while it moves, and takes the inner promise along")
    func followLeaveLast() async {
      await expectOutcomes(["a left inner=cancelled outer=cancelled"]) { scenario in
        let (outer, inner) = scenario.cells()
        let probe = scenario.probe("a")
        probe.attach(to: outer)
        scenario.thread { outer.follow(inner) }
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.afterwards {
          $0.note("inner=\(state(of: inner))")
          $0.note("outer=\(state(of: outer))")
        }
      }
    }

    @Test("A7: the orphan of a loop is dissolved while its consumer leaves")
    func orphan() async {
      await expectOutcomes(["a=1 won 1", "a left inner=cancelled", "a left won 1"]) { scenario in
        let outer = scenario.watch(ValueCell<Int>())
        let inner = scenario.watch(ValueCell<Int>())
        let last = scenario.watch(ValueCell<Int>())
        let probe = scenario.probe("a")
        probe.attach(to: outer)
        outer.follow(inner)
        let handle = Handle(outer)
        scenario.thread { handle.drop() }
        scenario.thread {
          inner.follow(last)
          last.fulfil(1, scenario)
        }
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.afterwards {
          if last.outcome == nil || state(of: last) == "cancelled" { $0.note("inner=cancelled") }
        }
      }
    }

    @Test("A3: opposite links become a ring that is refused")
    func ringOfTwo() async {
      await expectOutcomes(["a=failed b=failed"]) { scenario in
        let (one, two) = scenario.cells()
        let (first, second) = (scenario.probe("a"), scenario.probe("b"))
        first.attach(to: one)
        second.attach(to: two)
        scenario.thread { one.follow(two) }
        scenario.thread { two.follow(one) }
      }
    }

    @Test("A3: a ring of three that three threads close together")
    func ringOfThree() async {
      await expectOutcomes(["a=failed b=failed c=failed"], bound: 1) { scenario in
        let cells = (0..<3).map { _ in scenario.watch(ValueCell<Int>()) }
        for (name, cell) in zip(["a", "b", "c"], cells) { scenario.probe(name).attach(to: cell) }
        for index in 0..<3 {
          scenario.thread { cells[index].follow(cells[(index + 1) % 3]) }
        }
      }
    }
  }

  /// A reference that a thread of a scenario drops.
  private final class Handle: @unchecked Sendable {
    private var cell: Cell?
    init(_ cell: Cell) { self.cell = cell }
    func drop() { cell = nil }
  }

  private func state(of cell: ValueCell<Int>) -> String {
    switch cell.outcome {
    case nil: "pending"
    case .success(let value): "\(value)"
    case .failure(is CancellationError): "cancelled"
    case .failure: "failed"
    }
  }

  extension Scenario {
    fileprivate func cells() -> (ValueCell<Int>, ValueCell<Int>) {
      (watch(ValueCell<Int>()), watch(ValueCell<Int>()))
    }

    fileprivate func probe(_ name: String) -> Probe {
      watch(Probe(name, self))
    }
  }
#endif
