// Foreign code: user objects are freed, and tasks resumed, only when the thread holds nothing.

#if DEBUG
  @testable import AsyncPromises

  extension Race {
    static let foreignCode: [Race] = [
      Race(
        "B5: inputs without other references are freed when nothing is held",
        ["a=2"], bound: 1
      ) { scenario in
        let inputs = (0..<2).map { _ in Handle(ValueCell<Guest>()) }
        let cells = inputs.compactMap(\.object)
        let group = Promise.all(cells, remaining: .leave, .none) { 2 }.cell
        scenario.probe("a", of: group)
        for input in inputs {
          scenario.thread {
            Trampoline.run { _ = input.take()?.fulfill(Guest(scenario), &$0) }
          }
        }
      },

      Race(
        "B5: objects that a group retains are freed when nothing is held",
        ["a=2 won 0", "a=cancelled cancelled won 0", "a=cancelled cancelled"]
      ) { scenario in
        let input = ValueCell<Int>.work()
        let guest = Guest(scenario)
        let group = Promise.all([input], remaining: .leave, .none) { guest.answer }.cell
        scenario.probe("a", of: group)
        scenario.thread { input.fulfil(0, scenario) }
        scenario.thread { group.cancel(scenario) }
      },

      Race(
        "B5: a handler and its argument are freed when nothing is held",
        ["a=2", "a=cancelled cancelled"], bound: 1
      ) { scenario in
        let source = Handle(ValueCell<Guest>())
        let guest = Guest(scenario)
        guard let promise = source.object.map(Promise.init(cell:)) else { return }
        let derived: Promise<Int> = promise.derive(in: .queue(.ofJobs), .none) {
          _, _, derived, effects in
          Promise<Int>.settle(derived, &effects) { guest.answer }
        }
        scenario.probe("a", of: derived.cell)
        scenario.thread { Trampoline.run { _ = source.take()?.fulfill(Guest(scenario), &$0) } }
        scenario.thread { derived.cell.cancel(scenario) }
      },

      Race(
        "B5: an unused `onCancel` handler is freed when nothing is held",
        ["a=0 won 0", "a=cancelled cancelled told"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let resolver = Resolver(cell)
        let guest = Guest(scenario)
        resolver.onCancel {
          if guest.answer == 2 { scenario.note("told") }
        }
        scenario.probe("a", of: cell)
        scenario.thread { cell.fulfil(0, scenario) }
        scenario.thread { cell.cancel(scenario) }
        scenario.afterwards { withExtendedLifetime(resolver) {} }
      },

      Race(
        "B5: a consumer that has left is freed when nothing is held",
        ["", "gone"]
      ) { scenario in
        let cell = ValueCell<Int>.work()
        let leaving = Handle(GuestNode(Guest(scenario)))
        let last = Recipient()
        leaving.object?.attach(to: cell)
        last.attach(to: cell)
        scenario.thread {
          leaving.object?.leave(byCancellation: false)
          leaving.drop()
        }
        scenario.thread { last.leave(byCancellation: true) }
        scenario.afterwards { if cell.fact == "abandoned" { scenario.note("gone") } }
      },

      Race("B5 G2: objects of a timer are freed when nothing is held", ["one other"]) { scenario in
        let sleep = SharedSleep(ContinuousClock())
        for name in ["one", "other"] {
          scenario.thread {
            let guest = Guest(scenario)
            _ = sleep.start(after: .zero) { _ in
              if guest.answer == 2 { scenario.note(name) }
            }
          }
        }
      },

      Race("B5 C3: a waiter resumes when nothing is held", ["on won 0"]) { scenario in
        let cell = ValueCell<Int>()
        scenario.thread {
          let node = GuestWaiter(scenario)
          if node.link.arm(with: cell) { cell.attach(node) }
        }
        scenario.thread { cell.fulfil(0, scenario) }
      },

      Race(
        "B5 G2: a waiter that a timer wakes resumes when nothing is held", ["called on"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let node = GuestWaiter(scenario)
        if node.link.arm(with: cell) { cell.attach(node) }
        let sleep = SharedSleep(ContinuousClock())
        scenario.thread {
          _ = sleep.start(after: .zero) { effects in
            cell.fulfill(0, &effects)
            effects.callOut { scenario.note("called") }
          }
        }
      },
    ]
  }

  /// A user's object, which may be freed only when the thread holds nothing.
  private final class Guest: @unchecked Sendable {
    private let scenario: Scenario

    init(_ scenario: Scenario) { self.scenario = scenario }

    var answer: Int { 2 }

    deinit {
      if Holding.count != 0 { scenario.note("freed while something is held") }
    }
  }

  /// A consumer that retains a guest.
  private final class GuestNode: Recipient, @unchecked Sendable {
    private let guest: Guest

    init(_ guest: Guest) { self.guest = guest }
  }

  /// Simulates a task whose executor is the user's.
  private final class GuestWaiter: WaitingNode, @unchecked Sendable {
    private let scenario: Scenario

    init(_ scenario: Scenario) {
      self.scenario = scenario
      super.init(link: .unarmed)
    }

    override func resume() {
      scenario.note(Holding.count == 0 ? "on" : "on while something is held")
    }
  }

  extension HandlerQueue {
    /// Each handler has a separate job and waits in no lane, so that it alone retains its source.
    fileprivate static let ofJobs = HandlerQueue { job in Tasks.start(on: nil) { job() } }
  }

  extension Handle {
    /// Drops the only copy and returns it.
    fileprivate func take() -> Object? {
      let last = object
      drop()
      return last
    }
  }
#endif
