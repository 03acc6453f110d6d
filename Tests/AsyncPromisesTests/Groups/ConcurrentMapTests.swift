// ConcurrentMap.swift: works on the items of a sequence, several at a time.

import TestSupport
import Testing

@testable import AsyncPromises
@testable import AsyncPromisesTracking

@Suite("map of a sequence", .timeLimit(.minutes(10)))
struct ConcurrentMapTests {
  // MARK: Results

  @Test(
    "F2: returns the results in the order of the items, whatever the order of the work",
    arguments: permutations(of: [0, 1, 2]))
  func order(order: [Int]) async throws {
    let desk = WorkGate(3)
    let map = Promise.map(0..<3) { try await desk.work(on: $0) }
    for index in order {
      try await desk.started(index)
      desk.finish(index)
    }
    #expect(try await map.value == [0, 10, 20])
  }

  @Test("F2: without items, starts out fulfilled with an empty array")
  func empty() throws {
    let map = Promise.map([Int](), concurrency: 1) { $0 }
    #expect(try map.resultIfSettled?.get() == [])
  }

  @Test(
    "F2: any `concurrency` gives the same results", arguments: [1, 2, 3, 7, 99, 100, 101, .max])
  func everyConcurrency(concurrency: Int) async throws {
    let map = Promise.map(0..<100, concurrency: concurrency) { item async in item * 2 }
    #expect(try await map.value == (0..<100).map { $0 * 2 })
  }

  @Test("F2: accepts results that are nil")
  func optionals() async throws {
    let map = Promise.map(0..<4, concurrency: 2) { $0.isMultiple(of: 2) ? $0 : nil as Int? }
    #expect(try await map.value == [0, nil, 2, nil])
  }

  @Test("F2 S3: works in a chain without type annotations")
  func chain() async throws {
    let text = try await Promise.fulfilled(3)
      .then { count in Promise.map(0..<count, concurrency: 2) { "\($0)" } }
      .map { $0.joined() }
      .get()
    #expect(text == "012")
  }

  @Test("F2: traps if `concurrency` allows no item to start", arguments: [0, -1, Int.min])
  func trap(concurrency: Int) async {
    await #expect(processExitsWith: .failure) { [concurrency] in
      _ = Promise.map(0..<3, concurrency: concurrency) { $0 }
    }
  }

  // MARK: At most n at a time

  @Test(
    "F2: runs as many operations at a time as allowed, and no more", arguments: [1, 2, 3, 5, 8])
  func atMost(concurrency: Int) async throws {
    let count = 8
    let desk = WorkGate(count)
    let map = Promise.map(0..<count, concurrency: concurrency) { try await desk.work(on: $0) }
    for index in 0..<count {
      // Every item that there is room for is started, and no others.
      let newest = min(count, index + concurrency) - 1
      for running in index...newest { try await desk.started(running) }
      try await otherWork()
      #expect(desk.begun.count == newest + 1)
      desk.finish(index)
    }
    #expect(try await map.value == (0..<count).map { $0 * 10 })
    #expect(desk.mostRunning == concurrency)
  }

  @Test("F2: the next item starts when any of the running ones ends", arguments: [0, 1, 2])
  func room(first: Int) async throws {
    let desk = WorkGate(4)
    let map = Promise.map(0..<4, concurrency: 3) { try await desk.work(on: $0) }
    for index in 0..<3 { try await desk.started(index) }
    #expect(desk.begun.count == 3)
    desk.finish(first)
    try await desk.started(3)
    for index in 0..<4 where index != first { desk.finish(index) }
    #expect(try await map.value == [0, 10, 20, 30])
  }

  @Test("F2: pulls an item, or the end of the sequence, only when there is room for it")
  func lazily() async throws {
    let desk = WorkGate(4)
    let items = PulledItems(4)
    let map = Promise.map(items, concurrency: 2) { try await desk.work(on: $0) }
    for index in 0..<2 { try await desk.started(index) }
    #expect(items.pulls.entries == [0, 1])
    desk.finish(0)
    try await desk.started(2)
    #expect(items.pulls.entries == [0, 1, 2])
    desk.finish(2)
    try await desk.started(3)
    #expect(items.pulls.entries == [0, 1, 2, 3])
    desk.finish(3)
    desk.finish(1)
    #expect(try await map.value == [0, 10, 20, 30])
    #expect(items.iterations.count == 1)
  }

  @Test("F2: a map of an infinite sequence ends when an item fails", arguments: [1, 2, 5, .max])
  func infinite(concurrency: Int) async throws {
    let items = PulledItems(.max)
    let map = Promise.map(items, concurrency: concurrency) { item async throws -> Int in
      if item == 20 { throw TestError.first }
      return item
    }
    await #expect(throws: TestError.first) { try await map.value }
    try await map.waitForOperation()
    let pulled = items.pulls.count
    try await otherWork()
    #expect(items.pulls.count == pulled)
  }

  @Test(
    "F2 B2: starts the items in order on the actor that the closure was written on",
    arguments: [1, 3, 50, .max], [1, 2, 3])
  @MainActor
  func inOrder(concurrency: Int, step: Int) async throws {
    #expect(try await Self.order(concurrency, step) == Array(0..<100))
  }

  @Test("F2 B2: also starts the items in order without tracking, where an item takes fewer hops")
  func inOrderUntracked() async {
    await #expect(processExitsWith: .success) {
      Tracking.stop()
      for step in 1...3 {
        let order = try await ConcurrentMapTests.order(3, step)
        precondition(order == Array(0..<100), "\(order)")
      }
    }
  }

  /// The order in which a map starts its items, some of which suspend.
  @MainActor
  private static func order(_ concurrency: Int, _ step: Int) async throws -> [Int] {
    var started: [Int] = []
    let map = Promise.map(0..<100, concurrency: concurrency) { item in
      started.append(item)
      if item.isMultiple(of: step) { await Task.yield() }
    }
    _ = try await map.value
    return started
  }

  @Test("F2: runs each item's work with the caller's task-locals", arguments: [1, .max])
  func tasks(concurrency: Int) async throws {
    let map = AsyncTests.$marker.withValue("set") {
      Promise.map(0..<3, concurrency: concurrency) { _ async in AsyncTests.marker }
    }
    #expect(try await map.value == ["set", "set", "set"])
  }

  @Test("F2: an item that cancels its task cancels no other item", arguments: [1, 2])
  func itemCancelsItsTask(concurrency: Int) async throws {
    let map = Promise.map(0..<6, concurrency: concurrency) { item async in
      let wasCancelled = Task.isCancelled
      if item.isMultiple(of: 3) { withUnsafeCurrentTask { $0?.cancel() } }
      return wasCancelled
    }
    #expect(try await map.value == Array(repeating: false, count: 6))
  }

  @Test("F2: pulls one item at a time, however many items end at the same time")
  func oneByOne() async throws {
    let items = PulledItems(2_000)
    let map = Promise.map(items, concurrency: 8) { item async in item }
    #expect(try await map.value == Array(0..<2_000))
    #expect(items.pulls.entries == Array(0..<2_000))
  }

  @Test("F2: releases the sequence and the closure when all items are done")
  func released() async throws {
    let (map, freed) = tracking { object in
      Promise.map(0..<3, concurrency: 2) { item async in
        object.use()
        return item
      }
    }
    try await freed.value
    #expect(try await map.value == [0, 1, 2])
  }
}
