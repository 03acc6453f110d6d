// Tasks that wait for promises, and tasks behind promises.
//
// Races that cancel a task while it waits run at the level of jobs. Every interleaving of a
// waiter's withdrawal with the rest of the core is explored with probes (SettlingRaces.swift).

#if DEBUG
  @testable import AsyncPromises
  @testable import AsyncPromisesTracking

  extension Race {
    static let tasks: [Race] = [
      Race(
        "H1 F2: a map that was cancelled before its task began has no late work", ["cancelled"],
        level: .jobs
      ) { scenario in
        let scope = scenario.scope { if case .lateWork = $0 { scenario.note("late") } }
        let map = TrackingContext.$current.withValue(.inside(scope)) {
          Promise.map(0..<2) { $0 }
        }
        if map.cancel() { scenario.note("cancelled") }
      },

      Race("D1: a map lets go of its task when it has ended", ["let go"], level: .jobs) {
        scenario in
        let map = Promise.map(0..<2) { $0 }
        scenario.afterwards { scenario.note(map.cell.task == nil ? "let go" : "kept") }
      },

      Race(
        "C3: a task that waits while its promise settles is woken once and reads the outcome",
        ["a=1"]
      ) { scenario in
        let (promise, resolver) = Promise<Int>.pending()
        scenario.await(promise, "a")
        scenario.thread { resolver.fulfill(1) }
      },

      Race(
        "C3: two tasks wait while the outcome arrives",
        ["a=1 b=1"], bound: 1
      ) { scenario in
        let cell = ValueCell<Int>()
        for name in ["a", "b"] { scenario.await(Promise(cell: cell), name) }
        scenario.thread { cell.fulfil(1) }
      },

      Race(
        "A4: the last resolver is released while a task begins to wait",
        ["a=failed"]
      ) { scenario in
        let (promise, resolver) = Promise<Int>.pending()
        let handle = Handle(resolver)
        scenario.await(promise, "a")
        scenario.thread { handle.drop() }
      },

      Race(
        "C2: a settlement or a cancelled wait comes first, and another wait continues",
        ["a=1 b=1", "a=cancelled b=1"], level: .jobs
      ) { scenario in
        let (promise, resolver) = Promise<Int>.pending()
        let waiter = scenario.await(promise, "a")
        scenario.await(promise, "b")
        scenario.thread { resolver.fulfill(1) }
        scenario.thread { waiter.cancel() }
      },

      Race(
        "E3: cancelling the last wait cancels nothing else",
        ["a=cancelled b=cancelled promise=pending"], level: .jobs
      ) { scenario in
        let (promise, resolver) = Promise<Int>.pending()
        resolver.onCancel {}
        for name in ["a", "b"] {
          let waiter = scenario.await(promise, name)
          scenario.thread { waiter.cancel() }
        }
        scenario.afterwards {
          scenario.note("promise=\(promise.cell.fact)")
          resolver.fulfill(1)
        }
      },

      Race(
        "D1 E1 C2: an operation returns, its promise is cancelled, and so is a waiter",
        ["a=1 promise=1", "a=cancelled promise=1", "a=cancelled promise=cancelled"], level: .jobs
      ) { scenario in
        let promise = Promise { 1 }
        let waiter = scenario.await(promise, "a")
        scenario.thread { promise.cancel() }
        scenario.thread { waiter.cancel() }
        scenario.afterwards { scenario.note("promise=\(promise.cell.fact)") }
      },

      Race(
        "E1: the task of a cancelled promise is cancelled before starting, while running, or never",
        [
          "promise=1", "promise=cancelled", "promise=cancelled stopped",
        ], level: .jobs
      ) { scenario in
        let promise = Promise {
          await Task.yield()
          if Task.isCancelled { scenario.note("stopped") }
          await Task.yield()
          return 1
        }
        scenario.thread { promise.cancel() }
        scenario.afterwards { scenario.note("promise=\(promise.cell.fact)") }
      },

      Race(
        "D1: cancelling a task doesn't cancel the operation that it has created",
        ["promise=1"], level: .jobs
      ) { scenario in
        let creator = scenario.task {
          let promise = Promise {
            await Task.yield()
            return Task.isCancelled ? 0 : 1
          }
          await Task.yield()
          promise.whenSettled { scenario.note("promise=\($0.fact)") }
        }
        scenario.thread { creator.cancel() }
      },

      Race(
        "D1 E1: operations that throw an error or a cancellation are cancelled meanwhile",
        [
          "a was cancelled a=cancelled b was cancelled b=cancelled",
          "a was cancelled a=cancelled b=cancelled", "a=failed b was cancelled b=cancelled",
          "a=failed b=cancelled",
        ], level: .jobs
      ) { scenario in
        let promises = [
          Promise<Int> { throw PromiseError.invalid }, Promise<Int> { throw CancellationError() },
        ]
        for (name, promise) in zip(["a", "b"], promises) {
          scenario.thread { promise.cancel() }
          scenario.afterwards {
            scenario.note("\(name)=\(promise.cell.fact)")
            if promise.cell.isCancelled { scenario.note("\(name) was cancelled") }
          }
        }
      },

      Race(
        "F2 E1: a map of two items at a time fails while it is cancelled",
        ["map=failed", "map=cancelled"], level: .jobs
      ) { scenario in
        let map = Promise.map([0, 1], concurrency: 2) { item in
          guard item == 0 else { throw PromiseError.invalid }
          return item
        }
        scenario.thread { map.cancel() }
        scenario.afterwards { scenario.note("map=\(map.cell.fact)") }
      },

      Race(
        "F2: the items of a map end in any order; the results keep the items' order",
        ["map=12"], level: .jobs
      ) { scenario in
        let map = Promise.map([1, 2], concurrency: 2) { item in
          await Task.yield()
          return item
        }
        map.whenSettled { result in
          let digits = (try? result.get()) ?? []
          scenario.note("map=\(digits.reduce(0) { $0 * 10 + $1 })")
        }
      },

      Race(
        "F2: two items of a map end at once; each of their tasks takes another item, or ends",
        ["map=1234"], bound: 1
      ) { scenario in
        let map = Promise.map([1, 2, 3, 4], concurrency: 2) { $0 }
        map.whenSettled { result in
          let digits = (try? result.get()) ?? []
          scenario.note("map=\(digits.reduce(0) { $0 * 10 + $1 })")
        }
      },

      Race(
        "C2 C3: a cancelled wait ends, whenever it is cancelled",
        ["cancelled", "0"], level: .jobs
      ) { scenario in
        let cell = ValueCell<Int>()
        let task = scenario.task { scenario.note(await Promise(cell: cell).result.fact) }
        scenario.thread { task.cancel() }
        scenario.thread { Trampoline.run { _ = cell.fulfill(0, &$0) } }
      },

      Race(
        "E5 E2: a retry is cancelled while the promise of its attempt is returned or settled",
        ["inner=1 outer=1", "inner=1 outer=cancelled", "inner=abandoned outer=cancelled"],
        level: .jobs
      ) { scenario in
        let (inner, resolver) = Promise<Int>.pending()
        resolver.onCancel {}
        let outer = Promise.retry(maxAttempts: 1) { _ in
          await Task.yield()
          return inner
        }
        scenario.thread { resolver.fulfill(1) }
        scenario.thread { outer.cancel() }
        scenario.afterwards {
          scenario.note("inner=\(inner.cell.fact) outer=\(outer.cell.fact)")
        }
      },

      Race(
        "E5 E2: a retry is cancelled while the promise of its attempt stays pending",
        ["inner=abandoned"], level: .jobs
      ) { scenario in
        let (inner, resolver) = Promise<Int>.pending()
        resolver.onCancel {}
        let outer = Promise.retry(maxAttempts: 1) { _ in inner }
        scenario.thread { outer.cancel() }
        scenario.afterwards {
          scenario.note("inner=\(inner.cell.fact)")
          resolver.fulfill(1)
        }
      },

      Race(
        "E5 E2: an operation returns a promise while its own is cancelled",
        ["inner=1 outer=1", "inner=1 outer=cancelled", "inner=abandoned outer=cancelled"],
        level: .jobs
      ) { scenario in
        let (inner, resolver) = Promise<Int>.pending()
        resolver.onCancel {}
        let outer = Promise {
          await Task.yield()
          return inner
        }
        scenario.thread { resolver.fulfill(1) }
        scenario.thread { outer.cancel() }
        scenario.afterwards {
          scenario.note("inner=\(inner.cell.fact) outer=\(outer.cell.fact)")
        }
      },
    ]
  }

  extension Scenario {
    /// A task that records the outcome of its wait.
    @discardableResult
    func `await`(_ promise: Promise<Int>, _ name: String) -> Task<Void, Never> {
      task { self.note("\(name)=\(await promise.result.fact)") }
    }
  }
#endif
