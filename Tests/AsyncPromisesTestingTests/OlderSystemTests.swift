// Reports on a system without task executors. Run with SYSTEM_OF=2022.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

@Suite("OlderSystem", .needsTracking)
struct OlderSystemTests {
  @Test("P1: on a system without task executors, a report says what isn't counted")
  func note() async throws {
    try await withPromiseScope { scope in
      let (promise, resolver) = Promise<Int>.pending(name: "token")
      let error = await #expect(throws: UnsettledPromises.self) {
        try await scope.settle(within: .zero)
      }
      let report = try #require(error).description
      #expect(report.contains("“token”"))
      // The process's list may be full of other tests' promises, but always ends with the note.
      for report in [report, Promise.dumpPending()] {
        #expect(report.contains("Note: this system has no task executors") == isOlder)
      }
      resolver.fulfill(1)
      _ = promise.resultIfSettled
    }
  }

  private let isOlder = !System.hasTaskExecutors
}
