// GroupProgress.swift: groups that report their progress.

import AsyncPromises
import AsyncPromisesTesting
import Dispatch
import TestSupport
import Testing

@Suite("progress of groups", .inScope, .timeLimit(.minutes(10)))
struct GroupProgressTests {
  @Test("F: `all` counts its fulfilled inputs, on the actor, before it is itself fulfilled")
  @MainActor func all() async throws {
    let inputs = (0..<10).map { _ in Promise<Int>.pending() }
    var counts: [Int] = []
    let all = Promise.all(inputs.map(\.promise), progress: { counts.append($0) })
    for (index, input) in inputs.enumerated().reversed() { input.resolver.fulfill(index) }
    #expect(try await all.value == Array(0..<10))
    #expect(counts == Array(1...10))
  }

  @Test("F: a rejection decides the group; the other inputs continue but aren't counted")
  func rejection() async throws {
    let inputs = (0..<3).map { _ in Promise<Int>.pending() }
    let counts = Journal<Int>()
    let all = Promise.all(inputs.map(\.promise), progress: { counts.write($0) })
    inputs[1].resolver.reject(TestError.first)
    await #expect(throws: TestError.first) { try await all.value }
    inputs[0].resolver.fulfill(0)
    #expect(try await inputs[0].promise.map { $0 }.value == 0)
    #expect(inputs[2].promise.resultIfSettled == nil)
    #expect(counts.count == 0)
    withExtendedLifetime(inputs) {}
  }

  @Test("F: `allSettled` counts rejections too")
  func allSettled() async throws {
    let inputs = (0..<3).map { _ in Promise<Int>.pending() }
    let counts = Journal<Int>()
    let all = Promise.allSettled(inputs.map(\.promise), progress: { counts.write($0) })
    inputs[0].resolver.fulfill(0)
    inputs[1].resolver.reject(TestError.first)
    inputs[2].promise.cancel()
    let outcomes = try await all.value
    #expect(outcomes.map { Outcome($0) } == [.fulfilled(0), .rejected(.first), .cancelled])
    #expect(counts.entries == [1, 2, 3])
    withExtendedLifetime(inputs) {}
  }

  @Test("F: without inputs, is fulfilled and counts nothing")
  func empty() async throws {
    let counts = Journal<Int>()
    let none: [Promise<Int>] = []
    #expect(try await Promise.all(none, progress: { counts.write($0) }).get() == [])
    #expect(try await Promise.allSettled(none, progress: { counts.write($0) }).get().isEmpty)
    #expect(counts.count == 0)
  }

  @Test("E2: a cancelled group leaves its inputs")
  func cancelled() {
    for isAll in [true, false] {
      let (work, resolver) = pendingWork()
      let (wanted, wantedResolver) = Promise<Int>.pending()
      let other = wanted.map { $0 }
      let group =
        isAll
        ? Promise.all([work, wanted], progress: { _ in }).map { _ in }
        : Promise.allSettled([work, wanted], progress: { _ in }).map { _ in }
      #expect(group.cancel())
      #expect(work.isAbandoned)
      #expect(wanted.resultIfSettled == nil)
      other.cancel()
      withExtendedLifetime((resolver, wantedResolver)) {}
    }
  }

  @Test("E4: cancels the remaining inputs if asked to")
  func remaining() async {
    let (first, resolver) = Promise<Int>.pending()
    let (second, secondResolver) = Promise<Int>.pending()
    let wanted = second.map { $0 }
    let all = Promise.all([first, second], remaining: .cancel, progress: { _ in })
    resolver.reject(TestError.first)
    await #expect(throws: TestError.first) { try await all.value }
    #expect(await wanted.settledOutcome == .cancelled)
    withExtendedLifetime(secondResolver) {}
  }

