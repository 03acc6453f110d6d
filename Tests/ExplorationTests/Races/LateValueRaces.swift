// Late values: a value arrives while those who want it leave. It goes to exactly one of them, or to
// `onLateValue`.

#if DEBUG
  @testable import AsyncPromises

  extension Race {
    static let lateValues: [Race] = [
      Race(
        "H1 E2: a value arrives while its only consumer leaves",
        ["a left late 1", "a=1"]
      ) { scenario in
        let work = scenario.owedValue()
        let probe = scenario.probe("a", of: work)
        scenario.thread { work.arrive(1) }
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.afterwards { work.drop() }
      },

      Race(
        "H1 C2: a value arrives while a waiter that only looks leaves, and nobody looks again",
        ["a left late 1", "a=1"]
      ) { scenario in
        let work = scenario.owedValue()
        let probe = scenario.probe("a", of: work)
        scenario.thread { work.arrive(1) }
        scenario.thread { probe.leave(byCancellation: false) }
        scenario.afterwards { work.drop() }
      },

      Race(
        "H1 A5: a value arrives while its only consumer leaves, and somebody may read it",
        ["a left late 1", "a left read 1", "a=1", "a=1 read 1"]
      ) { scenario in
        let work = scenario.owedValue()
        let probe = scenario.probe("a", of: work)
        scenario.thread { work.arrive(1) }
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.thread { if work.fact == "1" { scenario.note("read 1") } }
        scenario.afterwards { work.drop() }
      },

      Race(
        "G2 H1: a value arrives as a limit passes",
        ["late 1 limited=failed", "limited=1"]
      ) { scenario in
        let work = scenario.owedValue()
        let limited = work.mirror()
        scenario.thread { work.arrive(1) }
        scenario.thread { limited.object?.fail() }
        scenario.afterwards {
          scenario.note("limited=\(limited.fact)")
          work.drop()
          limited.drop()
        }
      },

      Race(
        "G2 H1: a value passes two limits while the last consumer leaves",
        ["a left late 1", "a=1"]
      ) { scenario in
        let work = scenario.owedValue()
        let limited = work.mirror().mirror()
        let probe = scenario.probe("a", of: limited)
        scenario.thread { work.arrive(1) }
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.afterwards {
          work.drop()
          limited.drop()
        }
      },

      Race(
        "A3 H1: a value passes a binding while the outer promise is cancelled",
        ["cancelled late 1", "outer=1"]
      ) { scenario in
        let (work, outer) = (scenario.owedValue(), Handle(ValueCell<Int>()))
        work.object.map { outer.object?.follow($0) }
        scenario.thread { work.arrive(1) }
        scenario.thread { outer.object?.cancel(scenario) }
        scenario.afterwards {
          if outer.fact == "1" { scenario.note("outer=1") }
          work.drop()
          outer.drop()
        }
      },

      Race(
        "A3 H1: a value arrives while the outer promise is bound and its consumer leaves",
        ["a left late 1", "a=1"], bound: 2
      ) { scenario in
        let (work, outer) = (scenario.owedValue(), Handle(ValueCell<Int>()))
        let probe = scenario.probe("a", of: outer)
        scenario.thread { work.object.map { outer.object?.follow($0) } }
        scenario.thread { work.arrive(1) }
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.afterwards {
          work.drop()
          outer.drop()
        }
      },

      Race(
        "E4 H1: two values arrive in a race, and the loser's goes to onLateValue",
        ["a=1 late 2", "a=2 late 1"]
      ) { scenario in
        let inputs = [scenario.owedValue(), scenario.owedValue()]
        let race = Handle(
          Promise.race(inputs.compactMap(\.object).map(Promise.init(cell:))).cell)
        let probe = scenario.probe("a", of: race)
        for (index, input) in inputs.enumerated() {
          scenario.thread { input.arrive(index + 1) }
        }
        scenario.afterwards {
          withExtendedLifetime(probe) {}
          for handle in inputs { handle.drop() }
          race.drop()
        }
      },

      Race(
        "H1 E2: of two consumers, one leaves as the value arrives, and the other gets it",
        ["a left b=1", "a=1 b=1"]
      ) { scenario in
        let work = scenario.owedValue()
        let probe = scenario.probe("a", of: work)
        scenario.probe("b", of: work)
        scenario.thread { work.arrive(1) }
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.afterwards { work.drop() }
      },

      Race(
        "H1 B6: a handler is due with a value when its promise is cancelled",
        ["cancelled late 1", "cancelled got 1", "got 1"]
      ) { scenario in
        let work = scenario.owedValue()
        let derived = Handle(
          work.object.map { cell in
            Promise(cell: cell).map { value -> Int in
              scenario.note("got \(value)")
              return value
            }.cell
          } ?? ValueCell<Int>())
        scenario.thread { work.arrive(1) }
        scenario.thread { derived.object?.cancel(scenario) }
        scenario.afterwards {
          work.drop()
          derived.drop()
        }
      },
    ]
  }

  extension Scenario {
    /// A promise whose value goes to a consumer or is recorded as late. Only the handle keeps it.
    fileprivate func owedValue() -> Handle<ValueCell<Int>> {
      Handle(LateValueCell<Int>(.none) { self.note("late \($0)") })
    }

    @discardableResult
    fileprivate func probe(_ name: String, of handle: Handle<ValueCell<Int>>) -> Probe {
      let probe = Probe(name, self)
      handle.object.map(probe.attach)
      return probe
    }
  }

  extension Handle<ValueCell<Int>> {
    fileprivate var fact: String { object?.fact ?? "gone" }

    fileprivate func arrive(_ value: Int) { object?.fulfil(value) }

    /// The only handle of a promise that settles like this one.
    fileprivate func mirror() -> Handle {
      Handle(object?.mirror ?? ValueCell<Int>())
    }
  }
#endif
