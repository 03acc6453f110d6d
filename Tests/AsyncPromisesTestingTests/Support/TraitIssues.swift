// Runs tests with the trait inside other tests.

import AsyncPromisesSwiftTesting
import TestSupport
import Testing

/// The issues that the trait records when it runs `body`. An error that `body` throws isn't one of
/// them, because the runner records it.
func issues(
  of trait: PromiseScopeTrait, _ body: @escaping @Sendable () async throws -> Void
) async throws -> [Issue] {
  let issues = Journal<Issue>()
  try await collect(in: issues, of: trait, body)
  return issues.entries
}

/// Collects those issues, and those that what `body` leaves behind records later. An issue that
/// belongs to no test comes to every collector.
func collect(
  in issues: Journal<Issue>, of trait: PromiseScopeTrait,
  _ body: @escaping @Sendable () async throws -> Void
) async throws {
  let test = try #require(Test.current)
  let collector = IssueHandlingTrait.compactMapIssues { issue in
    issues.write(issue)
    return nil
  }
  try await collector.provideScope(for: test, testCase: nil) {
    // A separate task, because it may be cancelled.
    _ = await Task {
      try await trait.provideScope(for: test, testCase: nil, performing: body)
    }.result
  }
}
