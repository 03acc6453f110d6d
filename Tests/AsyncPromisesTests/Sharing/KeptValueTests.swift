// PromiseCache.swift: what a cache can be asked and told.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("PromiseCache: kept values", .inScope, .timeLimit(.minutes(10)))
struct KeptValueTests {
  @Test("N3: a value that is stored is given to callers, and replaces the one before it")
  func store() async throws {
    let cache = PromiseCache<String, Int>()
    cache.store(1, for: "a")
    #expect(try await cache.value(for: "a") { 7 }.value == 1)
    cache.store(2, for: "a")
    #expect(try await cache.value(for: "a") { 7 }.value == 2)
    #expect(cache.count == 1)
  }

  @Test("N3: a value that is stored meanwhile stays; the work goes on for its callers")
  func storedMeanwhile() async throws {
    let (cache, work) = (PromiseCache<String, Int>(), WorkGate(2))
    let early = cache.value(for: "a") { try await work.work(on: 1) }
    try await work.started(1)
    cache.store(2, for: "a")
    #expect(try await cache.value(for: "a") { 7 }.value == 2)
    work.finish(1)
    #expect(try await early.value == 10)
    #expect(cache.keptValue(for: "a") == 2 && cache.count == 1)
  }

  @Test("N3: a look starts nothing, waits for nothing, and isn't a use")
  func look() async throws {
    let (cache, work) = (PromiseCache<String, Int>(maxCount: 2), WorkGate(1))
    #expect(cache.keptValue(for: "a") == nil)
    let pending = cache.value(for: "a") { try await work.work(on: 0) }
    #expect(cache.keptValue(for: "a") == nil && cache.count == 0)
    work.finish(0)
    #expect(try await pending.value == 0)
    #expect(cache.keptValue(for: "a") == 0 && cache.count == 1)
    cache.store(1, for: "b")
    #expect(cache.keptValue(for: "a") == 0)
    cache.store(2, for: "c")
    // The value that was only looked at has gone unused for the longest time.
    #expect(cache.keptValue(for: "a") == nil && cache.keptValue(for: "b") == 1)
    #expect(cache.count == 2)
  }

  @Test("N3: a value that isn't usable is made again, and isn't seen by a look")
  func usable() async throws {
    let revoked = Locked(Set<Int>())
    let tokens = PromiseCache<String, Int>(isUsable: { token in
      revoked.withLock { !$0.contains(token) }
    })
    #expect(try await tokens.value(for: "a") { 1 }.value == 1)
    #expect(try await tokens.value(for: "a") { 2 }.value == 1)
    _ = revoked.withLock { $0.insert(1) }
    #expect(tokens.keptValue(for: "a") == nil)
    #expect(try await tokens.value(for: "a") { 2 }.value == 2)
    #expect(tokens.keptValue(for: "a") == 2 && tokens.count == 1)
  }

  @Test("N3: a value that is stored ages like others")
  func age() async throws {
    let clock = ManualClock()
    let cache = PromiseCache<String, Int>(maxAge: .seconds(10), clock: clock)
    cache.store(1, for: "a")
    await clock.advance(by: .seconds(9))
    #expect(cache.keptValue(for: "a") == 1)
    await clock.advance(by: .seconds(1))
    #expect(cache.keptValue(for: "a") == nil)
    #expect(try await cache.value(for: "a") { 2 }.value == 2)
  }
}
