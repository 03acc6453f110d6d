#!/usr/bin/env bash
# XCTest of Swift 6.3.1, Linux.
#
# Expected: `await fulfillment(of:timeout:)` in a task that is cancelled returns at once, as a sleep
# and every other wait of the task does.
# Happens: it waits for as long as without the cancellation, and then fails the test.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
tests --disable-swift-testing <<'END'
import XCTest

final class WaitTests: XCTestCase {
  @MainActor func testWait() async throws {
    let expectation = expectation(description: "an answer")
    let start = ContinuousClock.now
    let wait = Task { await self.fulfillment(of: [expectation], timeout: 3) }
    try await Task.sleep(for: .milliseconds(200))
    wait.cancel()
    await wait.value
    print("seen: waited for its whole time: \(ContinuousClock.now - start >= .seconds(3))")
  }
}
END
expect <<'END'
waited for its whole time: true
red
END
