// Start.swift: linking the testing library turns on tracking from the start of the process.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import Foundation
import TestSupport
import Testing

@Suite("Start", .timeLimit(.minutes(10)))
struct StartTests {
  @Test("T5: promises of this process are tracked, unless the environment says otherwise")
  func on() {
    #expect(Tracking.isOn == !isTrackingOff)
  }

  @Test("T5: tracking is on before the first call to the library", .needsTracking)
  func onBeforeFirstCall() async {
    await #expect(processExitsWith: .success) {
      precondition(Tracking.isOn)
      let (promise, resolver) = Promise<Int>.pending(name: "first")
      precondition(Promise.dumpPending().contains("first"), Promise.dumpPending())
      resolver.fulfill(1)
      _ = try await promise.value
      precondition(Promise.dumpPending() == "Nothing is pending.", Promise.dumpPending())
    }
  }

  @Test("T5: the environment can keep tracking off, and dumpPending() says so", .needsTracking)
  func off() async {
    await #expect(processExitsWith: .success) {
      Tracking.stop()
      setenv("ASYNC_PROMISES_TRACKING", "off", 1)
      let (promise, resolver) = Promise<Int>.pending()
      await ManualClock().advance(by: .zero)
      precondition(!Tracking.isOn)
      precondition(Promise.dumpPending().contains("not tracked"), Promise.dumpPending())
      resolver.fulfill(1)
      _ = try await promise.value
    }
  }

  @Test("T2 T5: a scope traps when promises aren't tracked, and says what to do")
  func scopeWithoutTracking() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      Tracking.stop()
      setenv("ASYNC_PROMISES_TRACKING", "off", 1)
      try await withPromiseScope { _ in }
    }
    #if DEBUG
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("remove ASYNC_PROMISES_TRACKING from the environment"))
    #else
      #expect(result != nil)
    #endif
  }

  @Test("T5: if tracking isn't on from the start, the first call to the library turns it on")
  func laterOn() async {
    await #expect(processExitsWith: .success) {
      Tracking.stop()
      setenv("ASYNC_PROMISES_TRACKING", "on", 1)
      try await withPromiseScope { scope in
        precondition(Tracking.isOn)
        let (promise, resolver) = Promise<Int>.pending(name: "tracked")
        precondition(scope.dumpPending().contains("tracked"), scope.dumpPending())
        resolver.fulfill(1)
        _ = try await promise.value
      }
    }
  }
}
