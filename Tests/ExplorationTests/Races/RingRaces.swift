// Rings: promises that would wait for themselves.

#if DEBUG
  @testable import AsyncPromises

  extension Race {
    static let rings: [Race] = [
      Race(
        "A3: opposite links become a ring that is refused",
        ["a=failed b=failed"], bound: 1
      ) { scenario in
        let (one, two) = (ValueCell<Int>(), ValueCell<Int>())
        scenario.probe("a", of: one)
        scenario.probe("b", of: two)
        scenario.thread { one.follow(two) }
        scenario.thread { two.follow(one) }
      },

      Race(
        "A3: a ring of three that three threads close together",
        ["a=failed b=failed c=failed"], bound: 1
      ) { scenario in
        let cells = (0..<3).map { _ in ValueCell<Int>() }
        for (name, cell) in zip(["a", "b", "c"], cells) { scenario.probe(name, of: cell) }
        for index in 0..<3 {
          scenario.thread { cells[index].follow(cells[(index + 1) % 3]) }
        }
      },

      Race(
        "A3: a ring through a group is refused, whoever closes it",
        ["a=failed b=failed"], bound: 1
      ) { scenario in
        let inputs = scenario.cells(2)
        let group = Promise.race([Promise(cell: inputs[0])]).cell
        scenario.probe("a", of: group)
        scenario.probe("b", of: inputs[1])
        scenario.thread { inputs[0].follow(inputs[1]) }
        scenario.thread { inputs[1].follow(group) }
      },

      Race(
        "A3 E2: a ring through a derived promise, which is cancelled",
        [
          "cancelled d=cancelled handler let go source=cancelled",
          "cancelled d=cancelled handler let go source=failed",
          "d=failed handler let go source=failed",
        ], bound: 2
      ) { scenario in
        let source = ValueCell<Int>()
        let capture = scenario.capture()
        let derived = Promise(cell: source).map { value in
          scenario.note("ran")
          return capture(value)
        }.cell
        scenario.thread { source.follow(derived) }
        scenario.thread { derived.cancel(scenario) }
        scenario.afterwards {
          scenario.note("source=\(source.fact)")
          scenario.note("d=\(derived.fact)")
        }
      },

      Race(
        "A3: a promise follows one that begins to follow it, which somebody leaves",
        ["a left b=failed c=failed", "a=failed b=failed c=failed"], bound: 1
      ) { scenario in
        let (one, two) = (ValueCell<Int>(), ValueCell<Int>())
        let probe = scenario.probe("a", of: one)
        scenario.probe("b", of: one)
        scenario.probe("c", of: two)
        scenario.thread { one.follow(two) }
        scenario.thread { two.follow(one) }
        scenario.thread { probe.leave(byCancellation: true) }
      },

      Race(
        "A3: a ring is refused though a consumer leaves",
        ["a=failed b=failed c left", "a=failed b=failed c=failed"], bound: 1
      ) { scenario in
        let (one, two) = (ValueCell<Int>(), ValueCell<Int>())
        scenario.probe("a", of: one)
        scenario.probe("b", of: two)
        let third = scenario.probe("c", of: one)
        scenario.thread { one.follow(two) }
        scenario.thread { two.follow(one) }
        scenario.thread { third.leave(byCancellation: true) }
      },

      Race(
        "A3: a ring is refused though somebody looks at a link that moves",
        ["a=failed b=failed c=failed"], bound: 1
      ) { scenario in
        let cells = scenario.cells(3)
        for (name, cell) in zip(["a", "b", "c"], cells) { scenario.probe(name, of: cell) }
        cells[0].follow(cells[1])
        let relay = cells[0].root
        scenario.thread { _ = relay.upstream(of: relay) }
        scenario.thread { cells[2].follow(cells[0]) }
        scenario.thread { cells[1].follow(cells[2]) }
      },

      Race(
        "A3 H3: a ring is refused though somebody looks at a cell that is bound meanwhile",
        ["a=failed b=failed"], bound: 1
      ) { scenario in
        let cells = scenario.cells(2)
        for (name, cell) in zip(["a", "b"], cells) { scenario.probe(name, of: cell) }
        scenario.thread { _ = cells[0].upstream }
        scenario.thread { cells[0].follow(cells[1]) }
        scenario.thread { cells[1].follow(cells[0]) }
      },

      Race(
        "A3: a ring through a group is refused by one who was only looking at the group",
        ["a=failed b=failed"], bound: 2
      ) { scenario in
        let inputs = scenario.cells(2)
        let group = Promise.race([Promise(cell: inputs[0])]).cell
        scenario.probe("a", of: group)
        scenario.probe("b", of: inputs[1])
        inputs[1].follow(group)
        scenario.thread { _ = group.upstream }
        scenario.thread { inputs[0].follow(inputs[1]) }
      },
    ]
  }
#endif
