// Resolvers: which call wins, what is reported, and which handlers a cancellation calls.

#if DEBUG
  @testable import AsyncPromises
  @testable import AsyncPromisesTracking

  extension Race {
    static let resolvers: [Race] = [
      Race(
        "E1: an observer of cancellations is notified once, or dropped",
        ["cancelled told", "won 1"]
      ) { scenario in
        let cell = ValueCell<Int>()
        scenario.thread {
          Trampoline.run { effects in
            cell.observe(.cancellation, &effects) { _ in scenario.note("told") }
          }
        }
        scenario.thread { cell.cancel(scenario) }
        scenario.thread { cell.fulfil(1, scenario) }
      },

      Race(
        "E1: each cancellation handler runs once, even if two calls cancel",
        ["a b cancelled"]
      ) { scenario in
        let (promise, resolver) = Promise<Int>.pending()
        resolver.onCancel { scenario.note("a") }
        scenario.thread { resolver.onCancel { scenario.note("b") } }
        for _ in 0..<2 { scenario.thread { promise.cell.cancel(scenario) } }
        scenario.afterwards { withExtendedLifetime(resolver) {} }
      },

      Race(
        "E1: a cancellation handler registered while the promise is bound runs",
        ["a b cancelled"]
      ) { scenario in
        let (promise, resolver) = Promise<Int>.pending()
        let inner = ValueCell<Int>()
        resolver.onCancel { scenario.note("a") }
        scenario.thread { resolver.onCancel { scenario.note("b") } }
        scenario.thread { resolver.follow(Promise(cell: inner)) }
        scenario.afterwards { promise.cell.cancel(scenario) }
      },

      Race(
        "E1: observers of each kind, with a settle and a cancellation",
        ["1.any 2.cancelled", "1.any 2.settled"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let order = Order(scenario)
        Trampoline.run { effects in
          cell.observe(.settling, &effects) { _ in order.note("any") }
          cell.observe(.cancellation, &effects) { _ in order.note("cancelled") }
          cell.observe(.otherSettling, &effects) { _ in order.note("settled") }
        }
        scenario.thread { Trampoline.run { _ = cell.fulfill(0, &$0) } }
        scenario.thread { Trampoline.run(deferring: .nothing) { _ = cell.cancel(&$0) } }
      },

      Race(
        "H1 E2: a value of work that arrives while its only consumer leaves is reported",
        ["a left late", "a=1"]
      ) { scenario in
        let (work, resolver) = scenario.reportedWork()
        let probe = Probe("a", scenario)
        work.object.map { probe.attach(to: $0.cell) }
        scenario.thread { _ = resolver.object?.fulfill(1) }
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.afterwards {
          work.drop()
          resolver.drop()
        }
      },

      Race(
        "H1 E2: a value that another consumer gets is not reported, nor one of a gate",
        ["a left b=1", "a=1 b=1"]
      ) { scenario in
        let (work, resolver) = scenario.reportedWork()
        let (gate, gateResolver) = scenario.reportedWork(isGate: true)
        let probes = [Probe("a", scenario), Probe("b", scenario)]
        for probe in probes { work.object.map { probe.attach(to: $0.cell) } }
        let visitor = Probe("", scenario)
        gate.object.map { visitor.attach(to: $0.cell) }
        scenario.thread { _ = resolver.object?.fulfill(1) }
        scenario.thread { probes[0].leave(byCancellation: true) }
        scenario.afterwards {
          _ = visitor.link.withdraw()
          gate.object?.cell.marks.consumerVanished()
          gate.object?.cell.fulfil(1)
          for handle in [work, gate] { handle.drop() }
          for handle in [resolver, gateResolver] { handle.drop() }
        }
      },

      Race(
        "A2 H2: a second settle is reported, after a cancellation as late work",
        ["cancelled late late", "reported won 0", "reported won 1"], bound: 2
      ) { scenario in
        let (promise, resolver) = scenario.reportedPromise()
        for value in 0..<2 {
          scenario.thread { if resolver.fulfill(value) { scenario.note("won \(value)") } }
        }
        scenario.thread { promise.cell.cancel(scenario) }
      },

      Race(
        "A4: the last resolver is released while a consumer attaches",
        ["a=failed broken reported"]
      ) { scenario in
        let (promise, resolver) = scenario.reportedPromise()
        let handle = Handle(resolver)
        let probe = Probe("a", scenario)
        scenario.thread { handle.drop() }
        scenario.thread { probe.attach(to: promise.cell) }
        scenario.afterwards {
          if case .failure(PromiseError.broken) = promise.resultIfSettled {
            scenario.note("broken")
          }
        }
      },

      Race(
        "A4: the last resolver is released while the promise is cancelled",
        ["broken reported", "cancelled"]
      ) { scenario in
        let (promise, resolver) = scenario.reportedPromise()
        let handle = Handle(resolver)
        scenario.thread { handle.drop() }
        scenario.thread { promise.cell.cancel(scenario) }
        scenario.afterwards {
          if case .failure(PromiseError.broken) = promise.resultIfSettled {
            scenario.note("broken")
          }
        }
      },

      Race(
        "A4: one of two resolvers binds the promise, the other is released",
        ["a=1 won 1"]
      ) { scenario in
        let (promise, resolver) = scenario.reportedPromise()
        let inner = ValueCell<Int>()
        scenario.probe("a", of: promise.cell)
        let handle = Handle(resolver, copies: 2)
        scenario.thread {
          handle.object?.follow(Promise(cell: inner))
          handle.drop()
        }
        scenario.thread { handle.drop() }
        scenario.afterwards { inner.fulfil(1, scenario) }
      },

      Race(
        "A4: the last resolver is released while a wait begins",
        ["a=failed reported"]
      ) { scenario in
        let scope = scenario.scope { _ in scenario.note("reported") }
        let resolver = TrackingContext.$current.withValue(.inside(scope)) {
          Resolver(ValueCell<Int>(Origin("pending", #fileID, #line)))
        }
        let cell = resolver.cell
        let probe = Probe("a", scenario)
        let handle = Handle(resolver)
        scenario.thread { handle.drop() }
        scenario.thread { probe.attach(to: cell) }
      },

      Race(
        "E1: a producer is notified of a cancellation, however late it registers",
        ["cancelled told"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let work = Work(scenario)
        scenario.thread { Trampoline.run { cell.wait(for: work, &$0) } }
        scenario.thread { cell.cancel(scenario) }
      },

      Race(
        "E1: a producer is notified of the settling, however late it registers",
        ["told"]
      ) { scenario in
        let resolver = Resolver(ValueCell<Int>())
        let work = Work(scenario, isToldOf: .settled)
        scenario.thread { Trampoline.run { resolver.cell.wait(for: work, &$0) } }
        scenario.thread { resolver.fulfill(1) }
      },

      Race(
        "C4 E1: the task of a promise is looked up while it registers",
        ["cancelled", "cancelled saw it"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let task = WorkTask {}
        scenario.thread { cell.wait(for: task) }
        scenario.thread {
          if let seen = cell.task { scenario.note(seen == task ? "saw it" : "saw another") }
        }
        scenario.thread { cell.cancel(scenario) }
      },
    ]
  }

  extension Scenario {
    /// A promise whose mistakes become facts.
    fileprivate func reportedPromise() -> (promise: Promise<Int>, resolver: Resolver<Int>) {
      let scope = scope { event in
        if case .lateWork = event { self.note("late") } else { self.note("reported") }
      }
      return TrackingContext.$current.withValue(.inside(scope)) { Promise<Int>.pending() }
    }
  }

  extension Scenario {
    /// The only handles of a promise and its resolver, with work to stop unless it is a gate.
    fileprivate func reportedWork(
      isGate: Bool = false
    ) -> (promise: Handle<Promise<Int>>, resolver: Handle<Resolver<Int>>) {
      let (promise, resolver) = reportedPromise()
      if !isGate { promise.cell.marks.set(.hasWork) }
      return (Handle(promise), Handle(resolver))
    }
  }

  /// A producer that records a fact when it is stopped for the expected reason.
  private final class Work: Producer, @unchecked Sendable {
    private let scenario: Scenario
    private let expected: Reason

    init(_ scenario: Scenario, isToldOf reason: Reason = .cancelled) {
      (self.scenario, expected) = (scenario, reason)
    }

    override func consumerWithdrew(_ reason: Reason, _ effects: inout Effects) {
      if reason == expected { scenario.note("told") }
    }
  }
#endif
