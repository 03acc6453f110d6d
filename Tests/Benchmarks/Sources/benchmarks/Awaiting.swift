// W9a, W9b, W10, W12, W12r: awaiting promises.

import AsyncPromises

enum Awaiting {
  static let workloads = [
    Workload(
      id: "W9a", what: "await a settled promise",
      competitors: [
        .inTask(Competitor.ours) { rounds in
          let promise = Promise.fulfilled(1)
          for _ in 0..<rounds { keep((try? await promise.value) ?? 0) }
        },
        ConcurrencyPeers.finishedTask,
      ]),
    Workload(
      id: "W9b", what: "await, settled later by another task on the actor",
      competitors: [
        .inTask(Competitor.ours) { rounds in
          await Exchange<Resolver<Int>>(wake: { $0.fulfill(1) }).run(rounds) { exchange in
            let (promise, resolver) = Promise<Int>.pending()
            exchange.wakeOther(andLeave: resolver)
            keep(await promise.result)
          }
        },
        ConcurrencyPeers.continuation, ConcurrencyPeers.futureLater, NIOPeers.await,
      ]),
    Workload(
      id: "W10", what: "promise of an async closure, awaited",
      competitors: [
        .inTask(Competitor.ours) { rounds in
          for round in 0..<rounds { keep(await Promise { await answer(round) }.result) }
        },
        PromiseKitFacade.await, GooglePromisesFacade.await, BoltsFacade.await,
        ConcurrencyPeers.task, ConcurrencyPeers.futureOfTask,
      ]),
    Workload(
      id: "W12", what: "1,000,000 cancelled awaits of one pending promise; per await",
      competitors: [
        .measuringItself(Competitor.ours, operations: 1_000_000) { rounds in
          let (promise, resolver) = Promise<Int>.pending()
          let reading = await Growth.reading(rounds * 1_000_000) { rounds, mark in
            await Waiters().cancel(rounds, of: promise, mark)
          }
          resolver.fulfill(1)
          return reading
        }
      ]),
    Workload(
      id: "W12r", what: "1,000,000 races that one pending promise loses; per race",
      competitors: [
        .measuringItself(Competitor.ours, operations: 1_000_000) { rounds in
          let (promise, resolver) = Promise<Int>.pending()
          let reading = await Growth.reading(rounds * 1_000_000) { rounds, mark in
            for round in 1...rounds {
              keep(await Promise.race(promise, .fulfilled(round)).result)
              mark(round)
            }
          }
          resolver.fulfill(1)
          return reading
        }
      ]),
  ]

  /// Stands in for asynchronous work.
  static func answer(_ value: Int) async -> Int { value }
}

/// Two tasks that take turns: each stores its sleeper, wakes the other task, and waits.
actor Exchange<Sleeper: Sendable> {
  private let wake: @Sendable (Sleeper) -> Void
  private var sleeper: Sleeper?

  init(wake: @escaping @Sendable (Sleeper) -> Void) {
    self.wake = wake
  }

  /// Wakes the sleeping task, if any. That task runs when the current one suspends.
  func wakeOther(andLeave sleeper: Sleeper? = nil) {
    let other = self.sleeper
    self.sleeper = sleeper
    if let other { wake(other) }
  }

  /// Sleeps the given number of times, half of them in each task.
  func run(
    _ times: Int, _ sleep: @escaping @Sendable (isolated Exchange) async -> Void
  ) async {
    let partner = Task { await take(times / 2, sleep) }
    await take(times - times / 2, sleep)
    await partner.value
  }

  private func take(_ times: Int, _ sleep: @Sendable (isolated Exchange) async -> Void) async {
    for _ in 0..<times { await sleep(self) }
    wakeOther()
  }
}

/// Tasks that wait for a promise and are cancelled while they wait.
private actor Waiters {
  private var waiting = 0

  func cancel(_ count: Int, of promise: Promise<Int>, _ mark: @Sendable (Int) -> Void) async {
    let size = 100
    for round in 0..<count / size {
      waiting = 0
      let tasks = (0..<size).map { _ in Task { await wait(for: promise) } }
      // Counted tasks are waiting: none leaves the actor between counting itself and suspending.
      while waiting < size { await Task.yield() }
      for task in tasks { task.cancel() }
      for task in tasks { await task.value }
      for index in 1...size { mark(round * size + index) }
    }
  }

  private func wait(for promise: Promise<Int>) async {
    waiting += 1
    keep(await promise.result)
  }
}
