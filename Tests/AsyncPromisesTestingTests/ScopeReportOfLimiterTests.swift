// WaitGraph.swift: reports on a limiter and on a cache.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("Reports on limiters and caches", .needsTracking, .timeLimit(.minutes(10)))
struct ScopeReportOfLimiterTests {
  @Test("T3 T7 H3: a queued operation's line names the operation that it waits for")
  func limiter() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope async throws in
      let limiter = PromiseLimiter(limit: 1)
      let line = Lines()
      let (token, resolver) = Promise<Int>.pending(name: "token")
      let first = limiter.run { try await token.value }
      let second = limiter.run { try await token.value }
      try await expect(
        scope,
        "#1 pending “token” at \(line[1]), … old: waits for its resolver; needed by 1 task",
        "#2 limiter at \(line[2]), … old: waits for its operation, which awaits #1; needed by #3",
        "  #3 limiter at \(line[3]), … old: waits for #2")
      withExtendedLifetime((resolver, first, second)) {}
    }
  }

  @MainActor
  @Test("T7 H3: a queued operation's line names the holder before the actor lets its task begin")
  func busyActor() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope async throws in
      let limiter = PromiseLimiter(limit: 1)
      let line = Lines()
      let first = limiter.run { @MainActor in }
      let second = limiter.run { @MainActor in }
      #expect(
        Report(scope.dumpPending()).lines == [
          "#1 limiter at \(line[1]), … old: waits for its operation on MainActor; needed by #2",
          "  #2 limiter at \(line[2]), … old: waits for #1",
        ])
      withExtendedLifetime((first, second)) {}
    }
  }

  @Test("T7 H3: a queued operation's line names one that was cancelled and still holds the place")
  func cancelledHolder() async throws {
    try await withPromiseScope { scope async throws in
      let limiter = PromiseLimiter(limit: 1)
      let gate = Gate()
      let line = Lines()
      let first = limiter.run { await gate.pass() }
      try await expect(scope, "#1 limiter at \(line[1]), … old: waits for its operation")
      first.cancel()
      let second = limiter.run { 2 }
      try await expect(
        scope,
        "#1 limiter at \(line[1]), … old: settled, but its operation has not finished; "
          + "needed by #2",
        "  #2 limiter at \(line[4]), … old: waits for #1")
      gate.open()
      #expect(try await second.value == 2)
      try await scope.settle(within: long)
    }
  }

  @Test("T3 T7: a place that is held by a cancelled operation of another scope is reported, too")
  func holderOutside() async throws {
    let limiter = PromiseLimiter(limit: 1)
    let (gate, (begun, resolver)) = (Gate(), Promise<Void>.pending())
    let line = Lines()
    let holder = limiter.run {
      resolver.fulfill()
      await gate.pass()
    }
    try await begun.value
    holder.cancel()
    try await withPromiseScope { scope async throws in
      let second = limiter.run { 2 }
      try await expect(
        scope,
        "#1 limiter at \(line[1]), … old, from outside the scope: settled, but its operation has "
          + "not finished; needed by #2",
        "  #2 limiter at \(line[8]), … old: waits for #1")
      gate.open()
      #expect(try await second.value == 2)
      try await scope.settle(within: long)
    }
  }

  @Test("N1 T3 T7: a place taken within a place of the same limiter is named with that one")
  func nested() async throws {
    try await withPromiseScope { scope async throws in
      let limiter = PromiseLimiter(limit: 1)
      let line = Lines()
      let task = Task {
        try await limiter.withPlace {
          try await limiter.withPlace {}
        }
      }
      try await expect(
        scope,
        "#1 limiter at \(line[2]), … old: waits for its operation; needed by #2",
        "  #2 limiter at \(line[3]), … old: waits for #1")
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      try await scope.settle(within: long)
    }
  }

  @Test("N1 N2 T7: a queued operation's line names the task that has all places")
  func barrier() async throws {
    try await withPromiseScope { scope async throws in
      let (limiter, entered, gate) = (PromiseLimiter(limit: 2), Gate(), Gate())
      let line = Lines()
      let task = Task {
        try await limiter.withAllPlaces {
          entered.open()
          await gate.pass()
        }
      }
      await entered.pass()
      try await expect(scope, "#1 limiter at \(line[2]), … old: waits for its operation")
      let second = limiter.run { 2 }
      try await expect(
        scope,
        "#1 limiter at \(line[2]), … old: waits for its operation; needed by #2",
        "  #2 limiter at \(line[9]), … old: waits for #1")
      gate.open()
      try await task.value
      #expect(try await second.value == 2)
      try await scope.settle(within: long)
    }
  }

  @Test("T3 H3: each caller of a cache has a line that names the promise its operation awaits")
  func cache() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope async throws in
      let cache = PromiseCache<Int, Int>()
      let line = Lines()
      let (token, resolver) = Promise<Int>.pending(name: "token")
      let first = cache.value(for: 42) { try await token.value }
      let second = cache.value(for: 42) { try await token.value }
      try await expect(
        scope,
        "#1 pending “token” at \(line[1]), … old: waits for its resolver; needed by 1 task",
        "#2 cache “42” at \(line[2]), … old: waits for its operation, which awaits #1",
        "#3 cache “42” at \(line[3]), … old: waits for its operation, which awaits #1")
      withExtendedLifetime((resolver, first, second)) {}
    }
  }
}
