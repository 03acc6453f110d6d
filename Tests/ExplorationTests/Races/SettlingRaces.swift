// Settling, attaching and leaving, on one cell.

#if DEBUG
  @testable import AsyncPromises

  extension Race {
    static let settling: [Race] = [
      Race(
        "A2: one of two settling calls wins",
        ["won 0", "won 1"]
      ) { scenario in
        let cell = ValueCell<Int>()
        scenario.thread { cell.fulfil(0, scenario) }
        scenario.thread { cell.fulfil(1, scenario) }
      },

      Race(
        "a consumer is notified once, whenever it attaches",
        ["a=0 won 0", "a=1 won 1"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let probe = Probe("a", scenario)
        scenario.thread { cell.fulfil(0, scenario) }
        scenario.thread { cell.fulfil(1, scenario) }
        scenario.thread { probe.attach(to: cell) }
      },

      Race(
        "two consumers that attach in separate calls are notified once each",
        ["a=0 b=0 won 0"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let (first, second) = (Probe("a", scenario), Probe("b", scenario))
        scenario.thread { first.attachAlone(to: cell) }
        scenario.thread {
          second.attachAlone(to: cell)
          cell.fulfil(0, scenario)
        }
      },

      Race(
        "A2: one of three settling calls wins",
        ["won 0", "won 1", "won 2"]
      ) { scenario in
        let cell = ValueCell<Int>()
        for value in 0..<3 { scenario.thread { cell.fulfil(value, scenario) } }
      },

      Race(
        "consumers are notified once, including late ones, in their order",
        ["1.a=0 2.b=0 3.c=0 won 0", "1.a=0 2.c=0 3.b=0 won 0"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let order = Order(scenario)
        let late = ["b", "c"].map { Probe($0, scenario, in: order) }
        scenario.probe("a", of: cell, in: order)
        scenario.thread {
          late[0].attach(to: cell)
          cell.fulfil(0, scenario)
        }
        scenario.thread { late[1].attach(to: cell) }
      },

      Race(
        "B3: consumers that attach while a promise settles keep their order",
        ["1.a=0 2.b=0 3.c=0 won 0"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let order = Order(scenario)
        let probes = ["b", "c"].map { Probe($0, scenario, in: order) }
        scenario.probe("a", of: cell, in: order)
        scenario.thread { cell.fulfil(0, scenario) }
        scenario.thread { for probe in probes { probe.attach(to: cell) } }
      },

      Race(
        "two consumers attach together, and none is lost",
        ["1.a=0 2.b=0 won 0", "1.b=0 2.a=0 won 0"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let order = Order(scenario)
        for name in ["a", "b"] {
          let probe = Probe(name, scenario, in: order)
          scenario.thread { probe.attach(to: cell) }
        }
        scenario.afterwards { cell.fulfil(0, scenario) }
      },

      Race(
        "two consumers attach together behind a third one",
        ["1.a=0 2.b=0 3.c=0 won 0", "1.a=0 2.c=0 3.b=0 won 0"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let order = Order(scenario)
        scenario.probe("a", of: cell, in: order)
        for name in ["b", "c"] {
          let probe = Probe(name, scenario, in: order)
          scenario.thread { probe.attach(to: cell) }
        }
        scenario.afterwards { cell.fulfil(0, scenario) }
      },

      Race(
        "two consumers of a settled cell are both notified",
        ["1.a=0 2.b=0", "1.b=0 2.a=0"]
      ) { scenario in
        let cell = ValueCell<Int>(.success(0))
        let order = Order(scenario)
        for name in ["a", "b"] {
          let probe = Probe(name, scenario, in: order)
          scenario.thread { probe.attach(to: cell) }
        }
      },

      Race(
        "A5: an outcome that was read once is read from then on",
        ["nil nil won 0", "0 nil won 0", "0 0 won 0"]
      ) { scenario in
        let cell = ValueCell<Int>()
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
      },

      Race(
        "C2 C3: a consumer that leaves is notified or has left, never both",
        ["a=0 won 0", "a left won 0", "a never came won 0"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let probe = Probe("a", scenario)
        scenario.thread { cell.fulfil(0, scenario) }
        scenario.thread { probe.attach(to: cell) }
        scenario.thread { probe.leave(byCancellation: false) }
      },

      Race(
        "C2 C3: a consumer that leaves before it has attached is not kept",
        ["a left won 0", "a never came won 0"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let probe = Probe("a", scenario)
        scenario.thread { probe.attach(to: cell) }
        scenario.thread { probe.leave(byCancellation: false) }
        scenario.afterwards { cell.fulfil(0, scenario) }
      },

      Race(
        "C2: leaving twice is like leaving once, and doesn't affect others",
        ["a=0 b=0 won 0", "a left b=0 won 0"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let probe = Probe("a", scenario)
        let other = Probe("b", scenario)
        probe.attach(to: cell)
        other.attach(to: cell)
        scenario.thread { probe.leave(byCancellation: false) }
        scenario.thread { probe.leave(byCancellation: false) }
        scenario.thread { cell.fulfil(0, scenario) }
      },

      Race(
        "B3: consumers are notified in the order in which they attached",
        ["a 1 b 2 won 0"], brief: 2
      ) { scenario in
        let cell = ValueCell<Int>()
        let turns = StateWord(0)
        scenario.thread { cell.fulfil(0, scenario) }
        scenario.thread {
          for name in ["a", "b"] {
            Trampoline.run { effects in
              cell.observe(.settling, &effects) { _ in scenario.note("\(name) \(turns.add(1))") }
            }
          }
        }
      },
    ]
  }
#endif
