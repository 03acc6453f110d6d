// Counting what is outstanding, and marks that must not be lost.

#if DEBUG
  import Testing
  @testable import AsyncPromises

  @Suite("Exploration of tracking", .timeLimit(.minutes(1)), .serialized)
  struct TrackingScenarios {
    @Test("T2: a wait ends once, and not before what was handed over has ended")
    func handOver() async {
      await expectOutcomes(["zero after b"]) { scenario in
        let tally = Tally(within: nil)
        let ended = StateWord(0)
        tally.enter()
        scenario.thread {
          tally.enter()
          tally.leave()
          _ = ended.replace(with: 1)
          tally.leave()
        }
        scenario.thread {
          tally.whenZero { scenario.note(ended.load() == 1 ? "zero after b" : "too early") }
        }
      }
    }

    @Test("T2: two end at the same time, in a tally and in the one around it")
    func nested() async {
      await expectOutcomes(["inner outer"]) { scenario in
        let outer = Tally(within: nil)
        let inner = Tally(within: outer)
        inner.enter()
        inner.enter()
        outer.whenZero { scenario.note("outer") }
        scenario.thread { inner.leave() }
        scenario.thread { inner.leave() }
        scenario.thread { inner.whenZero { scenario.note("inner") } }
      }
    }

    @Test("T2: a promise that is tracked ends its record once, whoever settles it")
    func record() async {
      await expectOutcomes(["won 0 zero", "won 1 zero"]) { scenario in
        let scope = Scope(name: nil, within: nil)
        let cell = Surroundings.$current.withValue(.inside(scope)) {
          ValueCell<Int>(Origin(.pending, #fileID, #line))
        }
        scope.outstanding.whenZero { scenario.note("zero") }
        scenario.thread { cell.fulfil(0, scenario) }
        scenario.thread { cell.fulfil(1, scenario) }
      }
    }

    @Test("H1: the mark of a failure that is nobody's concern is not lost while the cell is bound")
    func ignoredWhileBound() async {
      await expectOutcomes(["ignored"]) { scenario in
        let outer = scenario.watch(ValueCell<Int>())
        let inner = scenario.watch(ValueCell<Int>())
        scenario.thread { outer.markFailure(.handling) }
        scenario.thread { Trampoline.run { _ = outer.follow(inner, &$0) } }
        scenario.afterwards {
          $0.note(outer.root.departures.failureWasHandled ? "ignored" : "lost")
          Trampoline.run { _ = inner.fulfill(0, &$0) }
        }
      }
    }
  }
#endif
