// W6, W7: groups.

import AsyncPromises

enum Groups {
  static let workloads = [
    Workload(
      id: "W6", what: "all of 1000, an input",
      competitors: [all(1000), PromiseKitFacade.all, NIOPeers.all, ConcurrencyPeers.all]),
    Workload(
      id: "W7", what: "race of 100, a race",
      competitors: [
        .inTask(Competitor.ours) { rounds in
          for round in 0..<rounds {
            let inputs = (0..<100).map { _ in Promise<Int>.pending() }
            let race = Promise.race(inputs.map { $0.promise })
            inputs[round % 100].resolver.fulfill(round)
            keep(await race.result)
            // Nobody is broken: that would be reported.
            for (index, input) in inputs.enumerated() where index != round % 100 {
              input.resolver.fulfill(index)
            }
          }
        },
        PromiseKitFacade.race, NIOPeers.race, ConcurrencyPeers.race,
      ]),
  ]

  static func all(_ count: Int, _ name: String = Competitor.ours) -> Competitor {
    .inTask(name, operations: count) { rounds in
      for _ in 0..<rounds {
        let inputs = (0..<count).map { _ in Promise<Int>.pending() }
        let all = Promise.all(inputs.map { $0.promise })
        for (index, input) in inputs.enumerated() { input.resolver.fulfill(index) }
        keep((try? await all.value)?.count ?? 0)
      }
    }
  }
}
