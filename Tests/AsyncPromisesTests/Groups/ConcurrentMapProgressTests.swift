// ConcurrentMap.swift: progress, and where it is reported.

import AsyncPromises
import TestSupport
import Testing

@Suite("map of a sequence: progress", .timeLimit(.minutes(10)))
struct ConcurrentMapProgressTests {
  @Test("F2 B2: reports the counts in order on the main actor", arguments: [1, 3, 40])
  @MainActor
  func onMain(concurrency: Int) async throws {
    let (done, end) = Promise<Void>.pending()
    var counts: [Int] = []
    let map = Promise.map(
      0..<40, concurrency: concurrency,
      progress: { count in
        counts.append(count)
        if count == 40 { end.fulfill() }
      }
    ) { item async in item }
    try await done.value
    #expect(counts == Array(1...40))
    #expect(try await map.value.count == 40)
  }

  @Test("F2 B2: reports the counts in order on an actor")
  func onActor() async throws {
    let counts = try await Desk().progressCounts(of: 40)
    #expect(counts == Array(1...40))
  }

  @Test("F2 B2: reports the counts in order without isolation", arguments: [1, 3, 40])
  func nowhere(concurrency: Int) async throws {
    let (done, end) = Promise<Void>.pending()
    let counts = Journal<Int>()
    let map = Promise.map(
      0..<40, concurrency: concurrency,
      progress: { count in
        counts.write(MainQueue.isCurrent ? -count : count)
        if count == 40 { end.fulfill() }
      }
    ) { item async in item }
    try await done.value
    #expect(counts.entries == Array(1...40))
    #expect(try await map.value.count == 40)
  }

  @Test("F2: counts each finished item, in whatever order they finish")
  func stepwise() async throws {
    let desk = WorkGate(3)
    let told = (0..<3).map { _ in Promise<Void>.pending() }
    let map = Promise.map(0..<3, progress: { told[$0 - 1].resolver.fulfill() }) {
      try await desk.work(on: $0)
    }
    for (step, item) in [2, 0, 1].enumerated() {
      try await desk.started(item)
      #expect(told[step].promise.resultIfSettled == nil)
      desk.finish(item)
      try await told[step].promise.value
    }
    #expect(try await map.value == [0, 10, 20])
  }

  @Test("F2: doesn't count items that fail or are cancelled")
  func failing() async throws {
    let desk = WorkGate(3)
    let counts = Journal<Int>()
    let (first, tellFirst) = Promise<Void>.pending()
    let map = Promise.map(
      0..<3,
      progress: {
        counts.write($0)
        tellFirst.fulfill()
      }
    ) { try await desk.work(on: $0) }
    for item in 0..<3 { try await desk.started(item) }
    desk.finish(1)
    try await first.value
    desk.fail(0, with: TestError.first)
    await #expect(throws: TestError.first) { try await map.value }
    #expect(try await desk.wasCancelled(2))
    try await otherWork()
    #expect(counts.entries == [1])
  }

  @Test("F2 B6: releases the closure when all items are done")
  func released() async throws {
    let (map, freed) = tracking { object in
      Promise.map(0..<3, progress: { _ in object.use() }) { item async in item }
    }
    try await freed.value
    #expect(try await map.value == [0, 1, 2])
  }
}

extension Desk {
  fileprivate func progressCounts(of items: Int) async throws -> [Int] {
    let (done, end) = Promise<Void>.pending()
    let counts = Journal<Int>()
    let map = Promise.map(
      0..<items, concurrency: 3,
      progress: { count in
        self.enter()
        counts.write(count)
        if count == items { end.fulfill() }
      }
    ) { item async in item }
    try await done.value
    _ = try await map.value
    return counts.entries
  }
}
