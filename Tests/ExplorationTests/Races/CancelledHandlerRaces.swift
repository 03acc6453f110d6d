// Handlers of cancelled promises: skipped, or run in vain, and released.

#if DEBUG
  @testable import AsyncPromises

  extension Race {
    static let cancelledHandlers: [Race] = [
      Race(
        "E2 B6: a derived promise is cancelled while its source settles",
        [
          "d=1 handler let go ran won 1", "cancelled d=cancelled handler let go ran won 1",
          "cancelled d=cancelled handler let go won 1", "cancelled d=cancelled handler let go",
        ]
      ) { scenario in
        let source = ValueCell<Int>.work()
        let capture = scenario.capture()
        let derived = Promise(cell: source).map { value in
          scenario.note(capture("ran"))
          return value
        }.cell
        scenario.thread { source.fulfil(1, scenario) }
        scenario.thread { derived.cancel(scenario) }
        scenario.afterwards { scenario.note("d=\(derived.fact)") }
      },

      Race(
        "B3 E2: one of two handlers is skipped, the other runs",
        ["1.a 2.b", "1.b"]
      ) { scenario in
        let source = Promise(cell: ValueCell<Int>())
        let order = Order(scenario)
        let derived = source.done { _ in order.note("a") }
        source.done { _ in order.note("b") }
        scenario.thread { source.cell.fulfil() }
        scenario.thread { derived.cancel() }
      },

      Race(
        "E1: a source is cancelled while it settles, with a handler for each outcome",
        ["cancelled caught=cancelled", "done won 1"]
      ) { scenario in
        let source = Promise(cell: ValueCell<Int>())
        source.done { _ in scenario.note("done") }
        source.catch { scenario.note("caught=\(Result<Int, any Error>.failure($0).fact)") }
        scenario.thread { source.cell.fulfil(1, scenario) }
        scenario.thread { source.cell.cancel(scenario) }
      },

      Race(
        "E1 B3: a source is cancelled while handlers are registered",
        ["1.a 2.b cancelled"]
      ) { scenario in
        let source = Promise(cell: ValueCell<Int>())
        let order = Order(scenario)
        source.catch { _ in order.note("a") }
        scenario.thread { source.cell.cancel(scenario) }
        scenario.thread { source.catch { _ in order.note("b") } }
      },

      Race(
        "B6: a `finally` closure runs once, and is released",
        [
          "d=1 handler let go tidied won 1", "cancelled d=cancelled handler let go tidied won 1",
          "cancelled d=cancelled handler let go tidied",
        ]
      ) { scenario in
        let source = ValueCell<Int>.work()
        let capture = scenario.capture()
        let derived = Promise(cell: source).finally { scenario.note(capture("tidied")) }.cell
        scenario.thread { source.fulfil(1, scenario) }
        scenario.thread { derived.cancel(scenario) }
        scenario.afterwards { scenario.note("d=\(derived.fact)") }
      },

      Race(
        "B6: a cancelled `finally`, and a handler that waits behind it",
        ["cancelled caught tidied", "tidied"]
      ) { scenario in
        let source = Promise(cell: ValueCell<Int>())
        let tidy = source.finally { scenario.note("tidied") }
        tidy.catch { _ in scenario.note("caught") }
        scenario.thread { source.cell.fulfil() }
        scenario.thread { tidy.cell.cancel(scenario) }
      },

      Race(
        "E2: a cancellation, and the promise that `then` returned",
        [
          "cancelled d=cancelled handler let go inner=abandoned ran",
          "cancelled d=cancelled handler let go inner=pending",
        ]
      ) { scenario in
        let inner = ValueCell<Int>.work()
        let capture = scenario.capture()
        let derived = Promise.fulfilled(0).then { _ in
          scenario.note(capture("ran"))
          return Promise(cell: inner)
        }.cell
        scenario.thread { derived.cancel(scenario) }
        scenario.afterwards {
          scenario.note("inner=\(inner.fact)")
          scenario.note("d=\(derived.fact)")
        }
      },

      Race(
        "E2: the promise that `then` returned settles while the derived one is cancelled",
        [
          "cancelled d=cancelled ran won 1", "cancelled d=cancelled ran",
          "cancelled d=cancelled won 1", "d=1 ran won 1",
        ], bound: 1
      ) { scenario in
        let inner = ValueCell<Int>.work()
        let derived = Promise.fulfilled(0).then { _ in
          scenario.note("ran")
          return Promise(cell: inner)
        }.cell
        scenario.thread { inner.fulfil(1, scenario) }
        scenario.thread { derived.cancel(scenario) }
        scenario.afterwards { scenario.note("d=\(derived.fact)") }
      },

      Race(
        "E2 B6: a rejection is replaced while the derived promise is cancelled",
        [
          "d=2 handler let go ran", "cancelled d=cancelled handler let go ran",
          "cancelled d=cancelled handler let go",
        ]
      ) { scenario in
        let source = Promise(cell: ValueCell<Int>())
        let capture = scenario.capture()
        let derived = source.recover { _ in
          scenario.note(capture("ran"))
          return 2
        }.cell
        scenario.thread { source.cell.fail() }
        scenario.thread { derived.cancel(scenario) }
        scenario.afterwards { scenario.note("d=\(derived.fact)") }
      },

      Race(
        "E2: an asynchronous handler is cancelled with its promise",
        ["cancelled", "cancelled ran", "cancelled told", "d=0 ran"]
      ) { scenario in
        let derived = Promise.fulfilled(0).map(.async) { value async in
          scenario.note(Task.isCancelled ? "told" : "ran")
          return value
        }.cell
        scenario.thread { derived.cancel(scenario) }
        scenario.afterwards {
          if derived.fact != "cancelled" { scenario.note("d=\(derived.fact)") }
        }
      },
    ]
  }
#endif
