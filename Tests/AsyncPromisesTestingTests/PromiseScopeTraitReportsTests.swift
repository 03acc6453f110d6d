// PromiseScopeTrait.swift: mistakes reported while a test runs are issues of the test.

import AsyncPromises
import AsyncPromisesSwiftTesting
import TestSupport
import Testing

@Suite("Reports under the trait .promiseScope", .needsTracking, .timeLimit(.minutes(10)))
struct PromiseScopeTraitReportsTests {
  @Test("T6 H2: a report becomes an issue with the same text and line", arguments: Mistake.allCases)
  func issue(mistake: Mistake) async throws {
    let events = Journal<PromiseDiagnostics.Event>()
    let issues = try await issues(of: .promiseScope(within: long)) {
      PromiseScope.current.install { events.write($0) }
      mistake.make()
    }
    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect(issue.comments.map(\.rawValue) == events.entries.map(\.description))
    #expect(issue.sourceLocation?.fileID == "\(Mistake.fileID)")
    #expect(issue.sourceLocation?.line == Int(mistake.line))
  }

  @Test("T6: an issue in the test's own file has that file's path")
  func ownFile() async throws {
    let line = #line + 1
    let issues = try await issues(of: .promiseScope(within: long)) {
      _ = Promise<Int>.rejected(PromiseError.invalid)
    }
    let test = try #require(Test.current)
    var place = test.sourceLocation
    (place.line, place.column) = (line + 1, 1)
    #expect(issues.map(\.sourceLocation) == [place])
  }

  @Test("T6: with reports: .ignore there are no issues, but the scope keeps the events")
  func ignored() async throws {
    let issues = try await issues(of: .promiseScope(reports: .ignore, within: long)) {
      let scope = PromiseScope.current
      scope.install { _ in }
      for mistake in Mistake.allCases { mistake.make() }
      try await scope.settle(within: long)
      #expect(scope.events.count == Mistake.allCases.count)
    }
    #expect(issues.isEmpty)
  }

  @Test("T6: if a test throws or has leftovers, its reports are separate issues")
  func besideOthers() async throws {
    let mistake = Mistake.secondSettle
    let throwing = try await issues(of: .promiseScope(within: long)) {
      mistake.make()
      throw PromiseError.invalid
    }
    #expect(throwing.count == 1)
    let kept = Journal<Resolver<Int>>()
    let leaving = try await issues(of: .promiseScope(within: long)) {
      kept.write(Promise<Int>.pending(name: "token").resolver)
      mistake.make()
    }
    #expect(leaving.count == 2)
    for resolver in kept.entries { resolver.fulfill(1) }
  }

  @Test("T6: reports that an inner scope has thrown or ignored don't become issues again")
  func nested() async throws {
    let thrown = try await issues(of: .promiseScope(within: long)) {
      try await withPromiseScope { _ in Mistake.secondSettle.make() }
    }
    #expect(thrown.map { $0.sourceLocation?.line } == [Int(Mistake.secondSettle.line)])
    let ignored = try await issues(of: .promiseScope(within: long)) {
      try await withPromiseScope(reports: .ignore) { _ in Mistake.secondSettle.make() }
    }
    #expect(ignored.isEmpty)
  }

  @Test("T3: a failed wait is an issue at the line of its call")
  func wait() async throws {
    let issues = try await issues(of: .promiseScope(within: long)) {
      let (_, resolver) = Promise<Int>.pending(name: "token")
      defer { resolver.fulfill(1) }
      try await PromiseScope.current.settle(
        within: .zero, fileID: Mistake.fileID, line: 7)
    }
    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect(issue.sourceLocation?.fileID == "\(Mistake.fileID)")
    #expect(issue.sourceLocation?.line == 7)
    #expect(issue.comments.first?.rawValue.contains("pending “token” at ") == true)
  }
}
