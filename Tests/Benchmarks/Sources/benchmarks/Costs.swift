// The cost per element, which must be the same with a thousand elements and with sixteen thousand;
// the cost of a cache hit; and the memory that queued and completed operations take up.

import AsyncPromises
import AsyncPromisesSharing
import CAllocations

enum Costs {
  private static let sizes = [1_000, 16_000]

  static let workloads = [
    series("allSettled", "an input of allSettled") { count in
      let inputs = (0..<count).map { _ in Promise<Int>.pending() }
      let all = Promise.allSettled(inputs.map(\.promise))
      for input in inputs { input.resolver.fulfill(1) }
      keep((try? await all.value.count) ?? 0)
    },
    series("any", "an input of any, rejected") { count in
      let inputs = (0..<count).map { _ in Promise<Int>.pending() }
      let any = Promise.any(inputs.map(\.promise))
      for input in inputs { input.resolver.reject(CancellationError()) }
      keep(await any.result)
    },
    series("race", "an input of a race") { count in
      let inputs = (0..<count).map { _ in Promise<Int>.pending() }
      let race = Promise.race(inputs.map(\.promise))
      for input in inputs.reversed() { input.resolver.fulfill(1) }
      keep(await race.result)
    },
    series("progress", "an input of all that reports its progress") { count in
      let inputs = (0..<count).map { _ in Promise<Int>.pending() }
      let all = Promise.all(inputs.map(\.promise), progress: { keep($0) })
      for input in inputs { input.resolver.fulfill(1) }
      keep((try? await all.value.count) ?? 0)
    },
    series("inCompletionOrder", "an input of inCompletionOrder") { count in
      let inputs = (0..<count).map { _ in Promise<Int>.pending() }
      let outcomes = Promise.inCompletionOrder(inputs.map(\.promise))
      for input in inputs.reversed() { input.resolver.fulfill(1) }
      for await outcome in outcomes { keep(outcome.result) }
    },
    series("map", "an item of a map, four at a time") { count in
      let map = Promise.map(0..<count, concurrency: 4) { await Awaiting.answer($0) }
      keep((try? await map.value.count) ?? 0)
    },
    series("mapSettled", "an item of mapSettled, all at once") { count in
      let map = Promise.mapSettled(0..<count) { await Awaiting.answer($0) }
      keep((try? await map.value.count) ?? 0)
    },
    series("retry", "an attempt of a retry") { count in
      keep(
        await Promise.retry(maxAttempts: count) { attempt in
          if attempt < count { throw CancelledAttempt() }
          return attempt
        }.result)
    },
    series("limiter", "an operation of a limiter, queued") { count in
      let limiter = PromiseLimiter(limit: 4)
      let runs = (0..<count).map { number in limiter.run { await Awaiting.answer(number) } }
      keep((try? await Promise.all(runs).value.count) ?? 0)
    },
    series("limiter-leaving", "a queued operation that is cancelled") { count in
      let limiter = PromiseLimiter(limit: 1)
      let (gate, open) = Promise<Int>.pending()
      limiter.run { gate }.whenSettled { keep($0) }
      let runs = (0..<count).map { number in limiter.run { number } }
      for run in runs { run.cancel() }
      open.fulfill(1)
      keep(await limiter.run { 1 }.result)
    },
    series("flight", "a caller of a flight") { count in
      let flights = SingleFlight<Int, Int>()
      let (gate, open) = Promise<Int>.pending()
      let calls = (0..<count).map { _ in flights.run(for: 1) { gate } }
      open.fulfill(1)
      keep((try? await Promise.all(calls).value.count) ?? 0)
    },
    series("flight-keys", "a key of a flight") { count in
      let flights = SingleFlight<Int, Int>()
      let calls = (0..<count).map { key in flights.run(for: key) { await Awaiting.answer(key) } }
      keep((try? await Promise.all(calls).value.count) ?? 0)
    },
    series("cache-keys", "a value that a cache creates") { count in
      let cache = PromiseCache<Int, Int>(maxCount: 512)
      let calls = (0..<count).map { key in cache.value(for: key) { await Awaiting.answer(key) } }
      keep((try? await Promise.all(calls).value.count) ?? 0)
    },
    series("timeouts", "a time limit that is met") { count in
      let inputs = (0..<count).map { _ in Promise<Int>.pending() }
      let limited = inputs.map { $0.promise.timeout(after: .seconds(60)) }
      for input in inputs { input.resolver.fulfill(1) }
      keep((try? await Promise.all(limited).value.count) ?? 0)
    },
    Workload(
      id: "W18f", what: "a flight with one caller, awaited",
      competitors: [
        .inTask(Competitor.ours) { rounds in
          let flights = SingleFlight<Int, Int>()
          for round in 0..<rounds { keep(await flights.run(for: round) { round }.result) }
        },
        .inTask("Task.value") { rounds in
          for round in 0..<rounds { keep(await Task { round }.value) }
        },
      ]),
    Workload(
      id: "W19", what: "a handler on its own actor", kind: .series,
      competitors: [4_000, 32_000].map { count in
        .inTask("\(count)", operations: count) { rounds in
          for _ in 0..<rounds {
            let (promise, resolver) = Promise<Int>.pending()
            var handlers: [Promise<Int>] = []
            for _ in 0..<count { handlers.append(await Owner().handle(promise)) }
            resolver.fulfill(1)
            keep((try? await Promise.all(handlers).value.count) ?? 0)
          }
        }
      }),
    Workload(
      id: "W18", what: "a cache hit, awaited",
      competitors: [
        .inTask(Competitor.ours) { rounds in
          let cache = PromiseCache<Int, Int>()
          keep(await cache.value(for: 1) { 1 }.result)
          for _ in 0..<rounds { keep(await cache.value(for: 1) { 2 }.result) }
        },
        .inTask("map") { rounds in
          let promise = Promise.fulfilled(1)
          for _ in 0..<rounds { keep(await promise.map { $0 &+ 1 }.result) }
        },
        .inTask("dictionary in an actor") { rounds in
          let values = Values()
          for _ in 0..<rounds { keep(await values.value(for: 1)) }
        },
      ]),
    memory("W18q", "100,000 queued operations of a limiter") { count in
      let limiter = PromiseLimiter(limit: 1)
      let (gate, open) = Promise<Int>.pending()
      let first = limiter.run { gate }
      let runs = (0..<count).map { number in limiter.run { number } }
      return {
        open.fulfill(1)
        keep(await first.result)
        keep((try? await Promise.all(runs).value.count) ?? 0)
      }
    },
    memory("W20", "100,000 promises of operations that have ended") { count in
      let promises = (0..<count).map { number in Promise { number } }
      for promise in promises {
        keep(await promise.result)
        try? await promise.waitForOperation()
      }
      return { keep(promises.count) }
    },
  ]

