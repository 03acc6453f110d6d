// Leaving: waits with `get()`, observing waits, and their effect on work, gates and shields.

#if DEBUG
  @testable import AsyncPromises

  extension Race {
    static let leaving: [Race] = [
      Race(
        "E2: the last consumer leaves a gate while it is opened, and another attaches",
        ["a left b=1 won 1", "a=1 b=1 won 1"]
      ) { scenario in
        let gate = ValueCell<Int>()
        let probe = scenario.probe("a", of: gate)
        let late = Probe("b", scenario)
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.thread { late.attach(to: gate) }
        scenario.thread { gate.fulfil(1, scenario) }
      },

      Race(
        "E2 A3: a consumer attaches while its promise is bound, and the work stops when it leaves",
        ["a left inner=abandoned outer=abandoned"]
      ) { scenario in
        let (outer, inner) = (ValueCell<Int>.work(), ValueCell<Int>.work())
        let probe = Probe("a", scenario)
        scenario.thread { outer.follow(inner) }
        scenario.thread { probe.attach(to: outer) }
        scenario.afterwards {
          probe.leave(byCancellation: true)
          scenario.note("inner=\(inner.fact)")
          scenario.note("outer=\(outer.fact)")
        }
      },

      Race(
        "E2 A3: of two consumers one attaches while the list moves; both leave, and work stops",
        ["a left b left inner=abandoned"], bound: 2
      ) { scenario in
        let (outer, inner) = (ValueCell<Int>.work(), ValueCell<Int>.work())
        let early = scenario.probe("a", of: outer)
        let late = Probe("b", scenario)
        scenario.thread { outer.follow(inner) }
        scenario.thread { late.attach(to: outer) }
        scenario.afterwards {
          early.leave(byCancellation: true)
          late.leave(byCancellation: true)
          scenario.note("inner=\(inner.fact)")
        }
      },

      Race(
        "E2: two consumers leave a gate together, and it stays pending for a third",
        ["a left b left c=1 won 1"]
      ) { scenario in
        let gate = ValueCell<Int>()
        for name in ["a", "b"] {
          let probe = scenario.probe(name, of: gate)
          scenario.thread { probe.leave(byCancellation: true) }
        }
        scenario.afterwards {
          scenario.probe("c", of: gate)
          gate.fulfil(1, scenario)
        }
      },

      Race(
        "E1 E2: the last consumer leaves while a cancellation handler is registered",
        ["a left told", "a left won 1"]
      ) { scenario in
        let (promise, resolver) = Promise<Int>.pending()
        let probe = scenario.probe("a", of: promise.cell)
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.thread { resolver.onCancel { scenario.note("told") } }
        scenario.afterwards { promise.cell.fulfil(1, scenario) }
      },

      Race(
        "E2 A3: the last consumer leaves a gate while it begins to follow",
        ["a left inner=1 outer=1 won 1", "a left inner=1 outer=abandoned won 1"]
      ) { scenario in
        let (outer, inner) = (ValueCell<Int>(), ValueCell<Int>())
        let probe = scenario.probe("a", of: outer)
        scenario.thread { outer.follow(inner) }
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.afterwards {
          inner.fulfil(1, scenario)
          scenario.note("inner=\(inner.fact)")
          scenario.note("outer=\(outer.fact)")
        }
      },

      Race(
        "E2: the last consumer leaves a derived promise while its source settles",
        ["a left d=1 won 1", "a left d=abandoned won 1", "a=1 d=1 won 1"]
      ) { scenario in
        let source = ValueCell<Int>()
        let derived = Promise(cell: source).map { $0 }.cell
        let probe = scenario.probe("a", of: derived)
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.thread { source.fulfil(1, scenario) }
        scenario.afterwards { scenario.note("d=\(derived.fact)") }
      },

      Race(
        "E2: the last consumer leaves a derived promise whose handler is due",
        ["a=0 d=0 ran", "a left d=0 ran", "a left d=abandoned", "a left d=abandoned ran"]
      ) { scenario in
        let derived = Promise.fulfilled(0).map { value in
          scenario.note("ran")
          return value
        }.cell
        let probe = scenario.probe("a", of: derived)
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.afterwards { scenario.note("d=\(derived.fact)") }
      },

      Race(
        "E3: all consumers leave a shielded promise while it settles",
        ["a left b left won 1", "a left b=1 won 1", "a=1 b left won 1", "a=1 b=1 won 1"], bound: 2
      ) { scenario in
        let source = ValueCell<Int>.work()
        let shielded = Promise(cell: source).shielded().cell
        for name in ["a", "b"] {
          let probe = scenario.probe(name, of: shielded)
          scenario.thread { probe.leave(byCancellation: true) }
        }
        scenario.thread { source.fulfil(1, scenario) }
        // Without a handle, the shielded promise would leave, too.
        scenario.afterwards { withExtendedLifetime(shielded) {} }
      },

      Race(
        "E3: shielded promises are dropped while the last consumer of their source leaves",
        ["a left won 1"], bound: 1
      ) { scenario in
        let source = ValueCell<Int>.work()
        let probe = scenario.probe("a", of: source)
        for _ in 0..<2 {
          let shielded = Handle(Promise(cell: source).shielded())
          scenario.thread { shielded.drop() }
        }
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.afterwards { source.fulfil(1, scenario) }
      },

      Race(
        "E3 H2: a consumer attaches while the last one leaves: it is served, or too late",
        ["a left b=1 won 1", "a left b=abandoned known"]
      ) { scenario in
        let cell = ValueCell<Int>.work()
        let probe = scenario.probe("a", of: cell)
        let late = Probe("b", scenario)
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.thread { late.attach(to: cell) }
        scenario.afterwards {
          cell.fulfil(1, scenario)
          if cell.marks.has(.lateConsumerKnown) { scenario.note("known") }
        }
      },

      Race(
        "C2 E2: an outcome or the cancellation of a get() comes first",
        ["a=1 won 1", "a=cancelled"], level: .jobs
      ) { scenario in
        let (promise, resolver) = Promise<Int>.pending()
        resolver.onCancel {}
        let getter = scenario.get(promise, "a")
        scenario.thread { getter.cancel() }
        scenario.thread { promise.cell.fulfil(1, scenario) }
        scenario.afterwards { withExtendedLifetime(resolver) {} }
      },

      Race(
        "C2 E2: two calls of get() are cancelled together, and the work is stopped",
        [
          "a=cancelled b=cancelled promise=abandoned told",
          "a=cancelled b=abandoned promise=abandoned told",
          "a=abandoned b=cancelled promise=abandoned told",
        ], level: .jobs
      ) { scenario in
        let (promise, resolver) = Promise<Int>.pending()
        resolver.onCancel { scenario.note("told") }
        for name in ["a", "b"] {
          let getter = scenario.get(promise, name)
          scenario.thread { getter.cancel() }
        }
        scenario.afterwards {
          scenario.note("promise=\(promise.cell.fact)")
          withExtendedLifetime(resolver) {}
        }
      },

      Race(
        "C2 E2 E3: a get() and an observing wait are cancelled: the work stops or continues",
        [
          "a=cancelled b=cancelled promise=abandoned", "a=cancelled b=cancelled promise=pending",
          "a=cancelled b=abandoned promise=abandoned",
        ], level: .jobs
      ) { scenario in
        let (promise, resolver) = Promise<Int>.pending()
        resolver.onCancel {}
        let getter = scenario.get(promise, "a")
        let looker = scenario.await(promise, "b")
        scenario.thread { getter.cancel() }
        scenario.thread { looker.cancel() }
        scenario.afterwards {
          scenario.note("promise=\(promise.cell.fact)")
          withExtendedLifetime(resolver) {}
        }
      },

      Race(
        "C2 E2: a get() is cancelled while a consumer attaches: it is served, or too late",
        ["a=cancelled b=1 won 1", "a=cancelled b=abandoned"], level: .jobs
      ) { scenario in
        let (promise, resolver) = Promise<Int>.pending()
        resolver.onCancel {}
        let getter = scenario.get(promise, "a")
        let late = Probe("b", scenario)
        scenario.thread { getter.cancel() }
        scenario.thread { late.attach(to: promise.cell) }
        scenario.afterwards {
          promise.cell.fulfil(1, scenario)
          withExtendedLifetime(resolver) {}
        }
      },

      Race(
        "C2 E2: a get() of an operation is cancelled: so is the task, or it has ended",
        ["a=1", "a=cancelled", "a=cancelled stopped"], level: .jobs
      ) { scenario in
        let promise = Promise {
          await Task.yield()
          if Task.isCancelled { scenario.note("stopped") }
          return 1
        }
        let getter = scenario.get(promise, "a")
        scenario.thread { getter.cancel() }
      },
    ]
  }

  extension Scenario {
    /// A task that awaits `get()` and records the outcome.
    fileprivate func get(_ promise: Promise<Int>, _ name: String) -> Task<Void, Never> {
      task {
        let outcome: Result<Int, any Error>
        do { outcome = .success(try await promise.get()) } catch { outcome = .failure(error) }
        self.note("\(name)=\(outcome.fact)")
      }
    }
  }
#endif
