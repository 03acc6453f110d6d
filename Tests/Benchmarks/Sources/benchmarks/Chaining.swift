// W3, W4, W4a, W11, W11l, W13, W13t: chains, and `then` loops.

import AsyncPromises

enum Chaining {
  static let workloads = [
    Workload(
      id: "W3", what: "chain of 1000 maps, settled, the last awaited; per link",
      competitors: [
        chain(1000), PromiseKitFacade.chain, GooglePromisesFacade.chain, BoltsFacade.chain,
        NIOPeers.chain, OpenCombinePeers.chain,
      ]),
    Workload(
      id: "W4", what: "chain of 100 maps in the default execution; per link",
      competitors: [chain(100), DispatchPeers.chain]),
    Workload(
      id: "W4a", what: "chain of 100 maps on an actor; per link",
      competitors: [
        .inTask(Competitor.ours, operations: 100) { await Desk().chain($0) },
        DispatchPeers.chain,
      ]),
    Workload(
      id: "W11", what: "chain of 1,000,000 maps, settled and released; per link",
      competitors: [
        .measuringItself(Competitor.ours, operations: 1_000_000) { rounds in
          let before = Memory.trimmed
          var reading = await Stopwatch.reading {
            for round in 0..<rounds { await run(1_000_000, round) }
          }
          reading.growth = Memory.trimmed - before
          return reading
        }
      ]),
    Workload(
      id: "W11l", what: "loop of 1,000,000 thens; per round",
      competitors: [
        .measuringItself(Competitor.ours, operations: 1_000_000) { rounds in
          await Growth.reading(rounds * 1_000_000) { await runLoop($0, $1) }
        }
      ]),
    Workload(
      id: "W13", what: "chain of 3 maps, made, settled and awaited",
      competitors: [
        .timingEach(Competitor.ours) { await run(3, $0) },
        .timingEach("PromiseKitCompat") { PromiseKitFacade.chain(3, $0) },
        NIOPeers.shortChain(3),
        .timingEach("OpenCombine Future") { OpenCombinePeers.chain(3, $0) },
        .timingEach("Task.value") { round in
          keep(await Task { round &+ 1 &+ 1 &+ 1 }.value)
        },
      ]),
    Workload(
      id: "W13t", what: "chain of 10 maps, made, settled and awaited",
      competitors: [
        .timingEach(Competitor.ours) { await run(10, $0) },
        .timingEach("PromiseKitCompat") { PromiseKitFacade.chain(10, $0) },
        NIOPeers.shortChain(10),
        .timingEach("OpenCombine Future") { OpenCombinePeers.chain(10, $0) },
      ]),
  ]

  /// A chain whose source is settled once the chain is complete.
  static func chain(_ links: Int, _ name: String = Competitor.ours) -> Competitor {
    .inTask(name, operations: links) { rounds in
      for round in 0..<rounds { await run(links, round) }
    }
  }

  private static func run(_ links: Int, _ value: Int) async {
    let (first, resolver) = Promise<Int>.pending()
    var last = first
    for _ in 0..<links { last = last.map { $0 &+ 1 } }
    resolver.fulfill(value)
    keep(await last.result)
  }

  private static func runLoop(_ rounds: Int, _ mark: @escaping @Sendable (Int) -> Void) async {
    @Sendable func loop(_ round: Int) -> Promise<Int> {
      mark(round)
      return Promise.fulfilled(round).then { $0 == rounds ? .fulfilled($0) : loop($0 + 1) }
    }
    keep(await loop(1).result)
  }
}

/// An actor that runs the handlers of a chain.
private actor Desk {
  private var served = 0

  func chain(_ rounds: Int) async {
    for round in 0..<rounds {
      let (first, resolver) = Promise<Int>.pending()
      var last = first
      for _ in 0..<100 { last = last.map { self.serve($0) } }
      resolver.fulfill(round)
      keep(await last.result)
    }
    keep(served)
  }

  private func serve(_ value: Int) -> Int {
    served += 1
    return value &+ 1
  }
}
