// KeptValue.swift: what a cache can be asked and told.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTesting
import Dispatch
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

  /// A clock whose first reader has to wait.
  private final class HaltingClock: Clock {
    private let isFirst = Locked(true)
    private let goesOn = DispatchSemaphore(value: 0)
    let minimumResolution = Duration.zero

    func goOn() { goesOn.signal() }

    var now: ContinuousClock.Instant {
      let isFirst = isFirst.withLock { first in
        defer { first = false }
        return first
      }
      if isFirst { _ = goesOn.wait(timeout: .now() + 60) }
      return .now
    }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
  }

  @Test("N3: who has been given a value finds it kept, even before its operation's task is done")
  func givenValue() async throws {
    let clock = HaltingClock()
    let cache = PromiseCache<String, Int>(maxAge: .seconds(3_600), clock: clock)
    // The task reads the clock after it has settled the promise.
    #expect(try await cache.value(for: "a") { 1 }.get() == 1)
    #expect(cache.count == 1 && cache.keptValue(for: "a") == 1)
    clock.goOn()
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

  @Test("N3: an old value is given while a new one is made, by one operation", .needsTracking)
  func meanwhile() async throws {
    let (clock, work) = (ManualClock(), WorkGate(2))
    let cache = PromiseCache<String, Int>(
      maxAge: .seconds(10), clock: clock, staleValues: .givenMeanwhile)
    cache.store(1, for: "a")
    await clock.advance(by: .seconds(10))
    #expect(cache.keptValue(for: "a") == nil && cache.count == 1)
    try await withPromiseScope { scope in
      for _ in 0..<2 {
        let old = cache.value(for: "a") { try await work.work(on: 1) }
        #expect(try old.resultIfSettled?.get() == 1)
      }
      work.finish(1)
      try await scope.settle()
    }
    #expect(try await cache.value(for: "a") { 7 }.value == 10)
    #expect(work.begun.entries == [1] && cache.count == 1)
  }

  @Test(
    "N3 H1: a failure to make a new value is reported, and the next call tries again",
    .needsTracking)
  func failureMeanwhile() async throws {
    let cache = PromiseCache<String, Int>(staleValues: .givenMeanwhile, isUsable: { $0 > 1 })
    cache.store(1, for: "a")
    let reports = try await unhandledRejections {
      let old = cache.value(for: "a") { () async throws -> Int in throw TestError.first }
      let value = try await old.value
      #expect(value == 1)
    }
    #expect(reports.count == 1)
    let asked = Gate()
    try await withPromiseScope { scope in
      let old = cache.value(for: "a") {
        try await asked.pass()
        return 2
      }
      #expect(try await old.value == 1)
      asked.open()
      try await scope.settle()
    }
    #expect(cache.keptValue(for: "a") == 2 && cache.count == 1)
  }

  @Test("N3: an old value is given to the callers of work that fails, and isn't kept for longer")
  func onFailure() async throws {
    let (clock, work) = (ManualClock(), WorkGate(1))
    let cache = PromiseCache<String, Int>(
      maxAge: .seconds(10), clock: clock, staleValues: .givenOnFailure)
    cache.store(1, for: "a")
    await clock.advance(by: .seconds(10))
    let callers = (0..<2).map { _ in cache.value(for: "a") { try await work.work(on: 0) } }
    try await work.started(0)
    for caller in callers { #expect(caller.resultIfSettled == nil) }
    work.fail(0, with: TestError.first)
    for caller in callers { #expect(try await caller.value == 1) }
    #expect(cache.keptValue(for: "a") == nil && cache.count == 1)
    #expect(try await cache.value(for: "a") { 2 }.value == 2)
    #expect(cache.keptValue(for: "a") == 2 && work.begun.entries == [0])
  }

  @Test("N3: no old value is given in place of a cancellation, or once it has been removed")
  func noOldValue() async throws {
    let work = WorkGate(1)
    let cache = PromiseCache<String, Int>(staleValues: .givenOnFailure, isUsable: { $0 > 1 })
    cache.store(1, for: "a")
    let cancelled = cache.value(for: "a") { () async throws -> Int in throw CancellationError() }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    let failing = cache.value(for: "a") { try await work.work(on: 0) }
    try await work.started(0)
    cache.remove("a")
    work.fail(0, with: TestError.first)
    await #expect(throws: TestError.first) { try await failing.value }
  }

  @Test("N3: an old value counts toward the bound and can be dropped; its replacement continues")
  func oldValueLeaves() async throws {
    let work = WorkGate(1)
    let cache = PromiseCache<String, Int>(
      maxCount: 1, staleValues: .givenMeanwhile, isUsable: { $0 > 1 })
    cache.store(1, for: "a")
    let old = cache.value(for: "a") { try await work.work(on: 0) + 5 }
    #expect(try await old.value == 1)
    cache.store(2, for: "b")
    let new = cache.value(for: "a") { 7 }
    #expect(new.resultIfSettled == nil)
    work.finish(0)
    #expect(try await new.value == 5)
    // The operation's task may not have kept the value yet; asking for it does so first.
    #expect(cache.keptValue(for: "a") == 5 && cache.keptValue(for: "b") == nil)
  }

  @Test("N3 B6: a removal releases an old value, even while a new one is made")
  func releasedOldValue() async throws {
    let (cache, gate) = (
      PromiseCache<Int, Object>(staleValues: .givenOnFailure) { _ in false }, Gate()
    )
    for removesAll in [false, true] {
      let released = Journal<Bool>()
      cache.store(Object(released), for: 1)
      let new = cache.value(for: 1) {
        try await gate.pass()
        return Object(Journal())
      }
      #expect(released.count == 0)
      if removesAll { cache.removeAll() } else { cache.remove(1) }
      #expect(released.count == 1)
      new.cancel()
    }
    gate.open()
  }

  @Test("N3: a caller's own task joins what a promise has begun, and is joined by one")
  func joined() async throws {
    let (cache, work) = (PromiseCache<String, Int>(), WorkGate(2))
    let promise = cache.value(for: "a") { try await work.work(on: 0) }
    async let joining = cache.value(for: "a") { 7 }.get()
    work.finish(0)
    #expect(try await joining == promise.value)
    async let first = cache.value(for: "b") { try await work.work(on: 1) }.get()
    try await work.started(1)
    let second = cache.value(for: "b") { 7 }
    work.finish(1)
    #expect(try await first == second.value)
  }
}
