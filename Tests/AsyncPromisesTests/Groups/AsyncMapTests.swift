// AsyncMap.swift: work on the elements of an asynchronous sequence, as they come.

import AsyncPromises
import TestSupport
import Testing

@Suite("map of an asynchronous sequence", .timeLimit(.minutes(10)))
struct AsyncMapTests {
  /// The calls that take an asynchronous sequence.
  enum Form: CaseIterable, Sendable {
    case map, mapSettled

    /// - Returns: the promise of the values; the first outcome that is a failure rejects.
    func start<S: AsyncSequence & Sendable>(
      _ elements: S, concurrency: Int = .max,
      _ work: @escaping @Sendable (S.Element) async throws -> Int
    ) -> Promise<[Int]> where S.Element: Sendable {
      switch self {
      case .map: Promise.map(elements, concurrency: concurrency) { try await work($0) }
      case .mapSettled:
        Promise.mapSettled(elements, concurrency: concurrency) { try await work($0) }
          .map { try $0.map { try $0.get() } }
      }
    }

    /// The same for work that returns its promise.
    func start<S: AsyncSequence & Sendable>(
      _ elements: S, concurrency: Int = .max,
      following work: @escaping @Sendable (S.Element) async throws -> Promise<Int>
    ) -> Promise<[Int]> where S.Element: Sendable {
      switch self {
      case .map: Promise.map(elements, concurrency: concurrency) { try await work($0) }
      case .mapSettled:
        Promise.mapSettled(elements, concurrency: concurrency) { try await work($0) }
          .map { try $0.map { try $0.get() } }
      }
    }

    /// Works on what the continuation yields, three at a time. The map alone has the stream, whose
    /// end is told: the iteration may be ended between two elements, by the stream's release.
    func start(_ work: @escaping @Sendable (Int) async throws -> Int) -> (
      map: Promise<[Int]>, continuation: AsyncStream<Int>.Continuation, ended: Promise<Void>
    ) {
      let (ended, end) = Promise<Void>.pending()
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      continuation.onTermination = { if case .cancelled = $0 { end.fulfill() } }
      return (start(stream, concurrency: 3, work), continuation, ended)
    }
  }

  // MARK: Results

  @Test(
    "F2: the results in the order of the elements, whatever the order of the work",
    arguments: Form.allCases, permutations(of: [0, 1, 2]))
  func order(form: Form, order: [Int]) async throws {
    let desk = WorkGate(3)
    let map = form.start(PulledElements(3)) { try await desk.work(on: $0) }
    for index in order {
      try await desk.started(index)
      desk.finish(index)
    }
    #expect(try await map.value == [0, 10, 20])
  }

  @Test("F2: no elements: fulfilled with an empty array", arguments: Form.allCases)
  func empty(form: Form) async throws {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let map = form.start(stream) { $0 }
    #expect(map.resultIfSettled == nil)
    continuation.finish()
    #expect(try await map.value == [])
  }

  @Test("F2: every concurrency gives the same", arguments: Form.allCases, [1, 2, 7, .max])
  func everyConcurrency(form: Form, concurrency: Int) async throws {
    let map = form.start(PulledElements(300), concurrency: concurrency) { $0 * 2 }
    #expect(try await map.value == (0..<300).map { $0 * 2 })
  }

  @Test("F2: in the isolation that the closure was written in")
  @MainActor
  func isolated() async throws {
    var (seen, counts) = ([Int](), [Int]())
    let map = Promise.map(
      PulledElements(3), concurrency: 1, progress: { counts.append($0) }
    ) { element in
      seen.append(element)
      return element
    }
    #expect(try await map.value == [0, 1, 2])
    #expect(seen == [0, 1, 2])
    #expect(counts == [1, 2, 3])
  }

  @Test("F2: the failures of mapSettled are outcomes; the sequence goes on")
  func settled() async throws {
    let map = Promise.mapSettled(PulledElements(4), concurrency: 2) { element async throws -> Int in
      if element % 2 == 1 { throw TestError.first }
      return element
    }
    let outcomes = try await map.value.map { Outcome($0) }
    #expect(outcomes == [.fulfilled(0), .rejected(.first), .fulfilled(2), .rejected(.first)])
  }

