// UnhandledRejections.swift: how rejections reach the process-wide hook.

import AsyncPromises
import AsyncPromisesTracking
import TestSupport
import Testing

@Suite("Reported rejections", .timeLimit(.minutes(10)))
struct ReportedRejectionsTests {
  /// Promises that start out rejected. They have a line, but belong to no scope.
  enum MadeRejected: CaseIterable, Sendable {
    case rejected, result, typedResult, emptyAny, emptyRace

    func make(_ fileID: StaticString, _ line: UInt) {
      let none: [Promise<Int>] = []
      switch self {
      case .rejected: _ = Promise<Int>.rejected(TestError.first, fileID: fileID, line: line)
      case .result: _ = Promise<Int>(.failure(TestError.first), fileID: fileID, line: line)
      case .typedResult:
        _ = Promise(Result<Int, TestError>.failure(.first), fileID: fileID, line: line)
      case .emptyAny: _ = Promise.any(none, fileID: fileID, line: line)
      case .emptyRace: _ = Promise.race(none, fileID: fileID, line: line)
      }
    }

    var line: UInt { MadeRejected.allCases.firstIndex(of: self).map { UInt($0) + 1 } ?? 0 }
  }

  @Test("H1: a promise that starts out rejected is reported once", arguments: MadeRejected.allCases)
  func madeRejected(promise: MadeRejected) async {
    let topic = ReportRecorder.topic(line: promise.line, of: "MadeRejected.swift")
    promise.make("MadeRejected.swift", promise.line)
    await ReportRecorder.allDelivered()
    let kind = Tracking.isOn ? "rejected at " : ""
    #expect(topic.traces(.unhandled) == ["\(kind)MadeRejected.swift:\(promise.line)"])
  }

