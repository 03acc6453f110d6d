// Groups: which input decides, and what happens to the others.

#if DEBUG
  @testable import AsyncPromises

  extension Race {
    static let groups: [Race] = [
      Race(
        "F: one of two inputs that settle together decides the race",
        ["a=0 won 0 won 1", "a=1 won 0 won 1"]
      ) { scenario in
        let inputs = scenario.cells(2)
        let group = Promise.race(inputs.map(Promise.init(cell:))).cell
        scenario.probe("a", of: group)
        for (value, input) in inputs.enumerated() {
          scenario.thread { input.fulfil(value, scenario) }
        }
      },

      Race(
        "F: the last of all inputs decides once",
        ["a=2 won 0 won 1"]
      ) { scenario in
        let inputs = scenario.cells(2)
        let group = Promise.all(inputs, remaining: .leave, .none) { 2 }.cell
        scenario.probe("a", of: group)
        for (value, input) in inputs.enumerated() {
          scenario.thread { input.fulfil(value, scenario) }
        }
      },

      Race(
        "F: `all`: a failure, and the last success",
        ["a=failed won 0"]
      ) { scenario in
        let inputs = scenario.cells(2)
        let group = Promise.all(inputs, remaining: .leave, .none) { 2 }.cell
        scenario.probe("a", of: group)
        scenario.thread { inputs[0].fulfil(0, scenario) }
        scenario.thread { inputs[1].fail() }
      },

      Race(
        "F: `any`: a success, and the last failure",
        ["a=0 won 0"]
      ) { scenario in
        let inputs = scenario.cells(2)
        let group = Promise.any(inputs.map(Promise.init(cell:))).cell
        scenario.probe("a", of: group)
        scenario.thread { inputs[0].fulfil(0, scenario) }
        scenario.thread { inputs[1].fail() }
      },

      Race(
        "F: a group is created while its inputs settle",
        ["a=0 won 0 won 1", "a=1 won 0 won 1"], bound: 1
      ) { scenario in
        let inputs = scenario.cells(2)
        scenario.thread {
          let group = Promise.race(inputs.map(Promise.init(cell:))).cell
          scenario.probe("a", of: group)
        }
        for (value, input) in inputs.enumerated() {
          scenario.thread { input.fulfil(value, scenario) }
        }
      },

      Race(
        "F: a race of three inputs that settle together",
        ["a=0 won 0 won 1 won 2", "a=1 won 0 won 1 won 2", "a=2 won 0 won 1 won 2"], bound: 1
      ) { scenario in
        let inputs = scenario.cells(3)
        let group = Promise.race(inputs.map(Promise.init(cell:))).cell
        scenario.probe("a", of: group)
        for (value, input) in inputs.enumerated() {
          scenario.thread { input.fulfil(value, scenario) }
        }
      },

      Race(
        "F: `all`: one of two failures decides",
        ["a=cancelled cancelled", "a=failed cancelled"]
      ) { scenario in
        let inputs = scenario.cells(2)
        let group = Promise.all(inputs, remaining: .leave, .none) { 2 }.cell
        scenario.probe("a", of: group)
        scenario.thread { inputs[0].fail() }
        scenario.thread { inputs[1].cancel(scenario) }
      },

      Race(
        "F E2: `all`: the last success, the first failure, and a cancellation",
        ["a=cancelled cancelled won 0", "a=cancelled cancelled", "a=failed won 0"], bound: 1
      ) { scenario in
        let inputs = [ValueCell<Int>.work(), .work()]
        let group = Promise.all(inputs, remaining: .leave, .none) { 2 }.cell
        scenario.probe("a", of: group)
        scenario.thread { inputs[0].fulfil(0, scenario) }
        scenario.thread { inputs[1].fail() }
        scenario.thread { group.cancel(scenario) }
      },

      Race(
        "F E2: `any`: the last failure, the first success, and a cancellation",
        ["a=0 won 0", "a=cancelled cancelled won 0", "a=cancelled cancelled"], bound: 1
      ) { scenario in
        let inputs = [ValueCell<Int>.work(), .work()]
        let group = Promise.any(inputs.map(Promise.init(cell:))).cell
        scenario.probe("a", of: group)
        scenario.thread { inputs[0].fulfil(0, scenario) }
        scenario.thread { inputs[1].fail() }
        scenario.thread { group.cancel(scenario) }
      },

      Race(
        "F: `any`: the last two failures; all errors are there, in order",
        ["cancelled in order"]
      ) { scenario in
        let inputs = scenario.cells(2)
        let group = Promise.any(inputs.map(Promise.init(cell:)))
        scenario.thread { inputs[0].fail() }
        scenario.thread { inputs[1].cancel(scenario) }
        scenario.afterwards {
          guard case .failure(PromiseError.noneFulfilled(let errors)) = group.resultIfSettled,
            errors.count == 2, errors[0] is PromiseError, errors[1] is CancellationError
          else { return }
          scenario.note("in order")
        }
      },

      Race(
        "F: `allSettled`: a success and a failure",
        ["0 failed won 0"]
      ) { scenario in
        let inputs = scenario.cells(2)
        let group = Promise.allSettled(inputs.map(Promise.init(cell:)))
        scenario.thread { inputs[0].fulfil(0, scenario) }
        scenario.thread { inputs[1].fail() }
        scenario.afterwards {
          guard case .success(let results) = group.resultIfSettled else { return }
          for result in results { scenario.note(result.fact) }
        }
      },

      Race(
        "F1: a tuple is fulfilled by the last of its inputs",
        ["0 one"]
      ) { scenario in
        let (number, word) = (ValueCell<Int>(), ValueCell<String>())
        let group = Promise.all(Promise(cell: number), Promise(cell: word))
        scenario.thread { number.fulfil() }
        scenario.thread { Trampoline.run { _ = word.fulfill("one", &$0) } }
        scenario.afterwards {
          guard case .success(let (number, word)) = group.resultIfSettled else { return }
          scenario.note("\(number)")
          scenario.note(word)
        }
      },

      Race(
        "F: a countdown ends once",
        ["last"]
      ) { scenario in
        let countdown = Countdown(from: 3)
        for _ in 0..<3 {
          scenario.thread { if countdown.countDown() { scenario.note("last") } }
        }
      },
    ]
  }
#endif