  /// The growth of the heap while the result of `make` is retained.
  private static func memory(
    _ id: String, _ what: String,
    _ make: @escaping @Sendable (_ count: Int) async -> () async -> Void
  ) -> Workload {
    let count = 100_000
    return Workload(
      id: id, what: what,
      competitors: [
        .measuringItself(Competitor.ours, operations: count) { _ in
          let before = allocations_heap_bytes()
          let stopwatch = Stopwatch()
          let end = await make(count)
          var reading = stopwatch.reading
          reading.growth = Int(allocations_heap_bytes() - before)
          await end()
          return reading
        }
      ])
  }

  private actor Values {
    private let values = [1: 1]
    func value(for key: Int) -> Int { values[key] ?? 0 }
  }

  private static func series(
    _ id: String, _ what: String, _ body: @escaping @Sendable (_ count: Int) async -> Void
  ) -> Workload {
    Workload(
      id: "growth-\(id)", what: what, kind: .series,
      competitors: sizes.map { count in
        .inTask("\(count)", operations: count) { rounds in
          for _ in 0..<rounds { await body(count) }
        }
      })
  }

  private struct CancelledAttempt: Error {}

  private actor Owner {
    func handle(_ promise: Promise<Int>) -> Promise<Int> { promise.map { $0 + self.one } }
    private let one = 1
  }
}
