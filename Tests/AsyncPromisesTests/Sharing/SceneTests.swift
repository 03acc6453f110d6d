// Scenes for which people use semaphores, queues, retries, caches and time limits.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("Scenes", .inScope, .timeLimit(.minutes(10)))
struct SceneTests {
  // MARK: Semaphores

  @Test("N1: a released limiter still serves the calls that wait for it")
  @MainActor func released() async throws {
    let gate = Gate()
    var limiter: PromiseLimiter? = PromiseLimiter(limit: 1)
    let first = limiter?.run { try await gate.pass() }
    let second = limiter?.run { 2 }
    let task = Task { @MainActor [limiter] in try await limiter?.withPlace { 3 } }
    await othersHaveCome()
    limiter = nil
    gate.open()
    try await first?.get()
    #expect(try await second?.get() == 2)
    #expect(try await task.value == 3)
  }

  @Test("N1: of many waiters every second is cancelled; the others get their places in call order")
  @MainActor func everySecondLeaves() async throws {
    let (limiter, gate, begun) = (PromiseLimiter(limit: 1), Gate(), Journal<Int>())
    let holder = limiter.run { try await gate.pass() }
    let tasks = (0..<20).map { number in
      Task { @MainActor in try await limiter.withPlace { begun.write(number) } }
    }
    await othersHaveCome()
    for number in stride(from: 19, to: 0, by: -2) { tasks[number].cancel() }
    for number in stride(from: 1, to: 20, by: 2) {
      await #expect(throws: CancellationError.self) { try await tasks[number].value }
    }
    #expect(limiter.waitingCount == 10)
    gate.open()
    for number in stride(from: 0, to: 20, by: 2) { try await tasks[number].value }
    try await holder.get()
    #expect(begun.entries == Array(stride(from: 0, to: 20, by: 2)))
  }

  @Test("N1: no more tasks and operations work at a time than there are places")
  func allPlaces() async throws {
    let (limiter, work) = (PromiseLimiter(limit: 3), WorkGate(10))
    let operations = (0..<5).map { item in limiter.run { try await work.work(on: item) } }
    let tasks = (5..<10).map { item in
      Task { try await limiter.withPlace { try await work.work(on: item) } }
    }
    #expect(limiter.runningCount == 3)
    for item in 0..<10 { work.finish(item) }
    for operation in operations { _ = try await operation.get() }
    for task in tasks { _ = try await task.value }
    #expect(work.mostRunning <= 3 && limiter.runningCount == 0)
  }

  @Test("N1: a place of one limiter can be taken within a place of another")
  func twoLimiters() async throws {
    let (outer, inner) = (PromiseLimiter(limit: 1), PromiseLimiter(limit: 1))
    let sums = (0..<10).map { number in
      outer.run { try await inner.withPlace { number } + outer.runningCount }
    }
    #expect(try await Promise.all(sums).get() == Array(1...10))
  }

  // MARK: Queues

  @Test("N1: work that adds other work without waiting for it goes on, and that comes last")
  func addsWork() async throws {
    let (queue, order, added) = (PromiseLimiter(limit: 1), Journal<String>(), Gate())
    let first = queue.run {
      try await added.pass()
      let third = queue.run { order.write("third") }
      order.write("first")
      return [third]
    }
    let second = queue.run { order.write("second") }
    added.open()
    for third in try await first.get() { try await third.get() }
    try await second.get()
    #expect(order.entries == ["first", "second", "third"])
  }

  @Test("N2: two barriers run one after the other, and one that fails lets the next begin")
  @MainActor func twoBarriers() async throws {
    let (limiter, work) = (PromiseLimiter(limit: 3), WorkGate(2))
    let first = Task { @MainActor in
      try await limiter.withAllPlaces { try await work.work(on: 0) }
    }
    let second = Task { @MainActor in
      try await limiter.withAllPlaces { try await work.work(on: 1) }
    }
    try await work.started(0)
    await othersHaveCome()
    #expect(limiter.runningCount == 1 && limiter.waitingCount == 1)
    work.fail(0, with: TestError.first)
    work.finish(1)
    await #expect(throws: TestError.first) { try await first.value }
    #expect(try await second.value == 10)
    #expect(work.mostRunning == 1)
  }

  // MARK: Retries

