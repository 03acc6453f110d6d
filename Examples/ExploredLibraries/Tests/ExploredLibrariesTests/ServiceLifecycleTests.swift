// Explorations of swift-service-lifecycle.

import AsyncPromisesSwiftTesting
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

@Suite("swift-service-lifecycle", .timeLimit(.minutes(10)))
struct ServiceLifecycleTests {
  private struct AfterTheEnd: Error {}

  @Test("swift-service-lifecycle 2.13.0: a sequence yields elements after its end")
  func afterTheEnd() async throws {
    let found = try await failure {
      try await testGracefulShutdown { trigger in
        let (numbers, next) = AsyncStream<Int>.makeStream()
        var iterator = numbers.cancelOnGracefulShutdown().makeAsyncIterator()
        let shutdown = Task { trigger.triggerGracefulShutdown() }
        next.yield(1)
        while await iterator.next() != nil {}
        next.yield(2)
        if await iterator.next() != nil { throw AfterTheEnd() }
        await shutdown.value
      }
    }
    #expect(found?.error is AfterTheEnd)
    #expect(found?.replay != nil)
  }

  @Test("A loop over a sequence ends at shutdown, and receives the earlier elements in order")
  func loop() async throws {
    try await explore {
      await testGracefulShutdown { trigger in
        let (numbers, next) = AsyncStream<Int>.makeStream()
        Task {
          for number in 0..<3 {
            next.yield(number)
            await Task.yield()
          }
          trigger.triggerGracefulShutdown()
        }
        var seen: [Int] = []
        for await number in numbers.cancelOnGracefulShutdown() { seen.append(number) }
        #expect(seen == Array(0..<seen.count))
      }
    }
  }

  @Test("Work that is cancelled at shutdown ends, and a shutdown handler is called once")
  func work() async throws {
    try await explore {
      await testGracefulShutdown { trigger in
        let calls = Calls()
        let work = Task {
          try await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(3_600)) }
        }
        let handled = Task {
          await withGracefulShutdownHandler {
            try? await gracefulShutdown()
          } onGracefulShutdown: {
            Task { await calls.come() }
          }
        }
        await Task.yield()
        trigger.triggerGracefulShutdown()
        await #expect(throws: CancellationError.self) { try await work.value }
        await handled.value
        while await calls.count == 0 { await Task.yield() }
        #expect(await calls.count == 1)
      }
    }
  }
}

private actor Calls {
  private(set) var count = 0

  func come() { count += 1 }
}
