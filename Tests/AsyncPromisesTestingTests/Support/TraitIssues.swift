// Runs tests with the trait inside other tests.

import AsyncPromisesSwiftTesting
import TestSupport
import Testing

/// The issues that the trait records when it runs `body`. An error that `body` throws isn't one of
/// them, because the runner records it.
func issues(
  of trait: PromiseScopeTrait, _ body: @escaping @Sendable () async throws -> Void
) async throws -> [Issue] {
  let test = try #require(Test.current)
  let issues = Journal<Issue>()
  await withKnownIssue(isIntermittent: true) {
    // A separate task, because it may be cancelled.
    _ = await Task {
      try await trait.provideScope(for: test, testCase: nil, performing: body)
    }.result
  } matching: { issue in
    issues.write(issue)
    return true
  }
  return issues.entries
}
