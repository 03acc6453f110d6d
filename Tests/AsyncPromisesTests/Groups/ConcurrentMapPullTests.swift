// ConcurrentMap.swift: events while an item is pulled from the sequence.

import AsyncPromises
import TestSupport
import Testing

@Suite("map of a sequence: pulling", .timeLimit(.minutes(10)))
struct ConcurrentMapPullTests {
  @Test(
    "F2 E2: a map that is cancelled while it pulls an item neither starts it nor pulls another")
  func cancelledWhilePulling() async throws {
    let desk = WorkGate(4)
    let (armed, arm) = Promise<Promise<[Int]>>.pending()
    let (cancelled, tell) = Promise<Void>.pending()
    let items = PulledItems(4) { item in
      guard item == 2 else { return }
      if case .success(let map) = armed.resultIfSettled { map.cancel() }
      tell.fulfill()
    }
    let map = Promise.map(items, concurrency: 2) { try await desk.work(on: $0) }
    arm.fulfill(map)
    for index in 0..<2 { try await desk.started(index) }
    desk.finish(0)
    try await cancelled.value
    #expect(map.isRejectedByCancellation)
    #expect(try await desk.wasCancelled(1))
    try await otherWork()
    #expect(items.pulls.entries == [0, 1, 2])
    #expect(desk.begun.entries.sorted() == [0, 1])
  }

  @Test("F2 B5: the map's own task pulls every item but the first", arguments: [1, 3, .max])
  func pullingTask(concurrency: Int) async throws {
    let tasks = Journal<Int?>()
    let items = Endless { round in
      tasks.write(withUnsafeCurrentTask { $0?.hashValue })
      return round < 100 ? round : nil
    }
    _ = try await Promise.map(items, concurrency: concurrency) { item in
      if item.isMultiple(of: 3) { await Task.yield() }
      return item
    }.value
    #expect(tasks.count == 101)
    #expect(Set(tasks.entries.dropFirst()).count == 1)
  }

  @Test("F2: doesn't ask for another item after the sequence has ended")
  func endIsAskedForOnce() async throws {
    let desk = WorkGate(2)
    let asked = Journal<Int?>()
    let items = Endless { round in
      let item = round < 2 ? round : nil
      asked.write(item)
      return item
    }
    let map = Promise.map(items, concurrency: 3) { try await desk.work(on: $0) }
    for index in 0..<2 {
      try await desk.started(index)
      desk.finish(index)
    }
    #expect(try await map.value == [0, 10])
    #expect(asked.entries == [0, 1, nil])
  }
}

/// A sequence that asks a closure for each of its elements.
private struct Endless: Sequence, Sendable {
  let element: @Sendable (Int) -> Int?

  func makeIterator() -> AnyIterator<Int> {
    var round = 0
    return AnyIterator {
      defer { round += 1 }
      return element(round)
    }
  }
}