  @Test("H1: a promise that starts out rejected isn't reported if it is seen or ignored")
  func madeAndSeen() async throws {
    let topic = ReportRecorder.topic(line: 1, of: "MadeAndSeen.swift")
    func made() -> Promise<Int> { .rejected(TestError.first, fileID: "MadeAndSeen.swift", line: 1) }
    #expect(made().failure is TestError)
    made().ignoreErrors()
    made().catch { _ in }
    await #expect(throws: TestError.first) { try await made().get() }
    #expect(try await made().recover { _ in 1 }.get() == 1)
    _ = Promise<Int>.rejected(CancellationError(), fileID: "MadeAndSeen.swift", line: 1)
    try await otherWork()
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.unhandled).isEmpty)
  }

  @Test("H1 B5: the hook is called in a task, after all transitions, and may use promises")
  func hook() async throws {
    let topic = ReportRecorder.topic(line: 1, of: "Hook.swift")
    let again = ReportRecorder.topic(line: 2, of: "Hook.swift")
    let nested = Journal<Bool>()
    let (heard, hear) = Promise<Int>.pending()
    topic.listen { _ in
      nested.write(StackMark.isSet)
      _ = Promise<Int>.rejected(TestError.second, fileID: "Hook.swift", line: 2)
      let (promise, resolver) = Promise<Int>.pending()
      resolver.fulfill(1)
      hear.follow(promise.map { $0 + 1 })
    }
    StackMark.during {
      _ = Promise<Int>.rejected(TestError.first, fileID: "Hook.swift", line: 1)
    }
    #expect(try await heard.value == 2)
    await ReportRecorder.allDelivered()
    #expect(nested.entries == [false])
    #expect(again.traces(.unhandled).count == 1)
  }

  @Test("H1: reports arrive in the order in which the promises were released")
  func order() async {
    let topic = ReportRecorder.topic(line: 1, of: "Order.swift")
    let errors = Journal<TestError?>()
    topic.listen { event in
      if case .unhandledRejection(let error, _) = event { errors.write(error as? TestError) }
    }
    let order: [TestError] = [.third, .first, .second, .first, .third]
    for error in order { _ = Promise<Int>.rejected(error, fileID: "Order.swift", line: 1) }
    await ReportRecorder.allDelivered()
    #expect(errors.entries == order)
  }

  @Test("H1: if many threads release many promises, each is reported once")
  func threads() async throws {
    let topic = ReportRecorder.topic(line: 1, of: "Threads.swift")
    let threads = (0..<4).map { _ in
      onThread {
        for _ in 0..<500 {
          _ = Promise<Int>.rejected(TestError.first, fileID: "Threads.swift", line: 1)
        }
      }
    }
    for thread in threads { try await thread.value }
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.unhandled).count == 2_000)
  }

  // MARK: Without tracking

  @Test("H1 T5: every report has its line, even without tracking")
  func untrackedLines() async {
    await #expect(processExitsWith: .success) {
      Tracking.stop()
      // If stored, the events and all objects in their errors would live as long as the process.
      let traces = Journal<String>()
      let (end, ended) = Promise<Void>.pending()
      PromiseDiagnostics.install { event in
        switch event {
        // The second item of a map may fail after the first one has cancelled it.
        case .lateWork: return
        case .unhandledRejection(_, let trace): traces.write(trace)
        default: preconditionFailure("\(event)")
        }
        if traces.count == RejectionSource.unseen.count { ended.fulfill() }
      }
      for source in RejectionSource.unseen { source.makeAndLetGo() }
      try await end.value
      for trace in traces.entries {
        precondition(!trace.contains("?") && trace.contains(".swift:"), trace)
      }
    }
  }

  @Test("H1 T5: without tracking, the report names the line that created the last promise")
  func untracked() async {
    await #expect(processExitsWith: .success) {
      Tracking.stop()
      let events = Journal<PromiseDiagnostics.Event>()
      let (end, ended) = Promise<Void>.pending()
      PromiseDiagnostics.install { event in
        events.write(event)
        if events.count == 4 { ended.fulfill() }
      }
      do {
        let (promise, resolver) = Promise<Int>.pending(name: "name", fileID: "U.swift", line: 1)
        let derived = promise.map(fileID: "U.swift", line: 2) { $0 }
        derived.finally(fileID: "U.swift", line: 3) {}
        resolver.reject(TestError.first)
        _ = await derived.result
      }
      _ = Promise<Int>.rejected(TestError.first, fileID: "U.swift", line: 4)
      _ = Promise<Int>(fileID: "U.swift", line: 5) { () async throws in throw TestError.first }
      Promise<Int>.rejected(TestError.first).catch(fileID: "U.swift", line: 6) { _ in }
      _ = Promise.fulfilled(1).then(fileID: "U.swift", line: 7) { _ -> Promise<Int> in
        .rejected(TestError.first)
      }
      try await end.value
      let traces = events.entries.map { event in
        if case .unhandledRejection(TestError.first, let trace) = event { trace } else { "?" }
      }
      let expected = ["U.swift:3", "U.swift:4", "U.swift:5", "U.swift:7"]
      precondition(traces.sorted() == expected, "\(traces)")
    }
  }

  @Test("H1 H2: without a hook, a debug build prints one line, and a release build nothing")
  func printed() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      struct OutOfMilk: Error, CustomStringConvertible {
        let object: Tracked
        var description: String { "out of milk" }
      }
      Tracking.stop()
      // The error is released after it has been reported.
      let (_, freed) = tracking {
        _ = Promise<Int>.rejected(OutOfMilk(object: $0), fileID: "Printed.swift", line: 1)
      }
      try await freed.value
    }
    let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      .split(separator: "\n").filter { $0.contains("AsyncPromises: ") }
    #if DEBUG
      let line =
        "AsyncPromises: an error was not handled. Error: out of milk. Promise: Printed.swift:1"
      #expect(lines == [line[...]])
    #else
      #expect(lines.isEmpty)
    #endif
  }
}
