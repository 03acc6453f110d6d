// Tracking.swift: the switch and the list of records.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

@Suite("Tracking", .timeLimit(.minutes(10)))
struct TrackingTests {
  @Test("T5 H3: a promise created before tracking starts isn't listed, and settles as usual")
  func madeBefore() async {
    await #expect(processExitsWith: .success) {
      Tracking.stop()
      let (early, resolver) = Promise<Int>.pending(name: "early")
      let derived = early.map { $0 + 1 }
      PromiseDiagnostics.startTracking()
      precondition(Scope.process.outstanding.isZero, "A promise from before tracking is counted.")
      precondition(Promise.dumpPending() == "Nothing is pending.", Promise.dumpPending())
      let (late, lateResolver) = Promise<Int>.pending(name: "late")
      let both = Promise.all(derived, late)
      let report = Promise.dumpPending()
      precondition(report.contains("late") && !report.contains("early"), report)
      resolver.fulfill(1)
      lateResolver.fulfill(3)
      let values = try await both.value
      precondition(values == (2, 3), "\(values)")
      _ = await Scope.process.outstanding.zero().result
      precondition(Promise.dumpPending() == "Nothing is pending.", Promise.dumpPending())
    }
  }

  @Test("T5: a promise created during tracking still settles after tracking stops, and is removed")
  func madeBeforeTheEnd() async {
    await #expect(processExitsWith: .success) {
      PromiseDiagnostics.startTracking()
      let (promise, resolver) = Promise<Int>.pending()
      let derived = promise.map { $0 + 1 }
      precondition(!Scope.process.outstanding.isZero, "Nothing is counted.")
      Tracking.stop()
      resolver.fulfill(1)
      let value = try await derived.value
      precondition(value == 2, "\(value)")
      _ = await Scope.process.outstanding.zero().result
    }
  }

  @Test("H3: without tracking, the report says so, and how to turn it on")
  func trackingIsOff() async {
    await #expect(processExitsWith: .success) {
      Tracking.stop()
      let (promise, resolver) = Promise<Int>.pending()
      let report = Promise.dumpPending()
      precondition(report.hasPrefix("Promises are not tracked"), report)
      precondition(report.contains("startTracking()"), report)
      withExtendedLifetime((promise, resolver)) {}
    }
  }

  @Test("T5: starting tracking twice is the same as starting it once", .needsTaskExecutors)
  func twice() async {
    await #expect(processExitsWith: .success) {
      PromiseDiagnostics.startTracking()
      PromiseDiagnostics.startTracking()
      let (promise, resolver) = Promise<Int>.pending(name: "only")
      let report = Promise.dumpPending()
      precondition(report.split(separator: "\n").count == 1, report)
      resolver.fulfill(1)
      _ = promise.resultIfSettled
    }
  }
}

extension LifetimeTests {
  @Suite("Records", .timeLimit(.minutes(10)))
  struct RecordTests {
    @Test("H3: many settled promises leave no records behind")
    func settled() async {
      await #expect(processExitsWith: .success) {
        PromiseDiagnostics.startTracking()
        try await Memory.expectFlat { rounds in
          for index in 0..<rounds {
            let value = try await Promise.fulfilled(index).map { $0 + 1 }.get()
            precondition(value == index + 1)
          }
        }
      }
    }

    @Test("H3: many cancelled promises leave no records behind")
    func cancelled() async {
      await #expect(processExitsWith: .success) {
        PromiseDiagnostics.startTracking()
        let (promise, resolver) = Promise<Int>.pending()
        let kept = promise.map { $0 }
        try await Memory.expectFlat { rounds in
          for _ in 0..<rounds { promise.map { $0 }.cancel() }
        }
        resolver.fulfill(1)
        let value = try await kept.value
        precondition(value == 1)
      }
    }

    @Test("H3: a loop of many `then`s leaves no records behind")
    func loop() async {
      await #expect(processExitsWith: .success) {
        PromiseDiagnostics.startTracking()
        @Sendable func round(_ left: Int) -> Promise<Int> {
          Promise { left }.then { left in left == 0 ? .fulfilled(7) : round(left - 1) }
        }
        try await Memory.expectFlat { rounds in
          let value = try await round(rounds).get()
          precondition(value == 7)
        }
      }
    }
  }
}
