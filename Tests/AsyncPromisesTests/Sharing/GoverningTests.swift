// Governing.swift: what a limiter can be asked and told; and barriers.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("Governing a limiter", .inScope, .timeLimit(.minutes(10)))
struct GoverningTests {
  @Test("N2: counts what runs and what waits")
  func counts() async throws {
    let (limiter, gate) = (PromiseLimiter(limit: 2), Gate())
    #expect(limiter.runningCount == 0 && limiter.waitingCount == 0)
    let promises = (0..<5).map { _ in limiter.run { try await gate.pass() } }
    #expect(limiter.runningCount == 2 && limiter.waitingCount == 3)
    gate.open()
    for promise in promises { try await promise.get() }
    #expect(limiter.runningCount == 0 && limiter.waitingCount == 0)
  }

  @Test("N2: cancels all that wait, promises and tasks, and nothing that runs")
  @MainActor func cancelWaiting() async throws {
    let (limiter, work) = (PromiseLimiter(limit: 1), WorkGate(1))
    let running = limiter.run { try await work.work(on: 0) }
    let waiting = (0..<3).map { _ in limiter.run { Issue.record("A cancelled operation ran.") } }
    let task = Task { @MainActor in
      try await limiter.withPlace { Issue.record("A cancelled waiter ran.") }
    }
    await othersHaveCome()
    #expect(limiter.waitingCount == 4)
    limiter.cancelWaiting()
    #expect(limiter.waitingCount == 0 && limiter.runningCount == 1)
    for promise in waiting { #expect(promise.isRejectedByCancellation) }
    await #expect(throws: CancellationError.self) { try await task.value }
    let next = limiter.run { 2 }
    work.finish(0)
    #expect(try await running.value == 0)
    #expect(try await next.value == 2)
  }

  @Test("N2: a higher limit lets those that wait begin, in call order")
  func higherLimit() async throws {
    let (limiter, work) = (PromiseLimiter(limit: 1), WorkGate(4))
    let promises = (0..<4).map { item in limiter.run { try await work.work(on: item) } }
    try await work.started(0)
    #expect(limiter.limit == 1)
    limiter.limit = 3
    #expect(limiter.limit == 3 && limiter.runningCount == 3 && limiter.waitingCount == 1)
    try await work.started(1)
    try await work.started(2)
    #expect(!work.begun.entries.contains(3))
    for item in 0..<4 { work.finish(item) }
    for promise in promises { _ = try await promise.get() }
    #expect(work.mostRunning == 3)
  }

  @Test("N2: with a lower limit, those that run go on, and nothing begins until fewer run")
  func lowerLimit() async throws {
    let (limiter, work) = (PromiseLimiter(limit: 2), WorkGate(3))
    let promises = (0..<3).map { item in limiter.run { try await work.work(on: item) } }
    limiter.limit = 1
    work.finish(0)
    _ = try await promises[0].value
    #expect(limiter.waitingCount == 1)
    work.finish(1)
    try await work.started(2)
    work.finish(2)
    _ = try await promises[2].value
  }

  @Test("N2: with a limit of zero nothing begins; a later limit starts it")
  @MainActor func paused() async throws {
    let limiter = PromiseLimiter(limit: 1)
    limiter.limit = 0
    let promise = limiter.run { 1 }
    let task = Task { @MainActor in try await limiter.withAllPlaces { 2 } }
    await othersHaveCome()
    #expect(limiter.runningCount == 0)
    limiter.limit = 1
    #expect(try await promise.value == 1)
    #expect(try await task.value == 2)
  }

  @Test("N2: a barrier waits for all before it, runs alone, and later calls wait for it")
  @MainActor func barrier() async throws {
    let (limiter, work, order) = (PromiseLimiter(limit: 3), WorkGate(4), Journal<String>())
    let before = (0..<2).map { item in limiter.run { try await work.work(on: item) } }
    let barrier = Task { @MainActor in
      try await limiter.withAllPlaces {
        order.write("alone \(limiter.runningCount)")
        _ = try await work.work(on: 2)
        order.write("end")
      }
    }
    await othersHaveCome()
    let after = limiter.run { order.write("after") }
    #expect(limiter.waitingCount == 2)
    work.finish(0)
    _ = try await before[0].value
    #expect(order.count == 0)
    work.finish(1)
    try await work.started(2)
    #expect(limiter.waitingCount == 1 && after.resultIfSettled == nil)
    work.finish(2)
    try await barrier.value
    try await after.get()
    #expect(order.entries == ["alone 1", "end", "after"])
  }

  @Test("N2: when a barrier is cancelled in the line, those behind it go on at once")
  @MainActor func cancelledBarrier() async throws {
    let (limiter, work) = (PromiseLimiter(limit: 2), WorkGate(1))
    let before = limiter.run { try await work.work(on: 0) }
    let barrier = Task { @MainActor in try await limiter.withAllPlaces { Issue.record("It ran.") } }
    await othersHaveCome()
    let after = limiter.run { 1 }
    #expect(limiter.waitingCount == 2)
    barrier.cancel()
    #expect(try await after.value == 1)
    await #expect(throws: CancellationError.self) { try await barrier.value }
    work.finish(0)
    _ = try await before.value
  }

  @Test("N2: who comes beyond the bound on waiting gets an error at once", arguments: [0, 2])
  func bound(maxWaiting: Int) async throws {
    let (limiter, gate) = (PromiseLimiter(limit: 1, maxWaiting: maxWaiting), Gate())
    let full = LimiterIsFull(maxWaiting: maxWaiting)
    let promises = (0...maxWaiting).map { _ in limiter.run { try await gate.pass() } }
    let refused = limiter.run { Issue.record("A refused operation ran.") }
    #expect(throws: full) { try refused.resultIfSettled?.get() }
    await #expect(throws: full) { try await limiter.withPlace {} }
    await #expect(throws: full) { try await limiter.withAllPlaces {} }
    #expect(limiter.waitingCount == maxWaiting)
    gate.open()
    for promise in promises { try await promise.get() }
    try await limiter.withPlace {}
  }

  @Test("traps if the limit, or the number that may wait, is negative", arguments: [-1, -2])
  func negative(number: Int) async {
    await #expect(processExitsWith: .failure) { [number] in
      PromiseLimiter(limit: 1).limit = number
    }
    await #expect(processExitsWith: .failure) { [number] in
      _ = PromiseLimiter(limit: 1, maxWaiting: number)
    }
  }
}
