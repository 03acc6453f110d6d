// ConfigurationTests.swift: PromiseKit's settings, which apply only to its own promises. If the app
// moves to another library, this file stays as it is.

import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

@MainActor
@Suite("PromiseKit app: configuration", .timeLimit(.minutes(10)))
struct ConfigurationTests {
  @Test("Settings apply to the app's promises")
  func configuration() async {
    // Settings are global, so this runs in a separate process.
    await #expect(processExitsWith: .success) {
      let log = Journal<String>()
      configurePromises { log.write($0) }
      // Not `Thread.isMainThread`: on Linux, any thread may run the main queue.
      try await Promise.value(1)
        .map { _ in dispatchPrecondition(condition: .notOnQueue(.main)) }
        .async()
      await finished { end in
        Promise<Int>(error: PMKError.cancelled).catch { _ in
          dispatchPrecondition(condition: .onQueue(.main))
          log.write("cancelled")
        }.finally(end)
      }
      await finished { end in
        Promise<Int>(error: ServerError.status(1)).cauterize().finally(end)
      }
      _ = Promise<Int>.pending()
      let expected = ["cancelled", "ignored: status(1)", "a promise was never settled"]
      precondition(log.entries == expected, "\(log.entries)")
    }
  }
}