  @Test(
    "F B3: counts in order, one call at a time, even if many threads settle the inputs",
    arguments: [true, false])
  func manyThreads(isAll: Bool) async throws {
    for _ in 0..<20 {
      let inputs = (0..<400).map { _ in Promise<Int>.pending() }
      let (counts, calls) = (Journal<Int>(), Locked(0))
      let progress: @Sendable (Int) -> Void = { count in
        #expect(
          calls.withLock {
            $0 += 1; return $0
          } == 1)
        counts.write(count)
        calls.withLock { $0 -= 1 }
      }
      let promises = inputs.map(\.promise)
      let group =
        isAll
        ? Promise.all(promises, progress: progress).map { $0.count }
        : Promise.allSettled(promises, progress: progress).map { $0.count }
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        for index in stride(from: thread, to: 400, by: 8) { inputs[index].resolver.fulfill(index) }
      }
      #expect(try await group.value == 400)
      #expect(counts.entries == Array(1...400))
    }
  }

  @Test(
    "F4: calls that are still due are skipped once the promise has settled, whatever settles it")
  @MainActor func settled() async throws {
    var counts: [Int] = []
    for round in 0..<3 {
      let inputs = (0..<4).map { _ in Promise<Int>.pending() }
      counts = []
      let own = Locked<Promise<[Int]>?>(nil)
      let all = Promise.all(
        inputs.map(\.promise),
        progress: { count in
          counts.append(count)
          if round == 2 { own.withLock { $0 }?.cancel() }
        })
      own.withLock { $0 = all }
      for input in inputs.dropLast(round == 2 ? 0 : 1) { input.resolver.fulfill(1) }
      if round == 0 { all.cancel() }
      if round == 1 { inputs[3].resolver.reject(TestError.first) }
      _ = await all.result
      for _ in 0..<10 { await Task { @MainActor in }.value }
      #expect(counts == (round == 2 ? [1] : []))
      own.withLock { $0 = nil }
      withExtendedLifetime(inputs) {}
    }
  }

  @Test("F4: the last call is made before the promise is fulfilled")
  @MainActor func lastCall() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let own = Locked<Promise<[Int]>?>(nil)
    var pending: [Bool] = []
    let all = Promise.all(
      [.fulfilled(1), source],
      progress: { _ in pending.append(own.withLock { $0 }?.resultIfSettled == nil) })
    own.withLock { $0 = all }
    resolver.fulfill(1)
    #expect(try await all.value == [1, 1])
    #expect(pending == [true, true])
    own.withLock { $0 = nil }
  }

  @Test("B10: if many inputs settle in a row, other jobs can run on the actor in between")
  @MainActor func manyAtOnce() async throws {
    let count = 10_000
    let inputs = (0..<count).map { _ in Promise<Int>.pending() }
    var (last, between) = (0, 0)
    let all = Promise.all(
      inputs.map(\.promise),
      progress: { number in
        if number == 1 { Task { @MainActor in between = last } }
        last = number
      })
    for input in inputs { input.resolver.fulfill(1) }
    #expect(try await all.value.count == count)
    #expect(last == count)
    #expect((1...256).contains(between))
  }

  @Test("B6: the closure is released with the group")
  func lifetime() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let (all, freed) = tracking { object in
      Promise.all([source], progress: { _ in object.use() })
    }
    resolver.fulfill(1)
    #expect(try await all.value == [1])
    try await freed.value
  }

  @Test("B6: the closure is released where it was written, whatever ends the group")
  func released() async throws {
    let ends: [HandlerEnd] = [
      .settled(.success(1)), .settled(.failure(TestError.first)), .cancelled,
    ]
    try await expectReleaseOnMain(ends) { source, object in
      Promise.all([source], progress: { _ in object.use() })
    }
    try await expectReleaseOnMain(ends) { source, object in
      Promise.allSettled([source], progress: { _ in object.use() })
    }
    try await expectReleaseOnMain(ends) { source, object in
      Promise.map([source], progress: { _ in object.use() }) { @Sendable in try await $0.get() }
    }
    try await expectReleaseOnMain(ends) { source, object in
      Promise.mapSettled([source], progress: { _ in object.use() }) { @Sendable in
        try await $0.get()
      }
    }
  }
}