  @Test("N1 N5: attempts within a place keep it; a place for each attempt goes to others between")
  @MainActor func retryAndPlace() async throws {
    let (limiter, order) = (PromiseLimiter(limit: 1), Journal<String>())
    func failing(_ name: String) async throws {
      order.write(name)
      if order.entries.count(where: { $0 == name }) == 1 {
        let other = limiter.run { order.write("other") }
        other.ignoreErrors()
        throw TestError.first
      }
    }
    try await limiter.withPlace {
      try await Promise.retryInPlace { try await failing("kept") }
    }
    try await Promise.retryInPlace { try await limiter.withPlace { try await failing("given") } }
    #expect(order.entries == ["kept", "kept", "other", "given", "other", "given"])
  }

  @Test("N5 G2: an attempt that takes too long is retried; a limit for all of them ends the retry")
  func limits() async throws {
    let (clock, errors, hanging) = (ManualClock(), Journal<String>(), Promise<Int>.pending())
    let page = Promise.retry(
      maxAttempts: 10, backoff: .constant(.seconds(1)), clock: clock,
      onFailure: { error, attempt in errors.write("\(attempt) \(error is PromiseError)") }
    ) {
      hanging.promise.timeout(after: .seconds(2), clock: clock)
    }.timeout(after: .seconds(7), clock: clock)
    for _ in 0..<7 { await clock.advance(by: .seconds(1)) }
    await #expect(throws: PromiseError.self) { try await page.get() }
    #expect(errors.entries == ["1 true", "2 true"])
  }

  // MARK: Caches

  @Test("N3: no value is a value, too")
  func noValue() async throws {
    let cache = PromiseCache<Int, Int?>()
    #expect(try await cache.value(for: 1) { nil }.get() == nil)
    #expect(try await cache.value(for: 1) { 2 }.get() == nil)
    #expect(cache.keptValue(for: 1) == .some(nil) && cache.count == 1)
  }

  @Test("N3: a key that is asked for twice in one list is worked for once")
  func duplicates() async throws {
    let (cache, begun) = (PromiseCache<Int, Int>(), Journal<Int>())
    let squares = Promise.map([3, 1, 3, 1, 3], concurrency: 5) { key in
      try await cache.value(for: key) {
        begun.write(key)
        return key * key
      }.get()
    }
    #expect(try await squares.get() == [9, 1, 9, 1, 9])
    #expect(begun.entries.sorted() == [1, 3])
  }

  @Test("N3: of many callers that find a token revoked, one refreshes it for all")
  func refresh() async throws {
    let (revoked, refreshes) = (Gate(), WorkGate(2))
    let tokens = PromiseCache<String, Int>(isUsable: { $0 != 0 || !revoked.isOpen })
    tokens.store(0, for: "me")
    #expect(tokens.keptValue(for: "me") == 0)
    revoked.open()
    let callers = (0..<5).map { _ in tokens.value(for: "me") { try await refreshes.work(on: 1) } }
    refreshes.finish(1)
    #expect(try await Promise.all(callers).get() == Array(repeating: 10, count: 5))
    #expect(refreshes.begun.entries == [1])
  }

  // MARK: Time limits

  @Test("G2 C2: a task that is cancelled within its limit hears of that, and not of the limit")
  func cancelledWithinItsLimit() async throws {
    let (clock, (work, resolver)) = (ManualClock(), Promise<Int>.pending())
    let stopped = Gate()
    resolver.onCancel { stopped.open() }
    let task = Task { try await work.timeout(after: .seconds(1), clock: clock).get() }
    await clock.nextSleeper()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await stopped.pass()
    await clock.advance(by: .seconds(2))
  }

  @Test("N1 G2: work that ignores its time limit keeps its place until it has ended")
  func deafWork() async throws {
    let (limiter, work, clock) = (PromiseLimiter(limit: 1), WorkGate(1), ManualClock())
    let limited = limiter.run { try await work.stubbornWork(on: 0) }
      .timeout(after: .seconds(1), clock: clock)
    let next = limiter.run { 2 }
    try await work.started(0)
    await clock.advance(by: .seconds(1))
    await #expect(throws: PromiseError.self) { try await limited.get() }
    #expect(limiter.runningCount == 1 && next.resultIfSettled == nil)
    work.finish(0)
    #expect(try await next.get() == 2)
  }
}
