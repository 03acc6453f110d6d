// Tests under the trait, inside of others.

import AsyncPromisesSwiftTesting
import TestSupport
import Testing

/// The issues that `body` has as a test under the trait; what it throws is another one, of the
/// runner's.
func issues(
  of trait: PromiseScopeTrait, _ body: @escaping @Sendable () async throws -> Void
) async throws -> [Issue] {
  let test = try #require(Test.current)
  let issues = Journal<Issue>()
  await withKnownIssue(isIntermittent: true) {
    // A task of its own may be cancelled.
    _ = await Task {
      try await trait.provideScope(for: test, testCase: nil, performing: body)
    }.result
  } matching: { issue in
    issues.write(issue)
    return true
  }
  return issues.entries
}