  @Test("F2: a concurrency that would never start traps")
  func trap() async {
    await #expect(processExitsWith: .failure) {
      _ = Promise.map(PulledElements(3), concurrency: 0) { $0 }
    }
  }

  // MARK: Pulling

  @Test("F2: an element is asked for when there is room for it", arguments: Form.allCases)
  func lazily(form: Form) async throws {
    let desk = WorkGate(3)
    let elements = PulledElements(3)
    let map = form.start(elements, concurrency: 2) { try await desk.work(on: $0) }
    for index in 0..<2 { try await desk.started(index) }
    try await otherWork()
    #expect(elements.pulls.entries == [0, 1])
    desk.finish(1)
    try await desk.started(2)
    try await otherWork()
    #expect(elements.pulls.entries == [0, 1, 2])
    for index in [0, 2] { desk.finish(index) }
    #expect(try await map.value == [0, 10, 20])
    // The end is asked for once.
    #expect(elements.pulls.entries == [0, 1, 2, 3])
  }

  @Test("F2: work ends while the next element is to come", arguments: Form.allCases)
  func slow(form: Form) async throws {
    let desk = WorkGate(2)
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let map = form.start(stream, concurrency: 2) { try await desk.work(on: $0) }
    for index in 0..<2 {
      continuation.yield(index)
      try await desk.started(index)
      desk.finish(index)
      #expect(try await !desk.wasCancelled(index))
    }
    #expect(map.resultIfSettled == nil)
    continuation.finish()
    #expect(try await map.value == [0, 10])
  }

  // MARK: Failure

  @Test("F2 B7: an error of the sequence rejects, and cancels the work", arguments: Form.allCases)
  func sequenceFails(form: Form) async throws {
    let desk = WorkGate(2)
    let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    let map = form.start(stream, concurrency: 3) { try await desk.work(on: $0) }
    for index in 0..<2 {
      continuation.yield(index)
      try await desk.started(index)
    }
    continuation.finish(throwing: TestError.second)
    await #expect(throws: TestError.second) { try await map.value }
    for index in 0..<2 { #expect(try await desk.wasCancelled(index)) }
  }

  @Test("F2: the first failure rejects at once, and ends the iteration")
  func workFails() async throws {
    let desk = WorkGate(2)
    let (map, continuation, ended) = Form.map.start { try await desk.work(on: $0) }
    for index in 0..<2 {
      continuation.yield(index)
      try await desk.started(index)
    }
    desk.fail(0, with: TestError.first)
    await #expect(throws: TestError.first) { try await map.value }
    try await ended.value
    #expect(try await desk.wasCancelled(1))
  }

  // MARK: Cancellation and lifetime

  @Test(
    "F2 E2: cancelling the promise cancels the work and the iteration",
    arguments: Form.allCases, [false, true])
  func cancelled(form: Form, downstream: Bool) async throws {
    let desk = WorkGate(2)
    let (map, continuation, ended) = form.start { try await desk.work(on: $0) }
    for index in 0..<2 {
      continuation.yield(index)
      try await desk.started(index)
    }
    #expect(downstream ? map.map { _ in }.cancel() : map.cancel())
    #expect(map.isStopped)
    try await ended.value
    for index in 0..<2 { #expect(try await desk.wasCancelled(index)) }
    #expect(desk.begun.count == 2)
  }

  @Test("F2 E2: cancelled while an element comes: its work does not start")
  func cancelledWhilePulling() async throws {
    let started = Journal<Int>()
    let (asked, ask) = Promise<Void>.pending()
    let (gate, open) = Promise<Void>.pending()
    let (map, freed) = tracking { object in
      let elements = PulledElements(1) { _ in
        object.use()
        ask.fulfill()
        // A task of its own does not notice the cancellation.
        try await Task { try await gate.value }.value
      }
      return Promise.map(elements) { started.write($0) }
    }
    try await asked.value
    #expect(map.cancel())
    open.fulfill()
    try await freed.value
    #expect(started.count == 0)
  }

  @Test("E5 E2: withdraws from the promises that the closure returned", arguments: Form.allCases)
  func withdraws(form: Form) async throws {
    let work = WantedWork()
    let (begun, begin) = Promise<Void>.pending()
    let map = form.start(
      PulledElements(1),
      following: { _ in
        begin.fulfill()
        return work.promise
      })
    try await begun.value
    map.cancel()
    try await work.cancelled.value
    let follows = form.start(PulledElements(2), following: { .fulfilled($0 + 1) })
    #expect(try await follows.value == [1, 2])
    withExtendedLifetime(work) {}
  }

  @Test("F2: the sequence and the work are released when all is done", arguments: Form.allCases)
  func released(form: Form) async throws {
    let (map, freed) = tracking { object in
      form.start(PulledElements(2) { _ in object.use() }, concurrency: 1) { element in
        object.use()
        return element
      }
    }
    try await freed.value
    #expect(try await map.value == [0, 1])
  }

  @Test("E3: a promise that is dropped lets the work go on", arguments: Form.allCases)
  func dropped(form: Form) async throws {
    let desk = WorkGate(2)
    _ = form.start(PulledElements(2), concurrency: 1) { try await desk.work(on: $0) }
    for index in 0..<2 {
      try await desk.started(index)
      desk.finish(index)
      #expect(try await !desk.wasCancelled(index))
    }
  }
}
