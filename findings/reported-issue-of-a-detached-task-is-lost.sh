#!/usr/bin/env bash
# xctest-dynamic-overlay 1.13.1 (IssueReporting), Swift Testing of Swift 6.3.1, Linux.
#
# Expected: `reportIssue` in a detached task of a `@Test` makes the run red, as `Issue.record` there
# does, if it can't make the test red.
# Happens: the run is green. Outside of the test's task, the library takes the process for one of
# XCTest and reports to a test case that isn't there; `TestContext.current` says so.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
package pointfreeco/xctest-dynamic-overlay 1.13.1 IssueReporting IssueReportingTestSupport
tests --disable-xctest <<'END'
import IssueReporting
import Testing

func place() -> String {
  switch TestContext.current {
  case .swiftTesting: "Swift Testing"
  case .xcTest: "XCTest"
  default: "no test"
  }
}

@Test func reports() async {
  print("seen: \(place())")
  await Task.detached {
    print("seen: detached: \(place())")
    reportIssue("Something is wrong")
  }.value
}
END
expect <<'END'
Swift Testing
detached: XCTest
green
END
