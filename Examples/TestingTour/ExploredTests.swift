// Explores the outbox and the token cache in many orders. This finds failures that a single run
// would rarely show, and prints how to replay them.

import AsyncExplorer
import AsyncPromises
import AsyncPromisesSwiftTesting
import Foundation
import Testing

@Suite("Testing tour: exploration", .timeLimit(.minutes(5)))
struct ExploredTests {
  @Test("Concurrent messages each arrive exactly once, after hours of virtual time")
  func outbox() async throws {
    try await explore(schedules: 200) {
      try await withPromiseScope { scope in
        let server = Server(refusals: 5)
        let outbox = await Outbox { try await server.take($0) }
        for message in ["one", "two", "three"] { await outbox.send(message) }
        try await scope.settle(within: .seconds(24 * 60 * 60))
        #expect(await outbox.sent.sorted() == ["one", "three", "two"])
        #expect(await server.messages.sorted() == ["one", "three", "two"])
        #expect(await outbox.failed.isEmpty)
      }
    }
  }

  @Test("With a manual clock, the test controls the time, in every order")
  func manualClock() async throws {
    try await explore(schedules: 200) {
      try await withPromiseScope { scope in
        let clock = ManualClock()
        let server = Server(refusals: 2)
        let outbox = await Outbox(clock: clock) { try await server.take($0) }
        await outbox.send("hello")
        await clock.advance(by: .seconds(29))
        #expect(await outbox.sent.isEmpty)
        await clock.advance(by: .seconds(1))
        #expect(await outbox.sent == ["hello"])
        try await scope.settle(within: .seconds(1))
      }
    }
  }

  @Test("Renews the token in time, or after a failure, until cancelled")
  func tokenCache() async throws {
    try await explore(schedules: 200) {
      try await withPromiseScope { _ in
        let clock = ManualClock()
        let loads = Loads()
        let url = URL(fileURLWithPath: "/token")
        let cache = TokenCache(url: url, clock: clock) { _ in try await loads.next() }
        let renewal = cache.start()
        await clock.nextSleeper()
        #expect(await cache.token == Data([1]))
        await clock.advance(by: TokenCache.lifetime)
        try await eventually(within: .seconds(1)) { await cache.lastError != nil }
        await clock.nextSleeper()
        await clock.advance(by: .seconds(60))
        try await eventually(within: .seconds(1)) { await cache.token == Data([3]) }
        renewal.cancel()
        await #expect(throws: CancellationError.self) { try await renewal.value }
      }
    }
  }
}

/// Every second load fails.
private actor Loads {
  private var count: UInt8 = 0

  func next() throws -> Data {
    count += 1
    if count.isMultiple(of: 2) { throw URLError(.timedOut) }
    return Data([count])
  }
}
