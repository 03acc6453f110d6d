// W1, W1p, W2q, W14, W5: making, settling, reading and handling promises.

import AsyncPromises

enum Settling {
  static let workloads = [
    Workload(
      id: "W1", what: "make a settled promise, read it",
      competitors: [
        .onThread(Competitor.ours) { rounds in
          for round in 0..<rounds { keep(Promise.fulfilled(round).resultIfSettled) }
        },
        PromiseKitFacade.settled, NIOPeers.settled, OpenCombinePeers.settled,
      ]),
    Workload(
      id: "W1p", what: "make a pending promise, fulfill it, read it",
      competitors: [
        .onThread(Competitor.ours) { rounds in
          for round in 0..<rounds {
            let (promise, resolver) = Promise<Int>.pending()
            resolver.fulfill(round)
            keep(promise.resultIfSettled)
          }
        },
        PromiseKitFacade.pending, NIOPeers.pending, OpenCombinePeers.pending,
      ]),
    Workload(
      id: "W2q", what: "pending, with a handler that runs on another thread",
      competitors: [
        handlersElsewhere { promise, countdown in
          promise.whenSettled { _ in countdown.arrive() }
        },
        PromiseKitFacade.handlerElsewhere, ConcurrencyPeers.handler, DispatchPeers.handler,
        NIOPeers.handlerElsewhere,
      ]),
    Workload(
      id: "W14", what: "pending, with a main-actor handler, settled on another thread",
      competitors: [
        handlersElsewhere { promise, countdown in
          promise.whenSettled { @MainActor _ in countdown.arrive() }
        },
        ConcurrencyPeers.mainActorHandler, DispatchPeers.mainQueueHandler,
      ]),
    Workload(
      id: "W5", what: "1000 handlers on one promise; per handler",
      competitors: [handlers(1000), PromiseKitFacade.handlers, NIOPeers.handlers]),
  ]

  /// One promise after another, each with a handler that runs on another thread.
  private static func handlersElsewhere(
    _ attach: @escaping @Sendable (Promise<Int>, Countdown) -> Void
  ) -> Competitor {
    .countingDown(Competitor.ours) { value, countdown in
      let (promise, resolver) = Promise<Int>.pending()
      attach(promise, countdown)
      resolver.fulfill(value)
    }
  }

  /// Many handlers on one promise. Awaiting the last one is enough, because handlers start in the
  /// order of registration.
  static func handlers(_ count: Int, _ name: String = Competitor.ours) -> Competitor {
    .inTask(name, operations: count) { rounds in
      for round in 0..<rounds {
        let (promise, resolver) = Promise<Int>.pending()
        for _ in 1..<count { promise.whenSettled { keep($0) } }
        let last = promise.map { $0 }
        resolver.fulfill(round)
        keep(await last.result)
      }
    }
  }
}
