// Losers: the inputs that a group leaves or cancels, and the source that a timeout leaves.

#if DEBUG
  @testable import AsyncPromises

  extension Race {
    static let losers: [Race] = [
      Race(
        "E2 E4: a group is cancelled while an input settles",
        [
          "a=0 b=left won 0", "a=cancelled b=cancelled cancelled won 0",
          "a=cancelled b=cancelled cancelled",
        ]
      ) { scenario in
        let inputs = [ValueCell<Int>.work(), .work()]
        let group = Promise.race(inputs.map(Promise.init(cell:))).cell
        scenario.probe("a", of: group)
        scenario.thread { inputs[0].fulfil(0, scenario) }
        scenario.thread { group.cancel(scenario) }
        scenario.afterwards {
          switch inputs[1].outcome {
          case nil:
            scenario.note("b=left")
            inputs[1].fail()
          case .success: scenario.note("b=settled")
          case .failure: scenario.note("b=cancelled")
          }
        }
      },

      Race(
        "E4: losers are cancelled while one of them settles",
        ["a=0 won 0", "a=0 won 0 won 1", "a=1 won 0 won 1", "a=1 won 1"]
      ) { scenario in
        let inputs = scenario.cells(2)
        let group = Promise.race(inputs.map(Promise.init(cell:)), remaining: .cancel).cell
        scenario.probe("a", of: group)
        for (value, input) in inputs.enumerated() {
          scenario.thread { input.fulfil(value, scenario) }
        }
      },

      Race(
        "E4: a failure decides `all`, and cancels an input that settles meanwhile",
        ["a=failed b=cancelled", "a=failed b=1 won 1"]
      ) { scenario in
        let inputs = scenario.cells(2)
        let group = Promise.all(inputs, remaining: .cancel, .none) { 2 }.cell
        scenario.probe("a", of: group)
        scenario.thread { inputs[0].fail() }
        scenario.thread { inputs[1].fulfil(1, scenario) }
        scenario.afterwards { scenario.note("b=\(inputs[1].fact)") }
      },

      Race(
        "E2 E4: a group that owns its inputs is cancelled while one of them settles",
        [
          "a=0 b=cancelled won 0", "a=cancelled b=cancelled cancelled won 0",
          "a=cancelled b=cancelled cancelled",
        ]
      ) { scenario in
        let inputs = scenario.cells(2)
        let group = Promise.race(inputs.map(Promise.init(cell:)), remaining: .cancel).cell
        scenario.probe("a", of: group)
        scenario.thread { inputs[0].fulfil(0, scenario) }
        scenario.thread { group.cancel(scenario) }
        scenario.afterwards { scenario.note("b=\(inputs[1].fact)") }
      },

      Race(
        "H1 E4: the failure of a losing input counts as seen",
        ["a=0 seen won 0", "a=failed seen won 0"]
      ) { scenario in
        let inputs = scenario.cells(2)
        let group = Promise.race(inputs.map(Promise.init(cell:))).cell
        scenario.probe("a", of: group)
        scenario.thread { inputs[0].fulfil(0, scenario) }
        scenario.thread { inputs[1].fail() }
        scenario.afterwards {
          scenario.note(inputs[1].marks.has(.seen) ? "seen" : "missed")
        }
      },

      Race(
        "F A3: an input is bound while the inner promise settles",
        ["a=1 won 1"], bound: 2
      ) { scenario in
        let inputs = scenario.cells(2)
        let inner = ValueCell<Int>()
        let group = Promise.race(inputs.map(Promise.init(cell:))).cell
        scenario.probe("a", of: group)
        scenario.thread { inputs[0].follow(inner) }
        scenario.thread { inner.fulfil(1, scenario) }
      },

      Race(
        "E4 A3: a group leaves an input while it is bound",
        ["a=1 inner=0 won 0 won 1"]
      ) { scenario in
        let inputs = scenario.cells(2)
        let inner = ValueCell<Int>()
        let group = Promise.race(inputs.map(Promise.init(cell:))).cell
        scenario.probe("a", of: group)
        scenario.thread { inputs[0].follow(inner) }
        scenario.thread { inputs[1].fulfil(1, scenario) }
        scenario.afterwards {
          inner.fulfil(0, scenario)
          scenario.note("inner=\(inputs[0].fact)")
        }
      },

      Race(
        "E2 A3: a group is cancelled while an input is bound",
        ["a=cancelled cancelled inner=abandoned input=abandoned"], bound: 2
      ) { scenario in
        let (input, inner) = (ValueCell<Int>.work(), ValueCell<Int>.work())
        let group = Promise.race(Promise(cell: input)).cell
        scenario.probe("a", of: group)
        scenario.thread { input.follow(inner) }
        scenario.thread { group.cancel(scenario) }
        scenario.afterwards {
          scenario.note("input=\(input.fact)")
          scenario.note("inner=\(inner.fact)")
        }
      },

      Race(
        "F3: outcomes arrive in order of completion, once each",
        ["1.first 2.second", "1.second 2.first"], bound: 1
      ) { scenario in
        let inputs = scenario.cells(2)
        let order = Order(scenario)
        let arrivals = Promise.inCompletionOrder(inputs.map(Promise.init(cell:)))
        scenario.task {
          for await (index, _) in arrivals { order.note(["first", "second"][index]) }
        }
        for input in inputs { scenario.thread { input.fulfil() } }
      },

      Race(
        "F3 E3: the sequence of outcomes is released while one of them arrives",
        ["other=pending won 0"]
      ) { scenario in
        let inputs = scenario.cells(2)
        let arrivals = Handle(Promise.inCompletionOrder(inputs.map(Promise.init(cell:))))
        scenario.thread { arrivals.drop() }
        scenario.thread { inputs[0].fulfil(0, scenario) }
        scenario.afterwards { scenario.note("other=\(inputs[1].fact)") }
      },

      Race(
        "G2: the outcome or the time limit wins",
        ["a=0 won 0", "a=failed", "a=failed won 0"]
      ) { scenario in
        let source = ValueCell<Int>.work()
        let timed = source.mirror
        scenario.probe("a", of: timed)
        scenario.thread { source.fulfil(0, scenario) }
        scenario.thread { timed.fail() }
      },

      Race(
        "G2: the time limit, and a cancellation",
        ["a=cancelled cancelled source=abandoned", "a=failed source=abandoned"]
      ) { scenario in
        let source = ValueCell<Int>.work()
        let timed = source.mirror
        scenario.probe("a", of: timed)
        scenario.thread { timed.fail() }
        scenario.thread { timed.cancel(scenario) }
        scenario.afterwards { scenario.note("source=\(source.fact)") }
      },

      Race(
        "G2: the outcome, the time limit, and a cancellation",
        [
          "a=0 won 0", "a=cancelled cancelled", "a=cancelled cancelled won 0", "a=failed",
          "a=failed won 0",
        ]
      ) { scenario in
        let source = ValueCell<Int>.work()
        let timed = source.mirror
        scenario.probe("a", of: timed)
        scenario.thread { source.fulfil(0, scenario) }
        scenario.thread { timed.fail() }
        scenario.thread { timed.cancel(scenario) }
      },
    ]
  }
#endif
