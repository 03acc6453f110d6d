// Wait.swift: blocking waits, on threads that are meant for them and on others.

import AsyncPromises
import TestSupport
import Testing

@Suite("wait(timeout:)", .timeLimit(.minutes(10)))
struct WaitTests {
  private let long = Duration.seconds(500)
  private let short = Duration.milliseconds(20)

  /// The time limit of the wait, if it timed out.
  private func limit(of promise: Promise<Int>) async -> Duration? {
    guard case .timedOut(let limit, _, _) = await promise.libraryError else { return nil }
    return limit
  }

  @Test("D3: a thread gets the value, whenever the promise settles", arguments: SettleTime.allCases)
  func value(time: SettleTime) async throws {
    let subject = Subject(.success(1), time)
    let waited = onThread { [long] in try subject.promise.wait(timeout: long) }
    await subject.settle()
    #expect(try await waited.value == 1)
  }

  @Test("D3 B7: a thread gets the error, unwrapped", arguments: SettleTime.allCases)
  func error(time: SettleTime) async {
    let subject = Subject<Int>(.failure(TestError.first), time)
    let waited = onThread { [long] in try subject.promise.wait(timeout: long) }
    await subject.settle()
    await #expect(throws: TestError.first) { try await waited.value }
  }

  @Test("D3: several threads can wait for one promise without a value")
  func several() async throws {
    let (promise, resolver) = Promise<Void>.pending()
    let waited = (0..<4).map { _ in
      onThread { [long] in try promise.wait(timeout: long) }
    }
    resolver.fulfill()
    for promise in waited { try await promise.value }
  }

  @Test("D3: when time is up, the wait fails with its limit and the promise stays pending")
  func timedOut() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let waited = onThread { [short] in try promise.wait(timeout: short) }
    #expect(await limit(of: waited) == short)
    #expect(promise.resultIfSettled == nil)
    #expect(resolver.fulfill(1))
    #expect(try await promise.value == 1)
  }

  @Test("D3 E3: a wait that timed out is no longer a consumer, and has cancelled nothing")
  func timedOutWithdraws() async {
    let (promise, resolver) = pendingWork()
    let waited = onThread { [short] in try promise.wait(timeout: short) }
    #expect(await limit(of: waited) == short)
    #expect(promise.resultIfSettled == nil)
    #expect(promise.map { $0 }.cancel())
    #expect(promise.isAbandoned)
    withExtendedLifetime(resolver) {}
  }

  @Test(
    "D3: a zero or negative timeout checks once and doesn't wait",
    arguments: [Duration.zero, .seconds(-1), .nanoseconds(-1), .seconds(Int64.min)])
  func noTime(timeout: Duration) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let pending = onThread { try promise.wait(timeout: timeout) }
    #expect(await limit(of: pending) == timeout)
    resolver.fulfill(1)
    let settled = onThread { try promise.wait(timeout: timeout) }
    #expect(try await settled.value == 1)
  }

  @Test(
    "D3: a huge timeout doesn't overflow",
    arguments: [
      Duration.seconds(Int64.max), .seconds(Int64.max / 1_000_000_000),
      .nanoseconds(Int64.max), .nanoseconds(Int64.max / 2 + 1), .nanoseconds(Int64.max / 2 - 1),
    ])
  func hugeTime(timeout: Duration) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let waited = onThread { try promise.wait(timeout: timeout) }
    let impatient = onThread { [short] in try promise.wait(timeout: short) }
    #expect(await limit(of: impatient) == short)
    resolver.fulfill(1)
    #expect(try await waited.value == 1)
  }

  @Test("D3: with the smallest timeout above zero, the call waits, and times out")
  func smallestTime() async {
    let (promise, resolver) = Promise<Int>.pending()
    let timeout = Duration(secondsComponent: 0, attosecondsComponent: 1)
    let waited = onThread { try promise.wait(timeout: timeout) }
    #expect(await limit(of: waited) == timeout)
    withExtendedLifetime(resolver) {}
  }

  @Test("D3 E1: cancelling the promise ends the wait")
  func cancelled() async {
    let (promise, resolver) = Promise<Int>.pending()
    let waited = onThread { [long] in try promise.wait(timeout: long) }
    promise.cancel()
    await #expect(throws: CancellationError.self) { try await waited.value }
    withExtendedLifetime(resolver) {}
  }

  @Test("A3 D3: the promise can start to follow another one while a thread waits for it")
  func following() async throws {
    let (inner, innerResolver) = Promise<Int>.pending()
    let (outer, outerResolver) = Promise<Int>.pending()
    let waited = onThread { [long] in try outer.wait(timeout: long) }
    outerResolver.follow(inner)
    innerResolver.fulfill(1)
    #expect(try await waited.value == 1)
  }

  @Test("D3: on the main queue, a value from another thread arrives")
  func mainQueue() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let waited = onMainQueue { [long] in
      _ = onThread { resolver.fulfill(1) }
      return try promise.wait(timeout: long)
    }
    #expect(try await waited.value == 1)
  }

  @Test("D3: on the main queue, a wait for main-actor work times out; the work runs afterwards")
  func mainQueueNeeded() async throws {
    let kept = Journal<Promise<Int>>()
    let waited = onMainQueue { [short] in
      // The handler's job is queued behind this one, which waits for it.
      let promise = Promise.fulfilled(1).map { @MainActor value in value }
      kept.write(promise)
      return try promise.wait(timeout: short)
    }
    #expect(await limit(of: waited) == short)
    #expect(kept.count == 1)
    for promise in kept.entries { #expect(try await promise.value == 1) }
  }

  #if os(Linux)
    @Test("H2 D3: a wait on the main queue, which the promise may need, is reported immediately")
    func mainQueueReported() async throws {
      let (promise, resolver) = Promise<Int>.pending()
      let topic = ReportRecorder.topic(line: #line + 3)
      topic.listen { _ in _ = onThread { resolver.fulfill(1) } }
      let waited = onMainQueue { [long] in
        try promise.wait(timeout: long)
      }
      #expect(try await waited.value == 1)
      #expect(topic.traces(.blockedWait) == [topic.name])
    }
  #endif

  // MARK: Threads of the cooperative pool

  @Test("H2: a wait on a thread that tasks need is reported, with the line of the call")
  func blockedWait() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let topic = ReportRecorder.topic(line: Self.blockingLine)
    // The report is made before the thread blocks, so the listener can settle the promise.
    topic.listen { _ in _ = onThread { resolver.fulfill(1) } }
    let value = try await Task.detached { [long] in
      try Self.block(on: promise, timeout: long)
    }.value
    #expect(value == 1)
    #expect(topic.traces(.blockedWait) == [topic.name])
  }

  private static let blockingLine: UInt = #line + 4

  /// Code that can't be asynchronous, called by asynchronous code.
  private static func block(on promise: Promise<Int>, timeout: Duration) throws -> Int {
    try promise.wait(timeout: timeout)
  }

  @Test("H2: a wait on a separate thread, or for a settled promise, isn't reported")
  func noReport() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let topic = ReportRecorder.topic(line: #line + 1)
    let waited = onThread { [long] in try promise.wait(timeout: long) }
    resolver.fulfill(1)
    #expect(try await waited.value == 1)
    #expect(try Self.look(at: promise) == 1)
    #expect(topic.traces(.blockedWait).isEmpty)
    #expect(ReportRecorder.topic(line: Self.lookingLine).traces(.blockedWait).isEmpty)
  }

  private static let lookingLine: UInt = #line + 3

  private static func look(at promise: Promise<Int>) throws -> Int {
    try promise.wait(timeout: .seconds(500))
  }
}
