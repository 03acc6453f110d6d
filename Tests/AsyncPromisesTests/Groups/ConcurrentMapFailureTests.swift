// ConcurrentMap.swift: the first failure and cancellation.

import AsyncPromises
import TestSupport
import Testing

@Suite("map of a sequence: failure and cancellation", .timeLimit(.minutes(10)))
struct ConcurrentMapFailureTests {
  @Test(
    "F2: the first failure rejects the map immediately, even if work ignores its cancellation")
  func firstFailure() async throws {
    let desk = WorkGate(4)
    let items = PulledItems(4)
    let map = Promise.map(items, concurrency: 3) { item in
      try await item == 1 ? desk.work(on: item) : desk.stubbornWork(on: item)
    }
    for index in 0..<3 { try await desk.started(index) }
    desk.fail(1, with: TestError.first)
    await #expect(throws: TestError.first) { try await map.value }
    for index in [0, 2] { try await desk.cancelled(index) }
    #expect(!desk.hasEnded(0))
    #expect(!desk.hasEnded(2))
    desk.finish(0)
    desk.fail(2, with: TestError.second)
    #expect(try await desk.wasCancelled(0))
    #expect(try await desk.wasCancelled(2))
    #expect(map.failure as? TestError == .first)
    #expect(items.pulls.entries == [0, 1, 2])
    #expect(desk.begun.count == 3)
  }

  @Test("H1 F2: a map that was cancelled before its task began has no late work")
  func cancelledBeforehand() async throws {
    let topic = ReportRecorder.topic(line: #line + 2)
    let map = await MainActor.run {
      let map = Promise.map(0..<3) { @MainActor item in item }
      map.cancel()
      return map
    }
    try await map.waitForOperation()
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.lateWork) == [])
  }

  @Test("F2 B7: is rejected with the original error", arguments: ErrorSample.allCases)
  func veryError(reason: ErrorSample) async {
    let map = Promise.map(0..<3, concurrency: 1) { item async throws -> Int in
      if item == 1 { throw reason.error }
      return item
    }
    #expect(reason.isSame(as: await map.result))
  }

  @Test("F2: the earliest failure decides, whatever the order of the items")
  func firstInTime() async throws {
    let desk = WorkGate(3)
    let map = Promise.map(0..<3) { try await desk.stubbornWork(on: $0) }
    for index in 0..<3 { try await desk.started(index) }
    desk.fail(2, with: TestError.third)
    await #expect(throws: TestError.third) { try await map.value }
    desk.fail(0, with: TestError.first)
    desk.finish(1)
    for index in 0..<2 { _ = try await desk.wasCancelled(index) }
    #expect(map.failure as? TestError == .third)
  }

  @Test("F2: the first failure cancels the running work", arguments: [0, 1, 2])
  func cancelsTheRest(failing: Int) async throws {
    let desk = WorkGate(3)
    let map = Promise.map(0..<3) { try await desk.work(on: $0) }
    for index in 0..<3 { try await desk.started(index) }
    desk.fail(failing, with: TestError.first)
    await #expect(throws: TestError.first) { try await map.value }
    for index in 0..<3 {
      #expect(try await desk.wasCancelled(index) == (index != failing))
    }
  }

  @Test("F2 E2: cancelling the promise cancels the running work; no more items start")
  func cancelled() async throws {
    for downstream in [false, true] {
      let desk = WorkGate(4)
      let items = PulledItems(4)
      let map = Promise.map(items, concurrency: 2) { try await desk.work(on: $0) }
      for index in 0..<2 { try await desk.started(index) }
      #expect(downstream ? map.map { _ in }.cancel() : map.cancel())
      #expect(map.isStopped)
      for index in 0..<2 { #expect(try await desk.wasCancelled(index)) }
      try await otherWork()
      #expect(items.pulls.entries == [0, 1])
      #expect(desk.begun.count == 2)
    }
  }

  @Test("F2 E2: the outcome of work that ignores its cancellation is ignored")
  func stubborn() async throws {
    let desk = WorkGate(3)
    let map = Promise.map(0..<3, concurrency: 2) { try await desk.stubbornWork(on: $0) }
    for index in 0..<2 { try await desk.started(index) }
    #expect(map.cancel())
    desk.finish(0)
    desk.fail(1, with: TestError.first)
    for index in 0..<2 { #expect(try await desk.wasCancelled(index)) }
    try await otherWork()
    #expect(map.isRejectedByCancellation)
    #expect(desk.begun.count == 2)
  }

  @Test("F2: the closure is released after a failure and after a cancellation")
  func released() async throws {
    for isCancelled in [false, true] {
      let desk = WorkGate(2)
      let (map, freed) = tracking { object in
        Promise.map(0..<2) { item in
          object.use()
          return try await desk.work(on: item)
        }
      }
      for index in 0..<2 { try await desk.started(index) }
      if isCancelled { map.cancel() } else { desk.fail(0, with: TestError.first) }
      try await freed.value
      #expect(map.resultIfSettled != nil)
    }
  }

  @Test("E3: releasing the promise doesn't stop the work")
  func dropped() async throws {
    let desk = WorkGate(2)
    _ = Promise.map(0..<2, concurrency: 1) { try await desk.work(on: $0) }
    for index in 0..<2 {
      try await desk.started(index)
      desk.finish(index)
      #expect(try await !desk.wasCancelled(index))
    }
  }
}
