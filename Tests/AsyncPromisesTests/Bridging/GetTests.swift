// Await.swift: `get`, for promises that the task owns.

import AsyncPromisesSharing
import TestSupport
import Testing

@testable import AsyncPromises

@Suite("Get", .timeLimit(.minutes(10)))
struct GetTests {
  @Test("C2: returns the outcome, whenever the promise settles", arguments: SettleTime.allCases)
  func outcome(time: SettleTime) async throws {
    let good = Subject(.success(1), time)
    let bad = Subject<Int>(.failure(TestError.first), time)
    async let value = good.promise.get()
    async let failure = bad.promise.get()
    await good.settle()
    await bad.settle()
    #expect(try await value == 1)
    do {
      _ = try await failure
      Issue.record("A rejected promise returned a value.")
    } catch {
      #expect(error as? TestError == .first)
    }
  }

  @Test("C1 C2: a settled promise returns its outcome even in a cancelled task")
  func settledInCancelledTask() async throws {
    #expect(try await inCancelledTask { try await Promise.fulfilled(1).get() } == 1)
    await #expect(throws: TestError.first) {
      try await inCancelledTask { try await Promise<Int>.rejected(TestError.first).get() }
    }
  }

  @Test("C1 C2: a settled promise returns its outcome without suspending, on the caller's actor")
  @MainActor
  func settledWithoutSuspension() async throws {
    let journal = Journal<String>()
    let other = Task { @MainActor in journal.write("other") }
    #expect(try await Promise.fulfilled(1).get() == 1)
    #expect(MainQueue.isCurrent)
    journal.write("mine")
    await other.value
    #expect(journal.entries == ["mine", "other"])
  }

  @Test("C2: resumes on the actor of its caller")
  @MainActor
  func resumesOnActor() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let getting = startGetting(promise)
    resolver.fulfill(1)
    #expect(try await promise.get() == 1)
    #expect(MainQueue.isCurrent)
    #expect(try await getting.value == 1)
  }

  @Test("C2 E2: cancelling the last waiting task stops the work; cancelling an earlier one doesn't")
  @MainActor
  func cancelled() async throws {
    let (stopped, stop) = Promise<Void>.pending()
    let (source, resolver) = pendingWork { stop.fulfill() }
    let first = startGetting(source)
    let second = startGetting(source)
    await turn()
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(source.resultIfSettled == nil)
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(source.isAbandoned)
    try await stopped.value
    #expect(!resolver.fulfill(1))
  }

  @Test("C2 E2: a task cancelled before it starts to wait also leaves")
  func cancelledBefore() async throws {
    let (source, resolver) = pendingWork()
    await #expect(throws: CancellationError.self) {
      try await inCancelledTask { try await source.get() }
    }
    #expect(source.isAbandoned)
    withExtendedLifetime(resolver) {}
  }

  @Test("C2 E2: the work continues for other consumers, even for a task that only observes")
  @MainActor
  func others() async throws {
    let (source, resolver) = pendingWork()
    let derived = source.map { $0 + 1 }
    let waiting = await startWaiting(for: source)
    for _ in 0..<2 {
      await #expect(throws: CancellationError.self) {
        try await inCancelledTask { try await source.get() }
      }
    }
    #expect(derived.cancel())
    #expect(source.resultIfSettled == nil)
    resolver.fulfill(1)
    #expect(try await waiting.value == 1)
    #expect(try await source.get() == 1)
  }

  @Test(
    "E2: a cancellation reaches the work through chains, groups, timeouts and returned promises")
  @MainActor
  func chain() async throws {
    let (never, keep) = Promise<Int>.pending()
    let shapes: [@MainActor (Promise<Int>) -> Promise<Int>] = [
      { $0.map { $0 }.tap { _ in }.finally {} },
      { work in Promise.fulfilled.then { work } },
      { work in Promise { work } },
      { Promise.all([$0]).map { $0[0] } },
      { Promise.race($0, never) },
      { $0.timeout(after: .seconds(3_600)) },
      { work in Promise.retry(maxAttempts: 2) { _ in work } },
      { work in Promise.map([0]) { _ in work }.map { $0[0] } },
      { work in SingleFlight<Int, Int>().run(for: 0) { work } },
    ]
    for shape in shapes {
      let (stopped, stop) = Promise<Void>.pending()
      let (work, resolver) = pendingWork { stop.fulfill() }
      let getting = startGetting(shape(work))
      await turn()
      // Work without a consumer isn't stopped. On older systems, a map's items begin later.
      while work.cell.marks.consumerCount == 0 { await turn() }
      getting.cancel()
      await #expect(throws: CancellationError.self) { try await getting.value }
      try await stopped.value
      #expect(!resolver.fulfill(1))
    }
    withExtendedLifetime(keep) {}
  }

  @Test("C3: settling and cancelling at the same time produce exactly one of the two outcomes")
  func settleAgainstCancel() async {
    for _ in 0..<100 {
      let (promise, resolver) = Promise<Int>.pending()
      let getting = Task { try await promise.get() }
      async let settled = resolver.fulfill(1)
      async let cancelled: Void = getting.cancel()
      // A gate stays pending when its consumers leave, until its resolver settles it.
      #expect(await settled)
      await cancelled
      switch await getting.result {
      case .success(let value): #expect(value == 1)
      case .failure(let error): #expect(error is CancellationError)
      }
    }
  }

  @Test("B6: retains neither the promise nor its value")
  func lifetime() async throws {
    let (task, freed) = tracking { object in
      Task { try await Promise { object }.get().use() }
    }
    try await task.value
    try await freed.value
    let (promise, resolver) = Promise<Int>.pending()
    let (_, left) = tracking { object in
      Task {
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try await promise.map { _ in object.use() }.get()
      }
    }
    try await left.value
    #expect(resolver.fulfill(1))
  }

  // MARK: Whole programs

  @Test("E2: cancelling a group whose hundred children await their own promises stops them all")
  func children() async throws {
    let count = 100
    let gates = WorkGate(count)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for item in 0..<count {
        group.addTask { _ = try await Promise { try await gates.work(on: item) }.get() }
      }
      for item in 0..<count { try await gates.started(item) }
      group.cancelAll()
    }
    var stopped = 0
    for item in 0..<count where try await gates.wasCancelled(item) { stopped += 1 }
    #expect(stopped == count)
  }

  @Test("E2 F2: cancelling a map with timeouts stops the running work and starts no more")
  func sizes() async throws {
    let gates = WorkGate(12)
    let sizes = Task {
      try await Promise.map(0..<12, concurrency: 4) { item in
        Promise { try await gates.work(on: item) }.timeout(after: .seconds(3_600))
      }.get()
    }
    for item in 0..<4 { try await gates.started(item) }
    sizes.cancel()
    await #expect(throws: CancellationError.self) { try await sizes.value }
    var stopped = 0
    for item in 0..<4 where try await gates.wasCancelled(item) { stopped += 1 }
    #expect(stopped == 4)
    #expect(gates.begun.entries.sorted() == [0, 1, 2, 3])
  }

  @Test("E3: a cached promise still gets its value after its only viewer has disappeared")
  @MainActor
  func cache() async throws {
    let gates = WorkGate(2)
    let kept = Promise { try await gates.work(on: 1) }
    let viewer = await startWaiting(for: kept)
    viewer.cancel()
    await #expect(throws: CancellationError.self) { try await viewer.value }
    let shielded = Promise { try await gates.work(on: 0) }.shielded()
    let chain = startGetting(shielded.map { $0 })
    await turn()
    chain.cancel()
    await #expect(throws: CancellationError.self) { try await chain.value }
    gates.finish(0)
    gates.finish(1)
    #expect(try await kept.value == 10)
    #expect(try await shielded.get() == 0)
  }

  @Test("E2: a gate whose only chain was cancelled still works for the next chain")
  @MainActor
  func gate() async throws {
    let (gate, open) = Promise<Int>.pending()
    let chain = startGetting(gate.map { $0 }.map { $0 })
    await turn()
    chain.cancel()
    await #expect(throws: CancellationError.self) { try await chain.value }
    #expect(gate.resultIfSettled == nil)
    let next = gate.map { $0 + 1 }
    #expect(open.fulfill(1))
    #expect(try await next.get() == 2)
  }

  // MARK: Support

  /// Starts a main-actor task that calls `get`. The task is waiting once the next one has run.
  @MainActor
  private func startGetting(_ promise: Promise<Int>) -> Task<Int, any Error> {
    Task { @MainActor in try await promise.get() }
  }

  @MainActor
  private func turn() async { await Task { @MainActor in }.value }
}
