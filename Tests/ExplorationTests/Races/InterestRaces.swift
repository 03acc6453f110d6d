// Interest: consumers that leave, the pruning of their list, and cells that are abandoned.

#if DEBUG
  @testable import AsyncPromises

  extension Race {
    static let interest: [Race] = [
      Race(
        "pruning loses no consumer that attaches meanwhile",
        ["a=0 b=0 c=0 won 0", "a left b=0 c=0 won 0"], bound: 2
      ) { scenario in
        let cell = ValueCell<Int>()
        let probe = Probe("a", scenario)
        let other = Probe("b", scenario)
        let late = Probe("c", scenario)
        probe.attach(to: cell)
        other.attach(to: cell)
        scenario.exhaustPatience(of: cell)
        scenario.thread { probe.leave(byCancellation: false) }
        scenario.thread { late.attach(to: cell) }
        scenario.thread { cell.fulfil(0, scenario) }
      },

      Race(
        "C2: two consumers leave, and the third isn't affected",
        [
          "a left b left c=0 won 0", "a left b=0 c=0 won 0", "a=0 b left c=0 won 0",
          "a=0 b=0 c=0 won 0",
        ], bound: 2
      ) { scenario in
        let cell = ValueCell<Int>()
        let probes = ["a", "b", "c"].map { scenario.probe($0, of: cell) }
        scenario.exhaustPatience(of: cell)
        for probe in probes.dropLast() {
          scenario.thread { probe.leave(byCancellation: false) }
        }
        scenario.thread { cell.fulfil(0, scenario) }
      },

      Race(
        "C2: two consumers that leave prune the list together",
        ["a left b left c=0 pruned won 0"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let probes = ["a", "b", "c"].map { scenario.probe($0, of: cell) }
        scenario.exhaustPatience(of: cell)
        for probe in probes.dropLast() {
          scenario.thread { probe.leave(byCancellation: false) }
        }
        scenario.afterwards {
          if cell.standing <= 2 { scenario.note("pruned") }
          cell.fulfil(0, scenario)
        }
      },

      Race(
        "B3: consumers keep their order while the list is pruned",
        ["1.b=0 2.c=0 a left won 0", "1.b=0 2.c=0 a=0 won 0"], bound: 2
      ) { scenario in
        let cell = ValueCell<Int>()
        let order = Order(scenario)
        let probe = scenario.probe("a", of: cell)
        scenario.probe("b", of: cell, in: order)
        scenario.exhaustPatience(of: cell)
        let late = Probe("c", scenario, in: order)
        scenario.thread { probe.leave(byCancellation: false) }
        scenario.thread { late.attach(to: cell) }
        scenario.thread { cell.fulfil(0, scenario) }
      },

      Race(
        "C2: two consumers prune the list while another attaches and the cell settles",
        [
          "1.c=0 2.d=0 a left b left won 0", "1.c=0 2.d=0 a left b=0 won 0",
          "1.c=0 2.d=0 a=0 b left won 0", "1.c=0 2.d=0 a=0 b=0 won 0",
        ], bound: 2
      ) { scenario in
        let cell = ValueCell<Int>()
        let order = Order(scenario)
        let probes = ["a", "b"].map { scenario.probe($0, of: cell) }
        scenario.probe("c", of: cell, in: order)
        let late = Probe("d", scenario, in: order)
        for probe in probes { scenario.thread { probe.leave(byCancellation: true) } }
        scenario.thread {
          late.attach(to: cell)
          cell.fulfil(0, scenario)
        }
      },

      Race(
        "C2: many consumers leave one by one while another attaches",
        ["1.d=0 2.e=0 a left b left c left pruned won 0"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let order = Order(scenario)
        let probes = ["a", "b", "c"].map { scenario.probe($0, of: cell) }
        scenario.probe("d", of: cell, in: order)
        scenario.exhaustPatience(of: cell)
        let late = Probe("e", scenario, in: order)
        scenario.thread { for probe in probes { probe.leave(byCancellation: false) } }
        scenario.thread { late.attach(to: cell) }
        scenario.afterwards {
          if cell.standing <= 4 { scenario.note("pruned") }
          cell.fulfil(0, scenario)
        }
      },

      Race(
        "E2: the cell is abandoned with its last consumer, unless a new one saves it",
        ["a left b=1 c left won 1", "a left b=abandoned c left"], bound: 2
      ) { scenario in
        let cell = ValueCell<Int>.work()
        let probes = ["a", "c"].map { Probe($0, scenario) }
        let late = Probe("b", scenario)
        for probe in probes { probe.attach(to: cell) }
        for probe in probes { scenario.thread { probe.leave(byCancellation: true) } }
        scenario.thread { late.attach(to: cell) }
        scenario.afterwards { cell.fulfil(1, scenario) }
      },

      Race(
        "E2: the last consumer withdraws during a settle and a cancellation",
        ["a left won 1", "a=1 won 1", "a left", "a left cancelled", "a=cancelled cancelled"]
      ) { scenario in
        let cell = ValueCell<Int>.work()
        let probe = Probe("a", scenario)
        probe.attach(to: cell)
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.thread { cell.fulfil(1, scenario) }
        scenario.thread { cell.cancel(scenario) }
      },

      Race(
        "E2: the last two consumers are cancelled together, and the cell is abandoned",
        ["a left b left cell=abandoned"]
      ) { scenario in
        let cell = ValueCell<Int>.work()
        for probe in ["a", "b"].map({ scenario.probe($0, of: cell) }) {
          scenario.thread { probe.leave(byCancellation: true) }
        }
        scenario.afterwards { scenario.note("cell=\(cell.fact)") }
      },

      Race(
        "E2 E3: a consumer is cancelled while another one merely leaves",
        ["a left b left cell=abandoned", "a left b left cell=pending"]
      ) { scenario in
        let cell = ValueCell<Int>.work()
        let probes = ["a", "b"].map { scenario.probe($0, of: cell) }
        scenario.thread { probes[0].leave(byCancellation: true) }
        scenario.thread { probes[1].leave(byCancellation: false) }
        scenario.afterwards { scenario.note("cell=\(cell.fact)") }
      },

      Race(
        "E2: two consumers attach, and one of them leaves",
        ["a left b=0 won 0"]
      ) { scenario in
        let cell = ValueCell<Int>.work()
        let probes = ["a", "b"].map { Probe($0, scenario) }
        for probe in probes { scenario.thread { probe.attach(to: cell) } }
        scenario.afterwards {
          probes[0].leave(byCancellation: true)
          cell.fulfil(0, scenario)
        }
      },

      Race(
        "E2: a consumer withdraws before it has attached",
        ["a left", "a never came won 0"]
      ) { scenario in
        let cell = ValueCell<Int>.work()
        let probe = Probe("a", scenario)
        scenario.thread { probe.attach(to: cell) }
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.afterwards { cell.fulfil(0, scenario) }
      },

      Race(
        "E2: two cancelled consumers hand the list to each other while the cell settles",
        [
          "a left b left", "a left b left won 0", "a left b=0 won 0", "a=0 b left won 0",
          "a=0 b=0 won 0",
        ], bound: 2
      ) { scenario in
        let cell = ValueCell<Int>.work()
        for probe in ["a", "b"].map({ scenario.probe($0, of: cell) }) {
          scenario.thread { probe.leave(byCancellation: true) }
        }
        scenario.thread { cell.fulfil(0, scenario) }
      },

      Race(
        "E2: a withdrawal through two promises, while the first gets another consumer",
        ["p=0 saved won 0", "p=abandoned"]
      ) { scenario in
        let source = ValueCell<Int>.work()
        let middle = Promise(cell: source).map { $0 }
        let last = middle.map { $0 }
        let probe = Probe("p", scenario)
        scenario.thread { last.cancel() }
        scenario.thread { probe.attach(to: source) }
        scenario.afterwards {
          if source.outcome == nil { scenario.note("saved") }
          source.fulfil(0, scenario)
          _ = middle.cell.fact
        }
      },

      Race(
        "E2: a withdrawal through two promises, while the second gets another consumer",
        ["p=0 won 0", "p=abandoned"]
      ) { scenario in
        let source = ValueCell<Int>.work()
        let middle = Promise(cell: source).map { $0 }
        let last = middle.map { $0 }
        let probe = Probe("p", scenario)
        scenario.thread { last.cancel() }
        scenario.thread { probe.attach(to: middle.cell) }
        scenario.afterwards { source.fulfil(0, scenario) }
      },

      Race(
        "E2: two promises derived from one source are cancelled together",
        ["source=abandoned"]
      ) { scenario in
        let source = ValueCell<Int>.work()
        for _ in 0..<2 {
          let derived = Promise(cell: source).map { $0 }
          scenario.thread { derived.cancel() }
        }
        scenario.afterwards { scenario.note("source=\(source.fact)") }
      },

      Race(
        "E2: the cell is abandoned by its last two consumers, despite a new observer",
        ["a left b left told"], bound: 2
      ) { scenario in
        let cell = ValueCell<Int>.work()
        for name in ["a", "b"] {
          let probe = scenario.probe(name, of: cell)
          scenario.thread { probe.leave(byCancellation: true) }
        }
        scenario.thread {
          Trampoline.run { effects in
            cell.observe(.cancellation, &effects) { _ in scenario.note("told") }
          }
        }
      },

      Race(
        "E2: a consumer that attaches before the last one leaves keeps the cell pending",
        ["a left b left c=0 won 0"]
      ) { scenario in
        let cell = ValueCell<Int>.work()
        let first = scenario.probe("a", of: cell)
        let second = scenario.probe("b", of: cell)
        let third = Probe("c", scenario)
        scenario.thread { first.leave(byCancellation: true) }
        scenario.thread {
          third.attach(to: cell)
          second.leave(byCancellation: true)
        }
        scenario.afterwards { cell.fulfil(0, scenario) }
      },
    ]
  }

  extension Scenario {
    /// Lets as many consumers leave as a list tolerates, so that the next one to leave prunes it.
    func exhaustPatience(of cell: Cell) {
      for _ in 0..<8 {
        let consumer = Recipient()
        consumer.attach(to: cell)
        consumer.leave(byCancellation: false)
      }
    }
  }

  extension Cell {
    /// The number of nodes in the list of a pending cell, which no thread may hold.
    fileprivate var standing: Int {
      guard let nodes = word.hold() else { return -1 }
      var count = 0
      nodes.forEach { _ in count += 1 }
      Trampoline.run { putBack(nodes, &$0) }
      return count
    }
  }
#endif
