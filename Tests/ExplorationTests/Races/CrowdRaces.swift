// Races of five to eight threads, which have too many schedules for a full search. Random ones are
// run, and invariants are checked at the end: a fact is recorded only if an invariant fails.

#if DEBUG
  @testable import AsyncPromises

  extension Race {
    static let crowds: [Race] = [
      Race(
        "A2 C2: two settle, three attach, three leave: each is notified or leaves, once", [""]
      ) { scenario in
        let cell = ValueCell<Int>()
        let witnesses = (0..<3).map { _ in Witness() }
        for value in 0..<2 { scenario.thread { cell.fulfil(value) } }
        for witness in witnesses {
          scenario.thread { witness.attach(to: cell) }
          scenario.thread { witness.leave(byCancellation: false) }
        }
        scenario.afterwards {
          for witness in witnesses { witness.state(at: cell, scenario) }
        }
      },

      Race("A3: four follow each other in a chain, its end settles, and a consumer leaves", [""]) {
        scenario in
        let cells = scenario.cells(5)
        let witnesses = (0..<5).map { _ in Witness() }
        for (cell, witness) in zip(cells, witnesses) { witness.attach(to: cell) }
        for index in 0..<4 { scenario.thread { cells[index].follow(cells[index + 1]) } }
        scenario.thread { cells[4].fulfil(1) }
        scenario.thread { witnesses[1].leave(byCancellation: false) }
        scenario.afterwards {
          for (cell, witness) in zip(cells, witnesses) { witness.state(at: cell, scenario) }
          if cells[0].fact != "1" { scenario.note("the chain came to \(cells[0].fact)") }
        }
      },

      Race("A3 E2: five threads close a cycle, and cancelling one promise ends it", [""]) {
        scenario in
        let cells = scenario.cells(5)
        let witnesses = (0..<5).map { _ in Witness() }
        for (cell, witness) in zip(cells, witnesses) { witness.attach(to: cell) }
        for index in 0..<5 { scenario.thread { cells[index].follow(cells[(index + 1) % 5]) } }
        scenario.thread { Trampoline.run(deferring: .nothing) { _ = cells[2].cancel(&$0) } }
        scenario.afterwards {
          for (cell, witness) in zip(cells, witnesses) {
            witness.state(at: cell, scenario)
            if cell.outcome == nil { scenario.note("a ring is left") }
          }
        }
      },

      Race("E2: four consumers are cancelled, another attaches, the promise settles", [""]) {
        scenario in
        let cell = ValueCell<Int>.work()
        let (early, late) = ((0..<4).map { _ in Witness() }, Witness())
        for witness in early {
          witness.attach(to: cell)
          scenario.thread { witness.leave(byCancellation: true) }
        }
        scenario.thread { late.attach(to: cell) }
        scenario.thread { cell.fulfil(1) }
        scenario.afterwards {
          for witness in early + [late] { witness.state(at: cell, scenario) }
        }
      },

      Race("F E4: four inputs settle, their group is cancelled, and a consumer leaves it", [""]) {
        scenario in
        let inputs = scenario.cells(4)
        let group = Promise.race(inputs.map(Promise.init(cell:)), remaining: .cancel).cell
        let witnesses = [Witness(), Witness()]
        for witness in witnesses { witness.attach(to: group) }
        for (value, input) in inputs.enumerated() { scenario.thread { input.fulfil(value) } }
        scenario.thread { Trampoline.run(deferring: .nothing) { _ = group.cancel(&$0) } }
        scenario.thread { witnesses[0].leave(byCancellation: true) }
        scenario.afterwards {
          for witness in witnesses { witness.state(at: group, scenario) }
          for input in inputs where input.outcome == nil { scenario.note("an input is left") }
        }
      },

      Race("B: three register handlers, one settles, two cancel: each runs at most once", [""]) {
        scenario in
        let cell = ValueCell<Int>()
        let derived = (0..<3).map { _ in Runs() }
        let promises = derived.map { runs in
          Promise(cell: cell).map { value in
            runs.add()
            return value
          }
        }
        for promise in promises.prefix(2) { scenario.thread { promise.cancel() } }
        scenario.thread { cell.fulfil(1) }
        for runs in derived {
          scenario.thread { Promise(cell: cell).whenSettled { _ in runs.add() } }
        }
        scenario.afterwards {
          for (runs, promise) in zip(derived, promises) {
            let expected = promise.cell.fact == "1" ? [2] : [1, 2]
            if !expected.contains(runs.count) { scenario.note("\(runs.count) runs") }
          }
        }
      },
    ]
  }

  /// Counts the runs of handlers. Only one logical thread runs at a time.
  private final class Runs: @unchecked Sendable {
    private(set) var count = 0

    func add() {
      count += 1
    }
  }

  /// A consumer that counts how many times it is notified, and how many times it has left.
  private final class Witness: Recipient, @unchecked Sendable {
    private var told: [String] = []
    private var left = 0

    override func note(_ fate: Fate) {
      if case .told(let fact) = fate { told.append(fact) } else { left += 1 }
    }

    /// Records a fact if its observations of the cell are wrong.
    func state(at cell: ValueCell<Int>, _ scenario: Scenario) {
      if told.count + left != 1, cell.outcome != nil {
        scenario.note("told \(told.count) times, left \(left) times")
      } else if let fact = told.first, fact != cell.fact {
        scenario.note("told \(fact) of \(cell.fact)")
      }
    }
  }
#endif
