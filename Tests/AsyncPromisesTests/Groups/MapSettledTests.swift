// MapSettled.swift: works on the items of a sequence, each of which may fail.

import AsyncPromises
import TestSupport
import Testing

@Suite("mapSettled of a sequence", .timeLimit(.minutes(10)))
struct MapSettledTests {
  // MARK: Outcomes

  @Test(
    "F2: returns the outcomes in the order of the items; a failure stops nothing",
    arguments: permutations(of: [0, 1, 2]))
  func order(order: [Int]) async throws {
    let desk = WorkGate(3)
    let map = Promise.mapSettled(0..<3) { try await desk.work(on: $0) }
    for index in order {
      try await desk.started(index)
      if index == 1 { desk.fail(1, with: TestError.first) } else { desk.finish(index) }
    }
    let outcomes = try await map.value.map { Outcome($0) }
    #expect(outcomes == [.fulfilled(0), .rejected(.first), .fulfilled(20)])
    for index in 0..<3 { #expect(try await !desk.wasCancelled(index)) }
  }

  @Test("F2: without items, starts out fulfilled with an empty array")
  func empty() throws {
    #expect(try Promise.mapSettled([Int]()) { $0 }.resultIfSettled?.get().count == 0)
    let promises = Promise.mapSettled([Int]()) { Promise.fulfilled($0) }
    #expect(try promises.resultIfSettled?.get().count == 0)
  }

  @Test(
    "F2 B7: returns the original errors, including cancellations", arguments: ErrorSample.allCases)
  func veryError(reason: ErrorSample) async throws {
    let outcomes = try await Promise.mapSettled(0..<3, concurrency: 1) { item async throws -> Int in
      if item == 1 { throw reason.error }
      return item
    }.get()
    #expect(reason.isSame(as: outcomes[1]))
    #expect(Outcome(outcomes[0]) == .fulfilled(0))
    #expect(Outcome(outcomes[2]) == .fulfilled(2))
  }

  @Test("F2: all items may fail")
  func allFail() async throws {
    let map = Promise.mapSettled(0..<50, concurrency: 4) { _ -> Int in throw TestError.second }
    let outcomes = try await map.value.map { Outcome($0) }
    #expect(outcomes == Array(repeating: .rejected(.second), count: 50))
  }

  @Test("F2 E5: returns the outcomes of the promises that the closure returns")
  func promises() async throws {
    let works = [WantedWork(), WantedWork(), WantedWork()]
    let map = Promise.mapSettled(0..<3) { works[$0].promise }
    works[2].resolver.fulfill(2)
    works[1].resolver.reject(TestError.first)
    works[0].resolver.fulfill(0)
    let outcomes = try await map.value.map { Outcome($0) }
    #expect(outcomes == [.fulfilled(0), .rejected(.first), .fulfilled(2)])
  }

  private func name(of item: Int) throws -> String {
    if item == 1 { throw TestError.first }
    return "\(item)"
  }

  @Test("F2 S3: works in a chain without type annotations")
  func chain() async throws {
    let text = try await Promise.fulfilled(3)
      .then { count in
        Promise.mapSettled(0..<count, concurrency: 2) { try name(of: $0) }
      }
      .map { $0.map { (try? $0.get()) ?? "failed" }.joined() }
      .get()
    #expect(text == "0failed2")
  }

  @Test("F2: traps if `concurrency` allows no item to start")
  func trap() async {
    await #expect(processExitsWith: .failure) {
      _ = Promise.mapSettled(0..<3, concurrency: 0) { $0 }
    }
  }

  // MARK: At most n at a time

  @Test(
    "F2: limits how many items run at a time; a failed item makes room too", arguments: [1, 2, 3])
  func atMost(concurrency: Int) async throws {
    let count = 5
    let desk = WorkGate(count)
    let items = PulledItems(count)
    let map = Promise.mapSettled(items, concurrency: concurrency) { try await desk.work(on: $0) }
    for index in 0..<count {
      let newest = min(count, index + concurrency) - 1
      for running in index...newest { try await desk.started(running) }
      #expect(items.pulls.count == newest + 1)
      if index % 2 == 0 { desk.fail(index, with: TestError.first) } else { desk.finish(index) }
    }
    #expect(try await map.value.count == count)
    #expect(desk.mostRunning == concurrency)
  }

  @Test("F2: progress counts failed items too")
  func progress() async throws {
    let counts = Journal<Int>()
    let map = Promise.mapSettled(0..<20, concurrency: 3, progress: { counts.write($0) }) { item in
      if item % 2 == 0 { throw TestError.first }
    }
    _ = try await map.value
    #expect(counts.entries == Array(1...20))
  }

  // MARK: Cancellation and lifetime

  @Test("F2 E2: cancelling rejects the promise and cancels the running work; no more items start")
  func cancelled() async throws {
    for downstream in [false, true] {
      let desk = WorkGate(4)
      let items = PulledItems(4)
      let map = Promise.mapSettled(items, concurrency: 2) { try await desk.work(on: $0) }
      for index in 0..<2 { try await desk.started(index) }
      #expect(downstream ? map.map { _ in }.cancel() : map.cancel())
      #expect(map.isStopped)
      for index in 0..<2 { #expect(try await desk.wasCancelled(index)) }
      try await otherWork()
      #expect(items.pulls.entries == [0, 1])
      #expect(desk.begun.count == 2)
    }
  }

  @Test("F2: releases the closure at the end and after a cancellation")
  func released() async throws {
    for isCancelled in [false, true] {
      let desk = WorkGate(2)
      let (map, freed) = tracking { object in
        Promise.mapSettled(0..<2) { item in
          object.use()
          return try await desk.work(on: item)
        }
      }
      for index in 0..<2 { try await desk.started(index) }
      if isCancelled { map.cancel() } else { for index in 0..<2 { desk.finish(index) } }
      try await freed.value
      _ = await map.result
    }
  }
}
