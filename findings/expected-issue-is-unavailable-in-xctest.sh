#!/usr/bin/env bash
# xctest-dynamic-overlay 1.13.1 (IssueReporting), XCTest of Swift 6.3.1, Linux.
#
# Expected: in a test case, an issue within `withExpectedIssue` is expected, as it is in a `@Test`.
# Happens: the call compiles, and is a failure of its own, since XCTest on Linux can't expect any;
# the issue inside of it isn't reported.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
package pointfreeco/xctest-dynamic-overlay 1.13.1 IssueReporting IssueReportingTestSupport
tests --disable-swift-testing <<'END'
import IssueReporting
import XCTest

final class ExpectedTests: XCTestCase {
  func testExpected() { withExpectedIssue { reportIssue("This is expected") } }
}
END
echo "seen: failures: $(grep -c 'error: ExpectedTests.testExpected : failed' "$out")" >>"$out"
echo "seen: of what isn't available: $(grep -c 'failed - .* unavailable' "$out")" >>"$out"
expect <<'END'
red
failures: 1
of what isn't available: 1
END
