// Tests the outbox with XCTest: in synchronous tests, and in an async one.
//
// Don't wait for a fixed time and hope:
//
//     outbox.send("hello")
//     RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.5))
//     XCTAssertEqual(outbox.sent, ["hello"])

import AsyncPromises
import AsyncPromisesTesting
import XCTest

final class OutboxXCTests: XCTestCase {
  @MainActor func testSending() {
    let server = Server()
    let outbox = Outbox { try await server.take($0) }
    outbox.send("hello")
    // Runs the main run loop, which runs the main actor's handlers, until all work has ended.
    XCTAssertTrue(waitForPromises(timeout: patience))
    XCTAssertEqual(outbox.sent, ["hello"])
  }

  @MainActor func testFailing() async throws {
    try await withPromiseScope { scope in
      let clock = ManualClock()
      let server = Server(refusals: .max)
      let outbox = Outbox(clock: clock) { try await server.take($0) }
      outbox.send("hello")
      await clock.advance(by: .seconds(90 * 60))
      XCTAssertEqual(outbox.failed, ["hello"])
    }
  }
}
