// PromiseCache.swift: one value for each key, computed once.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("PromiseCache", .inScope, .timeLimit(.minutes(10)))
struct PromiseCacheTests {
  private typealias Work = FlightWork

  private let cache = PromiseCache<String, Int>()

  @Test("callers of a key share one operation, and later callers get its value")
  func shared() async throws {
    let work = Work()
    let callers = (0..<10).map { index in
      cache.value(for: "a") { try await work.run("\(index)") }
    }
    try await work.hasBegun()
    work.end(with: 1)
    for caller in callers { #expect(try await caller.value == 1) }
    #expect(try await cache.value(for: "a") { 2 }.get() == 1)
    #expect(try await cache.value(for: "b") { 3 }.get() == 3)
    #expect(work.starts.entries == ["0"])
  }

  @Test("C5: a caller gets an existing value immediately, and isn't counted as a consumer")
  func hit() async throws {
    #expect(try await cache.value(for: "a") { 1 }.get() == 1)
    let hit = cache.value(for: "a") { 2 }
    #expect(try hit.resultIfSettled?.get() == 1)
    let count = hit.cell.consumerCount
    for _ in 0..<3 { #expect(cache.value(for: "a") { 3 } == hit) }
    #expect(hit.cell.consumerCount == count)
  }

  @Test("a failure reaches the callers that waited for it, and the next caller starts new work")
  func failure() async throws {
    let work = Work()
    let callers = (0..<3).map { _ in cache.value(for: "a") { try await work.run("x") } }
    try await work.hasBegun()
    work.fail(with: TestError.first)
    for caller in callers {
      await #expect(throws: TestError.first) { try await caller.value }
    }
    #expect(try await cache.value(for: "a") { 2 }.get() == 2)
    #expect(try await cache.value(for: "a") { 3 }.get() == 2)
  }

  @Test("E3: the work continues even if all its callers leave")
  func allLeave() async throws {
    let work = Work()
    let first = cache.value(for: "a") { try await work.run("first") }
    try await work.hasBegun()
    #expect(first.cancel())
    #expect(first.isRejectedByCancellation)
    let second = cache.value(for: "a") { 2 }
    #expect(second.map { $0 }.cancel())
    let third = cache.value(for: "a") { 3 }
    work.end(with: 1)
    #expect(try await third.value == 1)
    #expect(work.starts.entries == ["first"])
  }

  @Test("callers after a removal get a new value; earlier callers keep the old one")
  func removal() async throws {
    for removesAll in [false, true] {
      let (cache, work) = (PromiseCache<String, Int>(), Work())
      let before = cache.value(for: "a") { try await work.run("old") }
      try await work.hasBegun()
      if removesAll { cache.removeAll() } else { cache.remove("a") }
      let after = cache.value(for: "a") { 2 }
      #expect(try await after.value == 2)
      work.end(with: 1)
      #expect(try await before.value == 1)
      #expect(try await cache.value(for: "a") { 3 }.get() == 2)
    }
  }

  @Test("a failure of removed work doesn't affect its successor")
  func lateFailure() async throws {
    let work = Work()
    let before = cache.value(for: "a") { try await work.run("old") }
    try await work.hasBegun()
    cache.remove("a")
    #expect(try await cache.value(for: "a") { 2 }.get() == 2)
    work.fail(with: TestError.first)
    await #expect(throws: TestError.first) { try await before.value }
    #expect(try await cache.value(for: "a") { 3 }.get() == 2)
  }

  @Test("E5: follows a promise that the operation returns")
  func followed() async throws {
    let (inner, resolver) = Promise<Int>.pending()
    let outer = cache.value(for: "a") { inner }
    resolver.fulfill(1)
    #expect(try await outer.value == 1)
  }

  @Test("B2: operations run where they were written")
  @MainActor func isolation() async throws {
    var runs = 0
    let cache = PromiseCache<Int, Int>()
    for _ in 0..<3 {
      #expect(
        try await cache.value(for: 1) {
          runs += 1
          return runs
        }.get() == 1)
    }
  }

  @Test("B6: a value lives until it is removed, and a closure no longer than the work")
  func lifetime() async throws {
    let cache = PromiseCache<Int, Object>()
    let released = Journal<Bool>()
    let (isReleased, resolver) = Promise<Void>.pending()
    do {
      let (promise, closureFreed) = tracking { object in
        cache.value(for: 1) {
          object.use()
          return Object(released, resolver)
        }
      }
      _ = try await promise.value
      try await closureFreed.value
    }
    #expect(released.count == 0)
    cache.remove(1)
    // The operation's task may have it until it ends.
    try await isReleased.value
    let (failed, freed) = tracking { object in
      cache.value(for: 3) {
        object.use()
        throw TestError.first
      }
    }
    _ = await failed.result
    try await freed.value
  }

  @Test("F4: work that waits for its own key waits until it is left; then the key is free")
  func withinItself() async throws {
    let (cache, asked) = (PromiseCache<Int, Int>(), Gate())
    let outer = cache.value(for: 1) {
      let own = cache.value(for: 1) { 1 }
      asked.open()
      return try await own.get()
    }
    try await asked.pass()
    #expect(outer.cancel())
    #expect(try await cache.value(for: 1) { try await cache.value(for: 2) { 2 }.get() }.get() == 2)
  }

  @Test("F4: a cache that is full of work in progress evicts none of it")
  func inFlight() async throws {
    let (cache, gate, begun) = (PromiseCache<Int, Int>(maxCount: 2), Gate(), Journal<Int>())
    let promises = [1, 2, 3, 1].map { key in
      cache.value(for: key) {
        begun.write(key)
        try await gate.pass()
        return key
      }
    }
    gate.open()
    #expect(try await Promise.all(promises).get() == [1, 2, 3, 1])
    #expect(begun.entries.sorted() == [1, 2, 3])
  }

  @Test("F4: work that fails takes the place of no kept value")
  func failures() async throws {
    let (cache, begun) = (PromiseCache<Int, Int>(maxCount: 3), Journal<Int>())
    func load(_ key: Int) -> Promise<Int> {
      cache.value(for: key) {
        begun.write(key)
        return key
      }
    }
    for key in 0..<3 { _ = try await load(key).get() }
    for key in 100..<103 {
      let failing = cache.value(for: key) { () async throws -> Int in throw TestError.first }
      await #expect(throws: TestError.first) { try await failing.get() }
    }
    for key in 0..<3 { #expect(try await load(key).get() == key) }
    #expect(begun.entries == [0, 1, 2])
  }

  @Test("F4: work belongs to the cache even if its caller leaves immediately")
  func leftAtOnce() async throws {
    for _ in 0..<100 {
      let (cache, ran) = (PromiseCache<Int, Int>(), Gate())
      let value = cache.value(for: 1) {
        ran.open()
        return 1
      }
      value.cancel()
      try await ran.pass()
      #expect(try await cache.value(for: 1) { 2 }.get() == 1)
    }
  }

  @Test("keeps at most `maxCount` values, the most recently used ones")
  func maxCount() async throws {
    let cache = PromiseCache<Int, Int>(maxCount: 2)
    func value(_ key: Int, _ new: Int) async throws -> Int {
      let value = try await cache.value(for: key) { new }.get()
      // The operation's task may not have kept the value yet; `count` does so first.
      #expect(cache.count <= 2)
      return value
    }
    #expect(try await value(1, 10) == 10)
    #expect(try await value(2, 20) == 20)
    #expect(try await value(1, 11) == 10)
    #expect(try await value(3, 30) == 30)
    #expect(try await value(1, 12) == 10)
    #expect(try await value(2, 21) == 21)
  }

  @Test("a value's age is measured by the given clock, from its arrival", .needsTracking)
  func maxAge() async throws {
    let clock = ManualClock()
    let cache = PromiseCache<Int, Int>(maxAge: .seconds(10), clock: clock)
    let (work, finish) = Promise<Int>.pending()
    let first = cache.value(for: 1) { work }
    await clock.advance(by: .seconds(20))
    finish.fulfill(1)
    #expect(try await first.get() == 1)
    await clock.advance(by: .seconds(9))
    #expect(try await cache.value(for: 1) { 2 }.get() == 1)
    await clock.advance(by: .seconds(1))
    #expect(try await cache.value(for: 1) { 3 }.get() == 3)
  }

  @Test("E2: with `stopsUnwantedWork`, the cache stops work that no caller needs")
  func stopsUnwantedWork() async throws {
    let cache = PromiseCache<Int, Int>(stopsUnwantedWork: true)
    let (begun, stopped) = (Gate(), Gate())
    let (work, resolver) = Promise<Int>.pending()
    resolver.onCancel { stopped.open() }
    let value = cache.value(for: 1) {
      begun.open()
      return work
    }
    try await begun.pass()
    value.cancel()
    try await stopped.pass()
    #expect(try await cache.value(for: 1) { 2 }.get() == 2)
  }
}

/// Says when it is released.
final class Object: Sendable {
  private let released: Journal<Bool>
  private let isReleased: Resolver<Void>?

  init(_ released: Journal<Bool>, _ isReleased: Resolver<Void>? = nil) {
    (self.released, self.isReleased) = (released, isReleased)
  }

  deinit {
    released.write(true)
    isReleased?.fulfill()
  }
}
