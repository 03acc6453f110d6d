// The Bolts API on top of this library. Continuations run in place by default.

import AsyncPromises
import BoltsCompat

enum BoltsFacade {
  private static let name = "BoltsCompat"

  static let chain = Competitor.onThread(name, operations: 1000) { rounds in
    for round in 0..<rounds {
      let source = TaskCompletionSource<Int>()
      var last = source.task
      for _ in 0..<1000 { last = last.continueOnSuccessWith { $0 &+ 1 } }
      source.set(result: round)
      keep(last.result ?? 0)
    }
  }

  static let await = Competitor.inTask(name) { rounds in
    for round in 0..<rounds {
      let source = TaskCompletionSource<Int>()
      _Concurrency.Task { source.set(result: await Awaiting.answer(round)) }
      keep((try? await source.task.asyncPromise.value) ?? 0)
    }
  }
}
