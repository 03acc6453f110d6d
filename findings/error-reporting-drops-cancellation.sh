#!/usr/bin/env bash
# xctest-dynamic-overlay 1.13.1 (IssueReporting), Swift Testing of Swift 6.3.1, Linux.
#
# Expected: `withErrorReporting` turns every error that its closure throws into an issue.
# Happens: a `CancellationError` is dropped: no issue, and the call returns nil as after any error;
# `reportIssue` of the same error makes the test red.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
package pointfreeco/xctest-dynamic-overlay 1.13.1 IssueReporting IssueReportingTestSupport
tests --disable-xctest <<'END'
import IssueReporting
import Testing

struct OtherError: Error {}

@Test(.compactMapIssues { _ in print("seen: an issue"); return nil }) func errors() {
  for error in [CancellationError(), OtherError()] as [any Error] {
    print("seen: \(type(of: error)), withErrorReporting")
    withErrorReporting { throw error }
    print("seen: \(type(of: error)), reportIssue")
    reportIssue(error)
  }
}
END
expect <<'END'
CancellationError, withErrorReporting
CancellationError, reportIssue
an issue
OtherError, withErrorReporting
an issue
OtherError, reportIssue
an issue
green
END
