#!/usr/bin/env bash
# xctest-dynamic-overlay 1.13.1 (IssueReporting), XCTest and Swift Testing of Swift 6.3.1, Linux.
#
# Expected: `reportIssue(severity: .warning)` fails no test.
# Happens: it fails a test case of XCTest; a test of Swift Testing passes.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
package pointfreeco/xctest-dynamic-overlay 1.13.1 IssueReporting IssueReportingTestSupport
tests --disable-swift-testing <<'END'
import IssueReporting
import Testing
import XCTest

final class WarningTests: XCTestCase {
  func testWarning() { reportIssue("Only a warning", severity: .warning) }
}

@Test func warning() { reportIssue("Only a warning", severity: .warning) }
END
again --disable-xctest
expect <<'END'
red
green
END
