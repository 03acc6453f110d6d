// WaitForPromises.swift: synchronous XCTest tests that wait on the main thread.

import AsyncPromises
import AsyncPromisesTesting
import Foundation
import TestSupport
import XCTest

// XCTest on Linux can't call synchronous tests that are isolated to the main actor, although it
// calls all of them on the main thread.
final class WaitForPromisesXCTests: XCTestCase {
  override func invokeTest() {
    // Without tracking, nothing would be counted.
    guard !isTrackingOff else { return }
    super.invokeTest()
  }

  func testReturnsAtOnceIfNothingIsPending() {
    XCTAssertTrue(Thread.isMainThread)
    XCTAssertTrue(waitForPromises(timeout: long))
    XCTAssertTrue(waitForPromises(timeout: .zero))
  }

  func testRunsHandlersOnTheMainActor() {
    MainActor.assumeIsolated {
      var sum = 0
      let (promise, resolver) = Promise<Int>.pending()
      promise.done { sum += $0 }
      Promise { 2 }.map { $0 + 1 }.done { sum += $0 }
      resolver.fulfill(1)
      XCTAssertFalse(waitForPromises(timeout: .zero))
      XCTAssertEqual(sum, 0)
      XCTAssertTrue(waitForPromises(timeout: long))
      XCTAssertEqual(sum, 4)
    }
  }

  func testWaitsForWorkThatHandlersStart() {
    MainActor.assumeIsolated {
      var steps: [String] = []
      Promise { "operation" }
        .then { step in Promise { @MainActor in step + ", main operation" } }
        .done { step in
          steps.append(step)
          Promise.delay(for: .milliseconds(5)).map { "delay" }
            .done { step in
              steps.append(step)
              Promise.map(0..<3) { $0 }.map { "\($0.count) items" }.done { steps.append($0) }
            }
        }
      XCTAssertTrue(waitForPromises(timeout: long))
      XCTAssertEqual(steps, ["operation, main operation", "delay", "3 items"])
    }
  }

  func testWaitsForPromisesThatAThreadSettles() {
    MainActor.assumeIsolated {
      var value: Int?
      for round in 0..<50 {
        let (promise, resolver) = Promise<Int>.pending()
        promise.done { value = $0 }
        Thread.detachNewThread { resolver.fulfill(round) }
        XCTAssertTrue(waitForPromises(timeout: long))
        XCTAssertEqual(value, round)
      }
    }
  }

  func testTimesOut() {
    MainActor.assumeIsolated {
      var values: [Int] = []
      let (promise, resolver) = Promise<Int>.pending(name: "hangs on purpose")
      let done = promise.done { values.append($0) }
      Promise { 1 }.done { values.append($0) }
      let clock = ContinuousClock()
      let start = clock.now
      XCTAssertFalse(waitForPromises(timeout: .milliseconds(50)))
      XCTAssertGreaterThanOrEqual(clock.now - start, .milliseconds(50))
      // Handlers that don't hang run as soon as a thread is free.
      for _ in 0..<200 where values.isEmpty {
        XCTAssertFalse(waitForPromises(timeout: .milliseconds(50)))
      }
      XCTAssertEqual(values, [1])
      done.cancel()
      // Cancelling `done` leaves its source pending, because the source has no work to stop.
      promise.cancel()
      XCTAssertTrue(waitForPromises(timeout: long))
      XCTAssertEqual(values, [1])
      withExtendedLifetime(resolver) {}
    }
  }

  func testIgnoresOtherSourcesOfTheRunLoop() {
    MainActor.assumeIsolated {
      let log = Journal<Int>()
      let (promise, resolver) = Promise<Int>.pending()
      let timer = Timer.scheduledTimer(withTimeInterval: 0.001, repeats: true) { _ in
        log.write(1)
        if log.count == 10 { resolver.fulfill(1) }
      }
      XCTAssertTrue(waitForPromises(timeout: long))
      XCTAssertNotNil(promise.resultIfSettled)
      XCTAssertEqual(log.count, 10)
      timer.invalidate()
    }
  }

  func testReturnsSoonAfterTheLastHandler() {
    MainActor.assumeIsolated {
      for isOnMainActor in [true, false] {
        var latencies: [Duration] = []
        for _ in 0..<100 {
          let ended = Journal<ContinuousClock.Instant>()
          let operation = Promise { @concurrent in 1 }
          if isOnMainActor {
            operation.done { _ in ended.write(.now) }
          } else {
            noteEnd(of: operation, in: ended)
          }
          XCTAssertTrue(waitForPromises(timeout: long))
          let returned = ContinuousClock.now
          guard let last = ended.entries.first else { return XCTFail("No handler has run.") }
          latencies.append(returned - last)
        }
        latencies.sort()
        let place = isOnMainActor ? "the main actor" : "the global executor"
        print(
          "waitForPromises after a handler on \(place): \(latencies[50]) median, "
            + "\(latencies[99]) at most")
        XCTAssertLessThan(latencies[99], long)
      }
    }
  }
}

/// Registers a nonisolated handler.
private func noteEnd(of promise: Promise<Int>, in log: Journal<ContinuousClock.Instant>) {
  promise.done { _ in log.write(.now) }
}
