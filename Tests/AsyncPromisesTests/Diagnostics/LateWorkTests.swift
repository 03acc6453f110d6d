// LateWork.swift: work that ends after its promise was cancelled.

import AsyncPromisesTesting
import TestSupport
import Testing

@testable import AsyncPromises
@testable import AsyncPromisesTracking

@Suite("Late work", .timeLimit(.minutes(10)))
struct LateWorkTests {
  /// A promise's work, which lasts until a gate opens, whatever happens to the promise.
  enum Work: CaseIterable, Sendable {
    case operation, immediate, handler, starter, callback

    func start(_ gate: Promise<Int>, _ fileID: StaticString, _ line: UInt) -> Promise<Int> {
      switch self {
      case .operation: Promise(fileID: fileID, line: line) { try await gate.passed() }
      case .immediate: Promise.immediate(fileID: fileID, line: line) { try await gate.passed() }
      case .handler:
        Promise.fulfilled(()).map(.async, fileID: fileID, line: line) { try await gate.passed() }
      case .starter:
        Promise.fulfilled(()).then(.async, fileID: fileID, line: line) {
          _ = try await gate.passed()
          throw TestError.second
        }
      case .callback:
        Promise(fileID: fileID, line: line) { resolver in
          gate.whenSettled { resolver.resolve(with: $0) }
        }
      }
    }
  }

  @Test(
    "G2 H2: work that continues after its cancellation is reported when it ends",
    arguments: Work.allCases
  )
  func reported(_ work: Work) async throws {
    for isFailure in work == .starter ? [true] : [false, true] {
      let line = UInt(Work.allCases.firstIndex(of: work) ?? 0) * 2 + (isFailure ? 1 : 0) + 100
      let topic = ReportRecorder.topic(line: line, of: "LateWork.swift")
      let (heard, hear) = Promise<TestError?>.pending()
      topic.listen { event in
        if case .lateWork(let error, _) = event { hear.fulfill(error as? TestError) }
      }
      let (gate, open) = Promise<Int>.pending()
      let promise = work.start(gate, "LateWork.swift", line)
      if work == .handler || work == .starter { await promise.begun(at: gate) }
      #expect(promise.cancel())
      if isFailure { open.reject(TestError.second) } else { open.fulfill(1) }
      #expect(try await heard.value == (isFailure ? .second : nil))
      #expect(topic.traces(.lateWork).count == 1)
      #expect(topic.traces(.secondSettle).isEmpty)
    }
  }

  @Test("G2: work that ends with a cancellation isn't reported", arguments: Work.allCases)
  func endsWithCancellation(_ work: Work) async throws {
    let line = UInt(Work.allCases.firstIndex(of: work) ?? 0) + 200
    let topic = ReportRecorder.topic(line: line, of: "LateWork.swift")
    let (gate, open) = Promise<Int>.pending()
    let promise = work.start(gate, "LateWork.swift", line)
    #expect(promise.cancel())
    open.reject(CancellationError())
    try await promise.waitForOperation()
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.lateWork).isEmpty)
  }

  @Test("G2: work that ends in time isn't reported")
  func inTime() async throws {
    let topic = ReportRecorder.topic(line: #line + 1)
    let promise = Promise { 1 }
    #expect(try await promise.value == 1)
    try await promise.waitForOperation()
    #expect(topic.traces(.lateWork).isEmpty)
  }

  @Test("H1: work whose errors are ignored, or that nobody waits for, isn't late when it succeeds")
  func unwatched() async throws {
    let topic = ReportRecorder.topic(line: 300, of: "LateWork.swift")
    for isIgnored in [true, false] {
      let promise = Promise(fileID: "LateWork.swift", line: 300) { 1 }
      if isIgnored { promise.ignoreErrors() }
      try await promise.waitForOperation()
    }
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.lateWork).isEmpty)
  }

  @Test(
    "G2: after a timeout, a task can wait for the work instead of its promise",
    .enabled(if: Tracking.isOn))
  func waitForOperation() async throws {
    try await withPromiseScope { scope in
      let late = Journal<Bool>()
      scope.install { if case .lateWork(nil, _) = $0 { late.write(true) } }
      let clock = ManualClock()
      let (gate, open) = Promise<Int>.pending()
      let export = Promise { try await gate.passed() }
      let timed = export.timeout(after: .seconds(5), clock: clock)
      await clock.advance(by: .seconds(5))
      let failure = await timed.libraryError
      guard case .timedOut(after: .seconds(5), _, _) = failure else {
        return #expect(Bool(false), "\(String(describing: failure))")
      }
      #expect(export.isAbandoned)
      let log = Journal<String>()
      let end = Promise {
        try await export.waitForOperation()
        log.write("ended")
      }
      await clock.advance(by: .seconds(1))
      #expect(log.entries.isEmpty)
      open.fulfill(1)
      try await end.value
      try await scope.settle(within: .seconds(100))
      #expect(late.count == 1)
      #expect(scope.events.isEmpty)
    }
  }

  @Test("E2: a task can wait for a running asynchronous handler of a cancelled promise")
  func waitForHandler() async throws {
    let (began, tell) = Promise<Void>.pending()
    let (gate, open) = Promise<Int>.pending()
    let log = Journal<String>()
    let promise = Promise.fulfilled(()).map(.async) {
      tell.fulfill(())
      let value = try await gate.passed()
      log.write("ended")
      return value
    }
    try await began.value
    while promise.cell.task == nil { await Task.yield() }
    promise.cancel()
    let end = Promise { try await promise.waitForOperation() }
    open.fulfill(1)
    try await end.value
    #expect(log.entries == ["ended"])
  }

  @Test("C2: cancelling a task that waits for an operation doesn't stop the operation")
  func cancelledWait() async throws {
    let (gate, open) = Promise<Int>.pending()
    let promise = Promise { try await gate.passed() }
    await #expect(throws: CancellationError.self) {
      try await inCancelledTask { try await promise.waitForOperation() }
    }
    #expect(promise.resultIfSettled == nil)
    open.fulfill(3)
    #expect(try await promise.value == 3)
    let (other, resolver) = Promise<Int>.pending()
    await #expect(throws: CancellationError.self) {
      try await inCancelledTask { try await other.waitForOperation() }
    }
    resolver.reject(TestError.first)
    try await other.waitForOperation()
  }
}

extension Promise<Int> {
  /// The value of the promise, even in a cancelled task.
  func passed() async throws -> Int {
    let promise = self
    return try await Task.detached { try await promise.value }.value
  }

  /// Returns when this promise's handler has begun to wait for `gate`, which then has a waiter.
  fileprivate func begun(at gate: Promise<Int>) async {
    while gate.resultIfSettled == nil, !gate.isAwaited { await Task.yield() }
  }

  private var isAwaited: Bool { cell.state.newest != nil || cell.state.isHeld }
}
