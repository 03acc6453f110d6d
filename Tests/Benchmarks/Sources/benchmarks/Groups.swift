// W6, W7: groups and maps.

import AsyncPromises

enum Groups {
  static let workloads = [
    Workload(
      id: "W6", what: "all of 1000; per input",
      competitors: [all(1000), PromiseKitFacade.all, NIOPeers.all, ConcurrencyPeers.all]),
    Workload(
      id: "W17", what: "all of 1000 with progress; per input",
      competitors: [all(1000, progress: { keep($0) }), all(1000, "all without progress")]),
    Workload(
      id: "W16", what: "map of 10,000 items, 4 at a time; per item",
      competitors: [map(concurrency: 4), ConcurrencyPeers.map(concurrency: 4)]),
    Workload(
      id: "W16u", what: "map of 10,000 items, all at once; per item",
      competitors: [map(concurrency: .max), ConcurrencyPeers.map(concurrency: .max)]),
    Workload(
      id: "W7", what: "race of 100; per race",
      competitors: [
        .inTask(Competitor.ours) { rounds in
          for round in 0..<rounds {
            let inputs = (0..<100).map { _ in Promise<Int>.pending() }
            let race = Promise.race(inputs.map { $0.promise })
            inputs[round % 100].resolver.fulfill(round)
            keep(await race.result)
            // Settle the rest: broken promises would be reported.
            for (index, input) in inputs.enumerated() where index != round % 100 {
              input.resolver.fulfill(index)
            }
          }
        },
        PromiseKitFacade.race, NIOPeers.race, ConcurrencyPeers.race,
      ]),
  ]

  private static func map(concurrency: Int) -> Competitor {
    .inTask(Competitor.ours, operations: 10_000) { rounds in
      for _ in 0..<rounds {
        let map = Promise.map(0..<10_000, concurrency: concurrency) { await Awaiting.answer($0) }
        keep((try? await map.value)?.count ?? 0)
      }
    }
  }

  static func all(
    _ count: Int, _ name: String = Competitor.ours,
    progress: (@Sendable (Int) -> Void)? = nil
  ) -> Competitor {
    .inTask(name, operations: count) { rounds in
      for _ in 0..<rounds {
        let inputs = (0..<count).map { _ in Promise<Int>.pending() }
        let all = Promise.all(inputs.map { $0.promise }, progress: progress)
        for (index, input) in inputs.enumerated() { input.resolver.fulfill(index) }
        keep((try? await all.value)?.count ?? 0)
      }
    }
  }
}
