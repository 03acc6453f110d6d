// The google/promises API on top of this library. Its handlers always run on a queue: here, each
// link is a block on a serial queue.

import Dispatch
import GooglePromisesCompat

enum GooglePromisesFacade {
  private static let name = "GooglePromisesCompat"
  private static let queue = DispatchQueue(label: "handlers")

  static let chain = Competitor.inTask(name, operations: 1000) { rounds in
    for round in 0..<rounds {
      let first = Promise<Int>.pending()
      var last = first
      for _ in 0..<1000 { last = last.then(on: queue) { $0 &+ 1 } }
      first.fulfill(round)
      keep((try? await last.async()) ?? 0)
    }
  }

  static let await = Competitor.inTask(name) { rounds in
    for round in 0..<rounds {
      let promise = Promise<Int>(on: queue) { fulfill, _ in
        Task { fulfill(await Awaiting.answer(round)) }
      }
      keep((try? await promise.async()) ?? 0)
    }
  }
}
