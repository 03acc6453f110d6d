// Following: binding, moving, withdrawing through relays, and cycles, which stay pending.

#if DEBUG
  @testable import AsyncPromises

  extension Race {
    static let following: [Race] = [
      Race(
        "A3: the consumers of the outer promise get the inner one's outcome",
        ["a=1 b=1 won 1"], bound: 2
      ) { scenario in
        let (outer, inner) = (ValueCell<Int>(), ValueCell<Int>())
        let late = Probe("b", scenario)
        scenario.probe("a", of: outer)
        scenario.thread { outer.follow(inner) }
        scenario.thread { inner.fulfil(1, scenario) }
        scenario.thread { late.attach(to: outer) }
      },

      Race(
        "A2 A3: a promise is bound or settled, whichever comes first",
        ["a=1 won 1", "a=2 won 1 won 2"]
      ) { scenario in
        let (outer, inner) = (ValueCell<Int>(), ValueCell<Int>())
        let probe = scenario.probe("a", of: outer)
        scenario.thread { outer.follow(inner) }
        scenario.thread { inner.fulfil(1, scenario) }
        scenario.thread { outer.fulfil(2, scenario) }
      },

      Race(
        "A3: one of two calls of follow binds the promise",
        ["a=1 won 1 won 2", "a=2 won 1 won 2"]
      ) { scenario in
        let (outer, first) = (ValueCell<Int>(), ValueCell<Int>())
        let second = ValueCell<Int>()
        let probe = scenario.probe("a", of: outer)
        scenario.thread { outer.follow(first) }
        scenario.thread { outer.follow(second) }
        scenario.afterwards {
          first.fulfil(1, scenario)
          second.fulfil(2, scenario)
        }
      },

      Race(
        "A3 E2: cancelling the outer promise withdraws from the inner one, early or late",
        ["a=cancelled cancelled inner=abandoned"]
      ) { scenario in
        let (outer, inner) = (ValueCell<Int>.work(), ValueCell<Int>.work())
        let probe = scenario.probe("a", of: outer)
        scenario.thread { outer.follow(inner) }
        scenario.thread { outer.cancel(scenario) }
        scenario.afterwards { scenario.note("inner=\(inner.fact)") }
      },

      Race(
        "A3 E2: an inner promise with another consumer continues",
        ["a=cancelled b=1 cancelled won 1"]
      ) { scenario in
        let (outer, inner) = (ValueCell<Int>(), ValueCell<Int>())
        scenario.probe("a", of: outer)
        scenario.probe("b", of: inner)
        scenario.thread { outer.follow(inner) }
        scenario.thread { outer.cancel(scenario) }
        scenario.afterwards { inner.fulfil(1, scenario) }
      },

      Race(
        "A3: two links of a chain are made in any order while it settles",
        ["a=1 b=1 won 1"], bound: 1
      ) { scenario in
        let (outer, middle) = (ValueCell<Int>(), ValueCell<Int>())
        let inner = ValueCell<Int>()
        scenario.probe("a", of: outer)
        scenario.probe("b", of: middle)
        scenario.thread { outer.follow(middle) }
        scenario.thread { middle.follow(inner) }
        scenario.thread { inner.fulfil(1, scenario) }
      },

      Race(
        "A3: a consumer leaves while it moves",
        ["a left b=1 won 1", "a=1 b=1 won 1"], bound: 1
      ) { scenario in
        let (outer, inner) = (ValueCell<Int>(), ValueCell<Int>())
        let probe = scenario.probe("a", of: outer)
        scenario.probe("b", of: outer)
        scenario.thread { outer.follow(inner) }
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.thread { inner.fulfil(1, scenario) }
      },

      Race(
        "A3: consumers move while the list is pruned",
        ["a left b=0 won 0"]
      ) { scenario in
        let (outer, inner) = (ValueCell<Int>(), ValueCell<Int>())
        let probe = scenario.probe("a", of: outer)
        scenario.probe("b", of: outer)
        scenario.exhaustPatience(of: outer)
        scenario.thread { probe.leave(byCancellation: false) }
        scenario.thread { outer.follow(inner) }
        scenario.afterwards { inner.fulfil(0, scenario) }
      },

      Race(
        "E2: the last consumer leaves while it moves, and the inner promise is abandoned",
        ["a left inner=abandoned outer=abandoned"]
      ) { scenario in
        let (outer, inner) = (ValueCell<Int>.work(), ValueCell<Int>.work())
        let probe = scenario.probe("a", of: outer)
        scenario.thread { outer.follow(inner) }
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.afterwards {
          scenario.note("inner=\(inner.fact)")
          scenario.note("outer=\(outer.fact)")
        }
      },

      Race(
        "E2: the last two leave while they move, and the inner promise is abandoned",
        ["a left b left inner=abandoned outer=abandoned"], bound: 2
      ) { scenario in
        let (outer, inner) = (ValueCell<Int>.work(), ValueCell<Int>.work())
        let probes = ["a", "b"].map { scenario.probe($0, of: outer) }
        scenario.thread { outer.follow(inner) }
        for probe in probes { scenario.thread { probe.leave(byCancellation: true) } }
        scenario.afterwards {
          scenario.note("inner=\(inner.fact)")
          scenario.note("outer=\(outer.fact)")
        }
      },

      Race(
        "A3 B3: consumers keep their order while they move, including new ones",
        ["1.a=1 2.b=1 3.c=1 4.d=1 won 1"]
      ) { scenario in
        let (outer, inner) = (ValueCell<Int>(), ValueCell<Int>())
        let order = Order(scenario)
        let late = ["c", "d"].map { Probe($0, scenario, in: order) }
        for name in ["a", "b"] { scenario.probe(name, of: outer, in: order) }
        scenario.thread { outer.follow(inner) }
        scenario.thread { late[0].attach(to: outer) }
        scenario.afterwards {
          late[1].attach(to: outer)
          inner.fulfil(1, scenario)
        }
      },

      Race(
        "A3: two consumers move while the inner promise settles",
        ["1.a=1 2.b=1 won 1"]
      ) { scenario in
        let (outer, inner) = (ValueCell<Int>(), ValueCell<Int>())
        let order = Order(scenario)
        for name in ["a", "b"] { scenario.probe(name, of: outer, in: order) }
        scenario.thread { outer.follow(inner) }
        scenario.thread { inner.fulfil(1, scenario) }
      },

      Race(
        "A3: a promise without consumers is bound or settled",
        ["outer=1 won 1", "outer=2 won 1 won 2"]
      ) { scenario in
        let (outer, inner) = (ValueCell<Int>(), ValueCell<Int>())
        scenario.thread { outer.follow(inner) }
        scenario.thread { outer.fulfil(2, scenario) }
        scenario.afterwards {
          inner.fulfil(1, scenario)
          scenario.note("outer=\(outer.fact)")
        }
      },

      Race(
        "A3: a bound promise settles while a consumer attaches",
        ["1.a=1 2.b=1 won 1"]
      ) { scenario in
        let (outer, inner) = (ValueCell<Int>(), ValueCell<Int>())
        let order = Order(scenario)
        let late = Probe("b", scenario, in: order)
        scenario.probe("a", of: outer, in: order)
        outer.follow(inner)
        scenario.thread { inner.fulfil(1, scenario) }
        scenario.thread { late.attach(to: outer) }
      },

      Race(
        "A3: three links of a chain are made in any order",
        ["a=1 b=1 c=1 won 1"], bound: 2
      ) { scenario in
        let cells = scenario.cells(4)
        for (name, cell) in zip(["a", "b", "c"], cells) { scenario.probe(name, of: cell) }
        for index in 0..<3 {
          scenario.thread { cells[index].follow(cells[index + 1]) }
        }
        scenario.afterwards { cells[3].fulfil(1, scenario) }
      },

      Race(
        "A3: a chain of three with a consumer at each level settles while others attach",
        ["a=1 b=1 c=1 d=1 e=1 won 1"]
      ) { scenario in
        let cells = scenario.cells(3)
        for (name, cell) in zip(["a", "b", "c"], cells) { scenario.probe(name, of: cell) }
        let late = ["d", "e"].map { Probe($0, scenario) }
        cells[1].follow(cells[2])
        cells[0].follow(cells[1])
        scenario.thread { cells[2].fulfil(1, scenario) }
        scenario.thread { for (probe, cell) in zip(late, cells) { probe.attach(to: cell) } }
      },

      Race(
        "A2 A3: a chain settles in the middle while it is being linked",
        ["a=1 b=1 won 1 won 2", "a=2 b=2 won 2"]
      ) { scenario in
        let cells = scenario.cells(3)
        for (name, cell) in zip(["a", "b"], cells) { scenario.probe(name, of: cell) }
        cells[0].follow(cells[1])
        scenario.thread { cells[1].follow(cells[2]) }
        scenario.thread { cells[1].fulfil(1, scenario) }
        scenario.afterwards { cells[2].fulfil(2, scenario) }
      },

      Race(
        "C2: a consumer that has moved leaves while it is notified",
        ["a left b=1 won 1", "a=1 b=1 won 1"]
      ) { scenario in
        let (outer, inner) = (ValueCell<Int>(), ValueCell<Int>())
        let probe = scenario.probe("a", of: outer)
        scenario.probe("b", of: outer)
        outer.follow(inner)
        scenario.thread { probe.leave(byCancellation: false) }
        scenario.thread { inner.fulfil(1, scenario) }
      },

      Race(
        "E2: a consumer that has moved leaves while the inner promise is bound",
        ["a left inner=abandoned last=abandoned"], bound: 2
      ) { scenario in
        let (outer, inner) = (ValueCell<Int>.work(), ValueCell<Int>.work())
        let last = ValueCell<Int>.work()
        let probe = scenario.probe("a", of: outer)
        outer.follow(inner)
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.thread { inner.follow(last) }
        scenario.afterwards {
          scenario.note("inner=\(inner.fact)")
          scenario.note("last=\(last.fact)")
        }
      },

      Race(
        "A3: a promise that follows itself is rejected, unless it was cancelled before",
        ["a=cancelled cancelled", "a=failed"]
      ) { scenario in
        let cell = ValueCell<Int>()
        scenario.probe("a", of: cell)
        scenario.thread { cell.follow(cell) }
        scenario.thread { cell.cancel(scenario) }
      },

      Race(
        "A3: a consumer attaches while a promise starts to follow itself",
        ["a=failed b=failed"]
      ) { scenario in
        let cell = ValueCell<Int>()
        scenario.probe("a", of: cell)
        let late = Probe("b", scenario)
        scenario.thread { cell.follow(cell) }
        scenario.thread { late.attach(to: cell) }
      },

      Race(
        "A3 E2: two promises that follow each other wait, and cancelling one ends both",
        ["a=cancelled b=cancelled cancelled"]
      ) { scenario in
        let cells = scenario.cells(2)
        for (name, cell) in zip(["a", "b"], cells) { scenario.probe(name, of: cell) }
        scenario.thread { cells[0].follow(cells[1]) }
        scenario.thread { cells[1].follow(cells[0]) }
        scenario.afterwards { cells[0].cancel(scenario) }
      },

      Race(
        "A3 E2: three threads close a cycle of three, and cancelling one promise ends it",
        ["a=cancelled b=cancelled c=cancelled cancelled"], bound: 1
      ) { scenario in
        let cells = scenario.cells(3)
        for (name, cell) in zip(["a", "b", "c"], cells) { scenario.probe(name, of: cell) }
        for index in 0..<3 {
          scenario.thread { cells[index].follow(cells[(index + 1) % 3]) }
        }
        scenario.afterwards { cells[0].cancel(scenario) }
      },
    ]
  }
#endif
