// Handlers: each runs once, in order, or is skipped, and is released.

#if DEBUG
  @testable import AsyncPromises

  extension Race {
    static let handlers: [Race] = [
      Race(
        "B1 B3: handlers registered while the promise settles keep their order",
        ["1.a 2.b 3.c"], bound: 2
      ) { scenario in
        let promise = Promise(cell: ValueCell<Int>())
        let order = Order(scenario)
        promise.done { _ in order.note("a") }
        scenario.thread { promise.cell.fulfil() }
        scenario.thread {
          promise.done { _ in order.note("b") }
          promise.done { _ in order.note("c") }
        }
      },

      Race(
        "B3: two threads register handlers of a settled promise while its lane is drained",
        ["1.a 2.b 3.c", "1.a 2.c 3.b", "1.c 2.a 3.b"], bound: 2
      ) { scenario in
        let promise = Promise.fulfilled(0)
        let order = Order(scenario)
        scenario.thread {
          promise.done { _ in order.note("a") }
          promise.done { _ in order.note("b") }
        }
        scenario.thread { promise.done { _ in order.note("c") } }
      },

      Race(
        "B3 B4: handlers of two promises in one job, and a late handler of the second",
        ["1.a 2.b 3.c"]
      ) { scenario in
        let first = Promise(cell: ValueCell<Int>())
        let order = Order(scenario)
        let second = first.map {
          order.note("a")
          return $0
        }
        second.done { _ in order.note("b") }
        scenario.thread { first.cell.fulfil() }
        scenario.thread { second.done { _ in order.note("c") } }
      },

      Race(
        "B3: the lanes of two settled promises, each with a late handler",
        ["1.a 1.c 2.b 2.d"]
      ) { scenario in
        let promises = [Promise.fulfilled(0), Promise.fulfilled(1)]
        let orders = promises.map { _ in Order(scenario) }
        for (index, name) in ["a", "c"].enumerated() {
          promises[index].done { _ in orders[index].note(name) }
        }
        scenario.thread {
          for (index, name) in ["b", "d"].enumerated() {
            promises[index].done { _ in orders[index].note(name) }
          }
        }
      },

      Race(
        "B3: handlers of a bound promise, registered while it moves and settles",
        ["1.a 2.b"], bound: 2
      ) { scenario in
        let outer = Promise(cell: ValueCell<Int>())
        let inner = ValueCell<Int>()
        let order = Order(scenario)
        outer.done { _ in order.note("a") }
        scenario.thread { outer.cell.follow(inner) }
        scenario.thread {
          outer.done { _ in order.note("b") }
          inner.fulfil()
        }
      },

      Race(
        "B6: a handler is released after it has run, whenever it was registered",
        ["handler let go ran"]
      ) { scenario in
        let promise = Promise(cell: ValueCell<Int>())
        let handle = Handle(scenario.capture())
        scenario.thread { promise.cell.fulfil() }
        scenario.thread {
          guard let capture = handle.object else { return }
          handle.drop()
          promise.done { _ in scenario.note(capture("ran")) }
        }
      },

      Race(
        "B5: a handler drops its promise while another one is registered",
        ["a b"]
      ) { scenario in
        let promise = Handle(Promise(cell: ValueCell<Int>()), copies: 3)
        promise.object?.done { _ in
          scenario.note("a")
          promise.drop()
        }
        scenario.thread {
          promise.object?.cell.fulfil()
          promise.drop()
        }
        scenario.thread {
          promise.object?.done { _ in scenario.note("b") }
          promise.drop()
        }
      },

      Race(
        "B7: handlers of a rejected promise, and a late one",
        ["1.caught 2.recovered", "1.recovered 2.caught"], bound: 1
      ) { scenario in
        let promise = Promise(cell: ValueCell<Int>())
        let order = Order(scenario)
        scenario.thread { promise.cell.fail() }
        scenario.thread { promise.catch { _ in order.note("caught") } }
        scenario.thread {
          _ = promise.recover { _ in
            order.note("recovered")
            return 0
          }
        }
      },

      Race(
        "B3: a late handler waits for an earlier one",
        ["a b after a won 0"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let ended = StateWord(0)
        _ = Promise(cell: cell).map { _ in
          scenario.note("a")
          _ = ended.exchange(1)
        }
        scenario.thread { cell.fulfil(0, scenario) }
        scenario.thread {
          _ = Promise(cell: cell).map { _ in
            scenario.note(ended.load() == 1 ? "b after a" : "b too early")
          }
        }
      },
    ]
  }
#endif
