// The PromiseKit API on top of this library. Handlers run in place, with `on: nil`, like those of
// its competitors.

import Dispatch
import PromiseKitCompat

enum PromiseKitFacade {
  private static let name = "PromiseKitCompat"

  static let settled = Competitor.onThread(name) { rounds in
    for round in 0..<rounds { keep(Promise.value(round).value ?? 0) }
  }

  static let pending = Competitor.onThread(name) { rounds in
    for round in 0..<rounds {
      let (promise, seal) = Promise<Int>.pending()
      seal.fulfill(round)
      keep(promise.value ?? 0)
    }
  }

  /// Uses a queue, like typical PromiseKit code.
  static let handlerElsewhere = {
    let queue = DispatchQueue(label: "benchmarks")
    return Competitor.countingDown(name) { value, countdown in
      let (promise, seal) = Promise<Int>.pending()
      promise.done(on: queue) { _ in countdown.arrive() }.cauterize()
      seal.fulfill(value)
    }
  }()

  static let handlers = Competitor.onThread(name, operations: 1000) { rounds in
    for round in 0..<rounds {
      let (promise, seal) = Promise<Int>.pending()
      for _ in 0..<1000 { _ = promise.done(on: nil) { keep($0) } }
      seal.fulfill(round)
    }
  }

  static let chain = Competitor.onThread(name, operations: 1000) { rounds in
    for round in 0..<rounds { chain(1000, round) }
  }

  static func chain(_ links: Int, _ value: Int) {
    let (first, seal) = Promise<Int>.pending()
    var last = first
    for _ in 0..<links { last = last.map(on: nil) { $0 &+ 1 } }
    seal.fulfill(value)
    keep(last.value ?? 0)
  }

  static let all = Competitor.onThread(name, operations: 1000) { rounds in
    for _ in 0..<rounds {
      let inputs = (0..<1000).map { _ in Promise<Int>.pending() }
      let all = when(fulfilled: inputs.map { $0.promise })
      for (index, input) in inputs.enumerated() { input.resolver.fulfill(index) }
      keep(all.value?.count ?? 0)
    }
  }

  static let race = Competitor.onThread(name) { rounds in
    for round in 0..<rounds {
      let inputs = (0..<100).map { _ in Promise<Int>.pending() }
      let winner = PromiseKitCompat.race(inputs.map { $0.promise })
      inputs[round % 100].resolver.fulfill(round)
      keep(winner.value ?? 0)
      for (index, input) in inputs.enumerated() where index != round % 100 {
        input.resolver.fulfill(index)
      }
    }
  }

  static let await = Competitor.inTask(name) { rounds in
    for round in 0..<rounds {
      let promise = Promise<Int> { seal in
        Task { seal.fulfill(await Awaiting.answer(round)) }
      }
      keep((try? await promise.async()) ?? 0)
    }
  }
}
