// Explorations of swift-nio's bridges to async code.

import AsyncPromisesSwiftTesting
import NIOCore
import NIOEmbedded
import Testing

@Suite("swift-nio", .timeLimit(.minutes(10)))
struct NIOTests {
  private typealias Producer = NIOAsyncSequenceProducer<
    Int, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, Demand
  >

  private struct Demand: NIOAsyncSequenceProducerDelegate {
    func produceMore() {}
    func didTerminate() {}
  }

  private func sequence() -> Producer.NewSequence {
    Producer.makeSequence(
      backPressureStrategy: .init(lowWatermark: 1, highWatermark: 2), finishOnDeinit: false,
      delegate: Demand())
  }

  @Test("A sequence delivers all elements in order, whichever side is faster")
  func order() async throws {
    try await explore {
      let new = sequence()
      Task { [source = new.source] in
        for number in 0..<4 {
          _ = source.yield(number)
          await Task.yield()
        }
        source.finish()
      }
      var seen: [Int] = []
      for await number in new.sequence {
        seen.append(number)
        await Task.yield()
      }
      #expect(seen == [0, 1, 2, 3])
    }
  }

  @Test("A cancelled consumer of a sequence ends, and the source drops later elements")
  func cancelled() async throws {
    try await explore {
      let new = sequence()
      let consumer = Task { [sequence = new.sequence] in
        for await _ in sequence {}
      }
      _ = new.source.yield(1)
      await Task.yield()
      consumer.cancel()
      await consumer.value
      guard case .dropped = new.source.yield(2) else {
        Issue.record("The source still has a consumer.")
        return
      }
      new.source.finish()
    }
  }

  @Test("Tasks that await a future resume with its value")
  func future() async throws {
    try await explore {
      let loop = EmbeddedEventLoop()
      let promise = loop.makePromise(of: Int.self)
      let waiters = (0..<3).map { _ in Task { try await promise.futureResult.get() } }
      await Task.yield()
      promise.succeed(1)
      for waiter in waiters {
        let value = try await waiter.value
        #expect(value == 1)
      }
    }
  }
}
