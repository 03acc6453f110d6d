// NestedPromise.swift: reports a promise that is the value of a promise.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("Nested promises", .timeLimit(.minutes(10)))
struct NestedPromiseTests {
  /// An overload of `map`, whose closure returns a value of any type.
  enum Form: CaseIterable, Sendable {
    case map, async

    func map<U: Sendable>(
      _ source: Promise<Int>, line: UInt, _ make: @escaping @Sendable (Int) throws -> U
    ) -> Promise<U> {
      let file: StaticString = "Nested.swift"
      switch self {
      case .map: return source.map(fileID: file, line: line, make)
      case .async:
        return source.map(.async, fileID: file, line: line) { number async throws in
          try make(number)
        }
      }
    }

    /// A line of the file that no other overload uses, and its topic.
    func topic(_ line: UInt) -> (ReportRecorder.Topic, UInt) {
      let line = line + [Form.map: 1, .async: 2][self, default: 0]
      return (ReportRecorder.topic(line: line, of: "Nested.swift"), line)
    }
  }

  @Test(
    "H2: a promise returned by a map's closure is reported with the line of the map",
    arguments: Form.allCases)
  func nested(_ form: Form) async throws {
    let (topic, line) = form.topic(100)
    let inner = try await form.map(.fulfilled(1), line: line) { Promise.fulfilled("\($0)") }.value
    #expect(try await inner.value == "1")
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.nested) == [calling("map at", topic.name)])
  }

  @Test("H2: a map to a promise is reported even if its closure throws", arguments: Form.allCases)
  func throwing(_ form: Form) async {
    let (topic, line) = form.topic(110)
    _ = await form.map(.fulfilled(1), line: line) { _ -> Promise<Int> in throw TestError.first }
      .result
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.nested).count == 1)
  }

  @Test("H2: nothing is reported for a closure that is skipped", arguments: Form.allCases)
  func skipped(_ form: Form) async {
    let (topic, line) = form.topic(120)
    _ = await form.map(.rejected(TestError.first), line: line) { Promise.fulfilled($0) }.result
    let (source, resolver) = Promise<Int>.pending()
    let cancelled = form.map(source, line: line) { Promise.fulfilled($0) }
    cancelled.cancel()
    resolver.fulfill(1)
    _ = await cancelled.result
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.nested).isEmpty)
  }

  @Test("H2: values that contain promises aren't reported", arguments: Form.allCases)
  func values(_ form: Form) async throws {
    let (topic, line) = form.topic(130)
    let source = Promise.fulfilled(1)
    _ = try await form.map(source, line: line) { $0 }.value
    _ = try await form.map(source, line: line) { "\($0)" }.value
    _ = try await form.map(source, line: line) { _ in Owner() }.value
    _ = try await form.map(source, line: line) { [Promise.fulfilled($0)] }.value
    _ = try await form.map(source, line: line) { ($0, Promise.fulfilled($0)) }.value
    _ = try await form.map(source, line: line) { Promise.fulfilled($0) as Promise<Int>? }.value
    _ = try await form.map(source, line: line) { _ in }.value
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.nested).isEmpty)
  }

  @Test("H2: nothing is reported for `then`, which follows the promise")
  func followed() async throws {
    let topic = ReportRecorder.topic(line: 140, of: "Nested.swift")
    let source = Promise.fulfilled(1)
    _ = try await source.then(fileID: "Nested.swift", line: 140) { Promise.fulfilled($0) }.value
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.nested).isEmpty)
  }

  @Test("H2: a scope records the report", .needsTracking)
  func inScope() async throws {
    let events = try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      Promise.fulfilled(1).map(fileID: "Nested.swift", line: 150) { Promise.fulfilled($0) }
        .ignoreErrors()
      try await scope.settle()
      return scope.events
    }
    guard case .nestedPromise(let trace)? = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(trace.contains("map at Nested.swift:150"))
    #expect(events.count == 1)
  }
}
