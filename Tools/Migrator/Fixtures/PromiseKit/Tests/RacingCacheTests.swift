// RacingCache.swift at all stages, in many orders.

import AsyncExplorer
import AsyncPromisesSwiftTesting
import Testing

@MainActor
@Suite("A value that is loaded once")
struct RacingCacheTests {
  @Test("X1: in every order, there is one load, and every caller gets its value")
  func once() async throws {
    try await explore(schedules: 300) { @MainActor in
      let cache = RacingCache()
      let askers = (0..<3).map { _ in
        Task { @MainActor in try await outcome { try await cache.value(of: "four") }.get() }
      }
      for asker in askers {
        let value = try await asker.value
        #expect(value == 4)
      }
      #expect(cache.loads == 1)
    }
  }

  @Test("X1: in every order, a failure reaches every caller, and the next call loads again")
  func failure() async throws {
    try await explore(schedules: 300) { @MainActor in
      let cache = RacingCache()
      cache.fails = true
      let askers = (0..<2).map { _ in
        Task { @MainActor in try await outcome { try await cache.value(of: "four") } }
      }
      for asker in askers {
        let result = try await asker.value
        #expect(throws: RacingError.nothingToFind) { try result.get() }
      }
      cache.fails = false
      let value = try await outcome { try await cache.value(of: "four") }.get()
      #expect(value == 4)
      #expect(cache.loads == 2)
    }
  }
}
