// Competitors: SwiftNIO's futures. The embedded event loop has no threads or locks, and runs
// everything in place. Futures of other loops settle and run handlers on their loop's thread.

import NIOCore
import NIOEmbedded
import NIOPosix

enum NIOPeers {
  private static let embedded = "NIO EmbeddedEventLoop"
  private static let threads = "NIO MultiThreadedEventLoopGroup"
  private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  static let settled = Competitor.onThread(embedded) { rounds in
    let loop = EmbeddedEventLoop()
    for round in 0..<rounds { loop.makeSucceededFuture(round).whenComplete { keep($0) } }
  }

  static let pending = Competitor.onThread(embedded) { rounds in
    let loop = EmbeddedEventLoop()
    for round in 0..<rounds {
      let promise = loop.makePromise(of: Int.self)
      promise.succeed(round)
      promise.futureResult.whenComplete { keep($0) }
    }
  }

  static let handlerElsewhere = {
    let loop = group.next()
    return Competitor.countingDown(threads) { value, countdown in
      let promise = loop.makePromise(of: Int.self)
      promise.futureResult.whenComplete { _ in countdown.arrive() }
      promise.succeed(value)
    }
  }()

  static let handlers = Competitor.onThread(embedded, operations: 1000) { rounds in
    let loop = EmbeddedEventLoop()
    for round in 0..<rounds {
      let promise = loop.makePromise(of: Int.self)
      for _ in 0..<1000 { promise.futureResult.whenComplete { keep($0) } }
      promise.succeed(round)
    }
  }

  static let chain = Competitor.onThread(embedded, operations: 1000) { rounds in
    let loop = EmbeddedEventLoop()
    for round in 0..<rounds { chain(1000, round, on: loop) }
  }

  static func shortChain(_ links: Int) -> Competitor {
    Competitor(name: embedded, operations: 1) { rounds in
      let loop = EmbeddedEventLoop()
      return Stopwatch.readingEach(rounds) { chain(links, $0, on: loop) }
    }
  }

  private static func chain(_ links: Int, _ value: Int, on loop: EmbeddedEventLoop) {
    let promise = loop.makePromise(of: Int.self)
    var last = promise.futureResult
    for _ in 0..<links { last = last.map { $0 &+ 1 } }
    last.whenComplete { keep($0) }
    promise.succeed(value)
  }

  static let all = Competitor.onThread(embedded, operations: 1000) { rounds in
    let loop = EmbeddedEventLoop()
    for _ in 0..<rounds {
      let inputs = (0..<1000).map { _ in loop.makePromise(of: Int.self) }
      let all = EventLoopFuture.whenAllSucceed(inputs.map(\.futureResult), on: loop)
      for (index, input) in inputs.enumerated() { input.succeed(index) }
      all.whenSuccess { keep($0.count) }
    }
  }

  /// NIO has no race: all inputs try to settle one promise, and only the first succeeds.
  static let race = Competitor.onThread(embedded) { rounds in
    let loop = EmbeddedEventLoop()
    for round in 0..<rounds {
      let inputs = (0..<100).map { _ in loop.makePromise(of: Int.self) }
      let race = loop.makePromise(of: Int.self)
      for input in inputs { input.futureResult.cascade(to: race) }
      inputs[round % 100].succeed(round)
      race.futureResult.whenComplete { keep($0) }
      for (index, input) in inputs.enumerated() where index != round % 100 { input.succeed(index) }
    }
  }

  static let await = Competitor.inTask(threads) { rounds in
    let loop = group.next()
    await Exchange<EventLoopPromise<Int>>(wake: { $0.succeed(1) }).run(rounds) { exchange in
      let promise = loop.makePromise(of: Int.self)
      exchange.wakeOther(andLeave: promise)
      keep((try? await promise.futureResult.get()) ?? 0)
    }
  }
}
