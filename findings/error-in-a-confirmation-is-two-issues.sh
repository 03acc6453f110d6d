#!/usr/bin/env bash
# Swift Testing of Swift 6.3.1, Linux.
#
# Expected: when the body of a `confirmation` throws, the error is the one issue: whether it would
# have confirmed isn't known.
# Happens: there are two, *confirmed 0 times* and the error, in this order, so that a
# `withKnownIssue` for the error alone doesn't make the test green.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
tests --disable-xctest <<'END'
import Testing

struct Failure: Error {}

@Test(.compactMapIssues { issue in
  print("seen: issue: \(issue.error.map { "\(type(of: $0))" } ?? "without an error")")
  return issue
}) func thrown() async throws {
  try await withKnownIssue {
    try await confirmation { _ in throw Failure() }
  } matching: { $0.error is Failure }
}
END
expect <<'END'
issue: without an error
issue: Failure
red
END
