// ReportedMistakes.swift: a scope with reported mistakes fails its test.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("Reports of a scope", .needsTracking, .timeLimit(.minutes(10)))
struct ReportedMistakesTests {
  private func reports(
    _ name: String? = nil, _ body: (PromiseScope) async throws -> Void
  ) async throws -> ReportedMistakes? {
    await #expect(throws: ReportedMistakes.self) {
      try await withPromiseScope(name, within: long, fileID: "App/Tests.swift", line: 5) { scope in
        scope.install { _ in }
        try await body(scope)
      }
    }
  }

  @Test("T6 H2: a scope fails if a mistake is reported in it", arguments: Mistake.allCases)
  func failing(mistake: Mistake) async throws {
    let error = try await reports { _ in mistake.make() }
    let events = try #require(error).events
    #expect(events.count == 1)
    #expect(events.allSatisfy { mistake.isTold(by: $0) })
    #expect(events.first?.place == SourceLine("\(Mistake.fileID)", Int(mistake.line)))
  }

  @Test("T6 H2: the error begins with the scope's source line and lists the reports in order")
  func description() async throws {
    let error = try await reports("login") { _ in
      Mistake.secondSettle.make()
      Mistake.brokenPromise.make()
    }
    #expect(
      error?.description == """
        App/Tests.swift:5: The promise scope “login” has reported mistakes. If the test expects \
        them, pass reports: .ignore.
        AsyncPromises: a promise was settled twice; the second outcome is lost. Promise: pending \
        “mistake” at App/Model at work.swift:1. Second call: App/Model at work.swift:3
        AsyncPromises: a resolver was released before it settled its promise. Promise: pending \
        “mistake” at App/Model at work.swift:1
        """)
  }

  @Test("T6 H1: errors at the very end of a scope are reported in time", arguments: rounds(100))
  func lateReports(_ round: Int) async throws {
    let error = try await reports { _ in
      Promise<Int> { throw PromiseError.invalid }.map { @MainActor in $0 }.map { $0 }.done { _ in }
    }
    #expect(error?.events.count == 1)
    for leftovers in [LeftoverPolicy.cancel, .allow] {
      await #expect(throws: ReportedMistakes.self) {
        try await withPromiseScope(leftovers: leftovers, within: long) { scope in
          scope.install { _ in }
          _ = Promise<Int>.rejected(PromiseError.invalid)
        }
      }
    }
  }

  @Test("T6: the body's error is thrown; an outer scope gets the reports")
  func throwing() async throws {
    let error = try await reports { _ in
      await #expect(throws: PromiseError.self) {
        try await withPromiseScope { _ in
          Mistake.secondSettle.make()
          throw PromiseError.invalid
        }
      }
    }
    #expect(error?.events.count == 1)
  }

  @Test("T6 T3: the error of a failed wait includes the reports, which may explain it")
  func wait() async throws {
    let error = await #expect(throws: UnsettledPromises.self) {
      try await withPromiseScope { scope in
        scope.install { _ in }
        let (_, resolver) = Promise<Int>.pending()
        defer { resolver.fulfill(1) }
        Mistake.brokenPromise.make()
        try await scope.settle(within: .zero)
      }
    }
    #expect(error?.description.contains("\nAsyncPromises: a resolver was released ") == true)
  }

  @Test("T6: a report fails only the innermost scope; an ignored report fails none")
  func nested() async throws {
    try await withPromiseScope { outer in
      outer.install { _ in }
      _ = try await reports { _ in Mistake.secondSettle.make() }
      try await withPromiseScope(reports: .ignore) { _ in Mistake.secondSettle.make() }
      await #expect(throws: PromiseError.self) {
        try await withPromiseScope(reports: .ignore) { _ in
          Mistake.secondSettle.make()
          throw PromiseError.invalid
        }
      }
      #expect(outer.events.count == 3)
    }
  }
}

@Suite("Source lines at the end of reports")
struct SourceLineTests {
  @Test(
    "T6: the source line is the last step's, whatever the names contain",
    arguments: [
      ("App/A.swift:12", "App/A.swift"),
      ("done at App/A.swift:12", "App/A.swift"),
      ("pending “a at b/c:1 → d” at App/B.swift:3 → … → done at App/A.swift:12", "App/A.swift"),
      ("done at App/Look at me.swift:12", "App/Look at me.swift"),
    ])
  func line(trace: String, fileID: String) throws {
    #expect(SourceLine(endOf: trace) == SourceLine(fileID, 12))
  }

  @Test(
    "T6: a trace that doesn't end in a source line yields none",
    arguments: ["", "a function passed by name", "done at an unnamed file:3", "App/A:0"])
  func none(trace: String) {
    #expect(SourceLine(endOf: trace) == nil)
  }
}
