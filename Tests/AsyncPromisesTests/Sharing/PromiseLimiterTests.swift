// PromiseLimiter.swift: many callers, few operations at a time.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("PromiseLimiter", .inScope, .timeLimit(.minutes(10)))
struct PromiseLimiterTests {
  @Test(
    "runs operations in call order, and no more than the limit at a time", arguments: [1, 2, 4])
  func limit(_ limit: Int) async throws {
    let (limiter, work) = (PromiseLimiter(limit: limit), WorkGate(8))
    let promises = (0..<8).map { item in limiter.run { try await work.work(on: item) } }
    for item in 0..<8 {
      try await work.started(item)
      work.finish(item)
      #expect(try await promises[item].value == item * 10)
    }
    // On the pool, operations that hold slots at the same time run beside each other.
    #expect(limit == 1 ? work.begun.entries == Array(0..<8) : work.begun.count == 8)
    #expect(work.mostRunning <= limit)
  }

  @Test("a failed operation frees its slot")
  func failure() async throws {
    let limiter = PromiseLimiter(limit: 1)
    await #expect(throws: TestError.first) {
      try await limiter.run { throw TestError.first }.get()
    }
    #expect(try await limiter.run { 1 }.get() == 1)
  }

  @Test("E1: an operation cancelled in the queue never starts, and delays no others")
  func cancelledInLine() async throws {
    let (limiter, work) = (PromiseLimiter(limit: 1), WorkGate(4))
    let promises = (0..<4).map { item in limiter.run { try await work.work(on: item) } }
    try await work.started(0)
    #expect(promises[1].cancel())
    #expect(promises[2].map { $0 }.cancel())
    work.finish(0)
    try await work.started(3)
    work.finish(3)
    #expect(try await promises[3].value == 30)
    #expect(promises[1].isRejectedByCancellation && promises[2].isAbandoned)
    #expect(work.begun.entries == [0, 3])
  }

  @Test("E1 E2: a cancelled operation keeps its slot until it has ended")
  func cancelledWhileItRuns() async throws {
    let (limiter, work) = (PromiseLimiter(limit: 1), WorkGate(2))
    let first = limiter.run { try await work.stubbornWork(on: 0) }
    let second = limiter.run { try await work.work(on: 1) }
    try await work.started(0)
    #expect(first.cancel())
    try await work.cancelled(0)
    #expect(work.begun.entries == [0])
    work.finish(0)
    try await work.started(1)
    work.finish(1)
    #expect(try await second.value == 10)
    #expect(work.mostRunning == 1)
  }

  @Test("E5: follows a promise that the operation returns, and leaves it when cancelled")
  func followed() async throws {
    let limiter = PromiseLimiter(limit: 1)
    let (inner, resolver) = pendingWork()
    let (begun, begin) = Promise<Void>.pending()
    let first = limiter.run {
      begin.fulfill()
      return inner
    }
    let second = limiter.run { Promise.fulfilled(2) }
    try await begun.value
    #expect(second.resultIfSettled == nil)
    #expect(first.cancel())
    #expect(try await second.value == 2)
    #expect(inner.isAbandoned)
    withExtendedLifetime(resolver) {}
  }

  @Test("B2: operations run where they were written")
  @MainActor func isolation() async throws {
    let limiter = PromiseLimiter(limit: 2)
    var runs = 0
    let promises = (0..<4).map { _ in limiter.run { runs += 1 } }
    for promise in promises { try await promise.get() }
    #expect(runs == 4)
  }

  @Test("C5 D1: an operation sees its caller's task-locals, even if it has to wait")
  func taskLocals() async throws {
    let (limiter, work) = (PromiseLimiter(limit: 1), WorkGate(1))
    let seen = Journal<String>()
    let promises = ["a", "b"].map { name in
      Name.$current.withValue(name) {
        limiter.run {
          _ = name == "a" ? try await work.work(on: 0) : 0
          seen.write(Name.current)
        }
      }
    }
    work.finish(0)
    for promise in promises { try await promise.get() }
    #expect(seen.entries == ["a", "b"])
  }

  @Test("C2: in a task that was cancelled beforehand, a call begins nothing")
  func cancelledBeforehand() async {
    let limiter = PromiseLimiter(limit: 1)
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let promise = limiter.run { Issue.record("The operation has begun.") }
      #expect(promise.isRejectedByCancellation)
    }.value
  }

  @Test("F4 C5: operations of the pool and of an actor begin in call order, whatever the limit")
  func order() async throws {
    for limit in 1...4 {
      let (limiter, pool, main) = (PromiseLimiter(limit: limit), Journal<Int>(), Journal<Int>())
      let promises = (0..<200).map { number in
        number % 3 == 0
          ? limiter.run { @MainActor in
            main.write(number)
            await Task.yield()
          }
          : limiter.run {
            pool.write(number)
            await Task.yield()
          }
      }
      for promise in promises { try await promise.get() }
      #expect(main.entries == main.entries.sorted())
      if limit == 1 { #expect(pool.entries == pool.entries.sorted()) }
      #expect(main.count + pool.count == promises.count)
    }
  }

  @Test(
    "H2: nothing is reported of a turn that comes, or is given up, at any moment", .needsTracking)
  func reports() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      for _ in 0..<300 {
        let limiter = PromiseLimiter(limit: 1)
        let promises = (0..<4).map { number in limiter.run { number } }
        promises[2].cancel()
        for promise in promises { _ = await promise.result }
      }
      try await scope.settle()
      #expect(scope.events.isEmpty)
    }
  }

  @Test("B6: an operation's captures are released when it ends or leaves the queue")
  func lifetime() async throws {
    let (limiter, work) = (PromiseLimiter(limit: 1), WorkGate(1))
    let (first, firstFreed) = tracking { object in
      limiter.run {
        object.use()
        return try await work.work(on: 0)
      }
    }
    let (second, secondFreed) = tracking { object in
      limiter.run {
        object.use()
        return 1
      }
    }
    try await work.started(0)
    second.cancel()
    try await secondFreed.value
    work.finish(0)
    #expect(try await first.value == 0)
    try await firstFreed.value
  }

  @Test("traps if the limit allows no operation to start", arguments: [0, -1])
  func nothing(limit: Int) async {
    await #expect(processExitsWith: .failure) { [limit] in _ = PromiseLimiter(limit: limit) }
  }
}

private enum Name {
  @TaskLocal static var current = "none"
}
