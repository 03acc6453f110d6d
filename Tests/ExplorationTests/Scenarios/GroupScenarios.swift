// Groups: which input decides, and what becomes of the others.

#if DEBUG
  import Testing
  @testable import AsyncPromises

  @Suite("Exploration of groups", .timeLimit(.minutes(1)), .serialized)
  struct GroupScenarios {
    @Test("F: of two inputs that settle together one decides the race")
    func race() async {
      await expectOutcomes(["a=0 won 0 won 1", "a=1 won 0 won 1"]) { scenario in
        let inputs = scenario.inputs(2)
        let group = Promise.race(inputs.map(Promise.init(cell:))).cell
        scenario.observe(group)
        for (value, input) in inputs.enumerated() {
          scenario.thread { input.fulfil(value, scenario) }
        }
      }
    }

    @Test("F: the last of all inputs decides once")
    func all() async {
      await expectOutcomes(["a=2 won 0 won 1"]) { scenario in
        let inputs = scenario.inputs(2)
        let group = Promise.all(inputs, losers: .leave, .none) { 2 }.cell
        scenario.observe(group)
        for (value, input) in inputs.enumerated() {
          scenario.thread { input.fulfil(value, scenario) }
        }
      }
    }

    @Test("F: a failure and the last success of all inputs")
    func allFailure() async {
      await expectOutcomes(["a=failed won 0"]) { scenario in
        let inputs = scenario.inputs(2)
        let group = Promise.all(inputs, losers: .leave, .none) { 2 }.cell
        scenario.observe(group)
        scenario.thread { inputs[0].fulfil(0, scenario) }
        scenario.thread { inputs[1].fail() }
      }
    }

    @Test("F: a success and the last failure of any input")
    func any() async {
      await expectOutcomes(["a=0 won 0"]) { scenario in
        let inputs = scenario.inputs(2)
        let group = Promise.any(inputs.map(Promise.init(cell:))).cell
        scenario.observe(group)
        scenario.thread { inputs[0].fulfil(0, scenario) }
        scenario.thread { inputs[1].fail() }
      }
    }

    @Test("F: a group is made while its inputs settle")
    func making() async {
      await expectOutcomes(["a=0 won 0 won 1", "a=1 won 0 won 1"]) { scenario in
        let inputs = scenario.inputs(2)
        scenario.thread {
          let group = Promise.race(inputs.map(Promise.init(cell:))).cell
          scenario.observe(scenario.watch(group))
        }
        for (value, input) in inputs.enumerated() {
          scenario.thread { input.fulfil(value, scenario) }
        }
      }
    }

    @Test("E2 E4: a group is cancelled while an input settles")
    func cancelled() async {
      await expectOutcomes([
        "a=0 b=left won 0", "a=cancelled b=cancelled cancelled won 0",
        "a=cancelled b=cancelled cancelled",
      ]) { scenario in
        let inputs = scenario.inputs(2)
        let group = Promise.race(inputs.map(Promise.init(cell:))).cell
        scenario.observe(group)
        scenario.thread { inputs[0].fulfil(0, scenario) }
        scenario.thread { group.cancel(scenario) }
        scenario.afterwards { scenario in
          switch inputs[1].outcome {
          case nil:
            scenario.note("b=left")
            inputs[1].fail()
          case .success: scenario.note("b=settled")
          case .failure: scenario.note("b=cancelled")
          }
        }
      }
    }

    @Test("E4: losers that are cancelled, and one that settles meanwhile")
    func losers() async {
      await expectOutcomes([
        "a=0 won 0", "a=0 won 0 won 1", "a=1 won 0 won 1", "a=1 won 1",
      ]) { scenario in
        let inputs = scenario.inputs(2)
        let group = Promise.race(inputs.map(Promise.init(cell:)), losers: .cancel).cell
        scenario.observe(group)
        for (value, input) in inputs.enumerated() {
          scenario.thread { input.fulfil(value, scenario) }
        }
      }
    }

    @Test("A3: a ring through a group is refused, whoever closes it")
    func ring() async {
      await expectOutcomes(["a=failed b=failed"]) { scenario in
        let inputs = scenario.inputs(2)
        let group = Promise.race([Promise(cell: inputs[0])]).cell
        scenario.observe(group)
        scenario.observe(inputs[1], "b")
        scenario.thread { inputs[0].follow(inputs[1]) }
        scenario.thread { inputs[1].follow(group) }
      }
    }

    @Test("G2: the end of the time and the outcome, one wins")
    func deadline() async {
      await expectOutcomes(["a=0 won 0", "a=failed", "a=failed won 0"]) { scenario in
        let source = scenario.watch(ValueCell<Int>())
        let timed = scenario.watch(ValueCell<Int>(mirroring: source, .none))
        Trampoline.run { source.attach(timed, &$0) }
        scenario.observe(timed)
        scenario.thread { source.fulfil(0, scenario) }
        scenario.thread { timed.fail() }
      }
    }
  }

  extension Scenario {
    fileprivate func inputs(_ count: Int) -> [ValueCell<Int>] {
      (0..<count).map { _ in watch(ValueCell<Int>()) }
    }

    fileprivate func observe(_ cell: ValueCell<Int>, _ name: String = "a") {
      watch(Probe(name, self)).attach(to: cell)
    }
  }

  extension ValueCell where Value == Int {
    fileprivate func fail() {
      Trampoline.run { _ = reject(PromiseError.invalid, &$0) }
    }
  }
#endif
