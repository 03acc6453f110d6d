// Tests the token cache with Swift Testing: code without promises, on a manual clock.
//
// If the cache runs its own task, don't advance the time by a day and then check:
//
//     let task = cache.start()
//     await clock.advance(by: day)           // may run before the task's first sleep,
//     #expect(await server.loads.count == 27)  // or before the next one
//
// The test knows nothing about the task between its sleeps. Instead, start the work in a
// promise, or wait for each sleep.

import AsyncPromises
import AsyncPromisesTesting
import Foundation
import Testing

/// Returns numbered tokens, and records the times of the requests.
private actor TokenServer {
  struct Down: Error {}

  private(set) var loads: [Duration] = []
  private var isDown = false
  private let clock: ManualClock

  init(clock: ManualClock) {
    self.clock = clock
  }

  func load(_ url: URL) throws -> Data {
    loads.append(clock.now.offset)
    guard !isDown else { throw Down() }
    return Data("\(url.path) \(loads.count)".utf8)
  }

  func shut(_ isDown: Bool) {
    self.isDown = isDown
  }
}

@Suite("Testing tour: TokenCache", .timeLimit(.minutes(10)))
struct TokenCacheTests {
  private let clock = ManualClock()
  private let server: TokenServer
  private let cache: TokenCache

  init() throws {
    let url = try #require(URL(string: "https://example.com/token"))
    let server = TokenServer(clock: clock)
    self.server = server
    cache = TokenCache(url: url, clock: clock) { try await server.load($0) }
  }

  @Test("Work in a promise is tracked: a single advance covers a day")
  func day() async throws {
    try await withPromiseScope { _ in
      let running = Promise { try await cache.run() }
      await clock.advance(by: .seconds(24 * 60 * 60))
      #expect(await server.loads == (0...26).map { TokenCache.lifetime * $0 })
      #expect(await cache.token == Data("/token 27".utf8))
      running.cancel()
    }
  }

  @Test("While the server is down, the cache asks every minute, and keeps its token")
  func outage() async throws {
    try await withPromiseScope { _ in
      let running = Promise { try await cache.run() }
      await clock.advance(by: .zero)
      await server.shut(true)
      await clock.advance(by: .seconds(59 * 60))
      #expect(await server.loads.count == 1 + 5)
      #expect(await cache.lastError is TokenServer.Down)
      #expect(await cache.token == Data("/token 1".utf8))

      await server.shut(false)
      await clock.advance(by: .seconds(60))
      #expect(await cache.lastError == nil)
      #expect(await cache.token == Data("/token 7".utf8))
      running.cancel()
    }
  }

  @Test("The cache's own task can be followed from sleep to sleep")
  func task() async throws {
    try await withPromiseScope { _ in
      let task = cache.start()
      await clock.nextSleeper()
      for number in 1...26 {
        #expect(await cache.token == Data("/token \(number)".utf8))
        await clock.advance(by: TokenCache.lifetime)
        await clock.nextSleeper()
      }
      #expect(await cache.token == Data("/token 27".utf8))

      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}
