// The token cache, tested with Swift Testing: code that knows nothing of promises, on a clock.
//
// What not to do: let a task of the cache's own run, move the time by a day, and look.
//
//     let task = cache.start()
//     await clock.advance(by: day)           // may come before the task's first sleep,
//     #expect(await server.loads.count == 27)  // or before the next one
//
// Nothing is known of such a task between its sleeps. Either the test starts the work itself, in a
// promise, or it waits for each sleep.

import AsyncPromises
import AsyncPromisesTesting
import Foundation
import Testing

/// Answers with a token that tells when it was made.
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

  @Test("Work that the test starts in a promise is followed: a day is one advance")
  func day() async throws {
    try await withPromiseScope { _ in
      let running = Promise { try await cache.run() }
      await clock.advance(by: .seconds(24 * 60 * 60))
      #expect(await server.loads == (0...26).map { TokenCache.lifetime * $0 })
      #expect(await cache.token == Data("/token 27".utf8))
      running.cancel()
    }
  }

  @Test("While the server is down, the cache asks each minute, and keeps what it has")
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

  @Test("A task of the cache's own is followed from sleep to sleep")
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
