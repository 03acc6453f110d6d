// ConfigurationTests.swift: the settings of PromiseKit, which hold for its promises alone. When the
// app moves to another library, this file stays.

import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

@MainActor
@Suite("PromiseKit app: configuration", .timeLimit(.minutes(10)))
struct ConfigurationTests {
  @Test("What an app configures holds for the promises that it makes")
  func configuration() async {
    // A process of its own: the configuration is that of the process.
    await #expect(processExitsWith: .success) {
      let log = Journal<String>()
      configurePromises { log.write($0) }
      // Not `Thread.isMainThread`: on Linux any thread may run the main queue.
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
      let expected = ["cancelled", "ignored: status(1)", "a promise without an end"]
      precondition(log.entries == expected, "\(log.entries)")
    }
  }
}
