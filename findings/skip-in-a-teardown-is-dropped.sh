#!/usr/bin/env bash
# XCTest of Swift 6.3.1, Linux.
#
# Expected: `XCTSkip` thrown by a teardown makes its test skipped or failed, as one thrown by a
# `setUp` makes it skipped, and any other error of a teardown makes it failed.
# Happens: nothing: the test has passed.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
tests --disable-swift-testing <<'END'
import XCTest

struct Failure: Error {}

final class TeardownTests: XCTestCase {
  func testSkip() { addTeardownBlock { throw XCTSkip("Not here") } }
  func testError() { addTeardownBlock { throw Failure() } }
}

final class SkippedSetUpTests: XCTestCase {
  override func setUp() async throws { throw XCTSkip("Not here") }
  func testSetUp() {}
}

final class SkippedTearDownTests: XCTestCase {
  override func tearDown() async throws { throw XCTSkip("Not here") }
  func testTearDown() {}
}
END
sed -nE "s/^Test Case '.*\.(test.*)' (passed|failed|skipped) .*/\1: \2/p" "$out" | sort |
  sed 's/^/seen: /' >found
mv found "$out"
expect <<'END'
testError: failed
testSetUp: skipped
testSkip: passed
testTearDown: passed
END
