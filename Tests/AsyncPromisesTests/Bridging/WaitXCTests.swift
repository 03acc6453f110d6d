// Wait.swift: waiting on the main thread, which only XCTest runs tests on.

import Dispatch
import Foundation
import PromiseCompatSupport
import TestSupport
import XCTest

@testable import AsyncPromises

// XCTest on Linux can't call synchronous tests that are isolated to the main actor, but it calls
// all tests on the main thread.
final class WaitXCTests: XCTestCase {
  private let long = Duration.seconds(500)

  func testThatHandlersOfTheMainActorRunMeanwhile() throws {
    XCTAssertTrue(Thread.isMainThread)
    for round in 0..<50 {
      let promise = Promise { round }.map { @MainActor in $0 + 1 }.then { @MainActor value in
        Promise { @MainActor in value + 1 }
      }
      XCTAssertEqual(try promise.wait(timeout: long), round + 2)
    }
    XCTAssertEqual(try Promise.fulfilled(1).map { @MainActor in $0 }.wait(timeout: long), 1)
  }

  func testThatTheErrorIsThrown() {
    let promise = Promise { throw TestError.first }.map { @MainActor in $0 }
    XCTAssertThrowsError(try promise.wait(timeout: long)) { error in
      XCTAssertEqual(error as? TestError, .first)
    }
  }

  func testThatAThreadSettles() throws {
    for round in 0..<50 {
      let (promise, resolver) = Promise<Int>.pending()
      Thread.detachNewThread { resolver.fulfill(round) }
      XCTAssertEqual(try promise.wait(timeout: long), round)
    }
  }

  func testThatItTimesOutAndNotBefore() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel {}
    for timeout in [Duration.nanoseconds(1), .milliseconds(20), .milliseconds(1500)] {
      let start = ContinuousClock.now
      XCTAssertThrowsError(try promise.wait(timeout: timeout)) { error in
        guard case PromiseError.timedOut(timeout, _, _) = error else { return XCTFail("\(error)") }
      }
      XCTAssertGreaterThanOrEqual(ContinuousClock.now - start, timeout)
    }
    XCTAssertTrue(promise.map { $0 }.cancel(), "The waits have left, so this is the last consumer.")
    XCTAssertNotNil(promise.resultIfSettled)
    withExtendedLifetime(resolver) {}
  }

  func testThatItDoesNotWorkWhileItWaits() {
    let (promise, resolver) = Promise<Int>.pending()
    // Leftover work of other tests may use the processor too, for a while.
    let times = (0..<3).map { _ in
      let start = clock()
      _ = try? promise.wait(timeout: .milliseconds(500))
      return clock() - start
    }
    XCTAssertLessThan(times.min() ?? 0, 300_000, "CPU time in microseconds")
    withExtendedLifetime(resolver) {}
  }

  func testThatNothingThatIsQueuedMeanwhileIsLost() throws {
    let count = Journal<Int>()
    let (promise, resolver) = Promise<Int>.pending()
    DispatchQueue.global().async {
      for number in 0..<1_000 {
        DispatchQueue.main.async {
          count.write(number)
          if number == 500 { resolver.fulfill(number) }
        }
      }
    }
    XCTAssertEqual(try promise.wait(timeout: long), 500)
    // The run loop runs the jobs that the wait left behind, without any other event.
    let deadline = Date(timeIntervalSinceNow: 500)
    while count.count < 1_000, Date.now < deadline {
      guard RunLoop.main.run(mode: .default, before: deadline) else { break }
    }
    XCTAssertEqual(count.entries, Array(0..<1_000))
  }

  func testThatAWaitInAJobOfTheMainActorIsReportedAndEnds() throws {
    let topic = ReportRecorder.topic(line: Self.waitingLine)
    let outer = Promise { @MainActor in
      // The handler's job is queued behind this one, which waits for it.
      try Self.wait(for: Promise.fulfilled(1).map { @MainActor in $0 }, .milliseconds(20))
    }
    XCTAssertThrowsError(try outer.wait(timeout: long)) { error in
      guard case PromiseError.timedOut = error else { return XCTFail("\(error)") }
    }
    XCTAssertEqual(topic.traces(.blockedWait), [topic.name])
  }

  /// B9
  func testThatHandlersSeeNoTaskLocalsOfTheCodeThatWaits() throws {
    let (source, resolver) = Promise<Int>.pending()
    let onQueue: Promise<String> = source.derive(in: ExecutionContext(.main), .none) {
      _, _, derived, effects in
      Promise<String>.settle(derived, &effects) { MainActor.assumeIsolated { Request.id } }
    }
    let inJob = Promise<String> { resolver in
      DispatchQueue.main.run { resolver.fulfill(Request.id) }
    }
    let inTask = source.map { @MainActor _ in Request.id }
    let (other, otherResolver) = untracked { Promise<Int>.pending() }
    let inBlock = untracked { other.map { @MainActor _ in Request.id } }
    let seen = Promise.all(inTask, onQueue, inJob, inBlock)
    DispatchQueue.global().async {
      resolver.fulfill(1)
      otherResolver.fulfill(1)
    }
    let places = try Request.$id.withValue("waiter") {
      try seen.wait(timeout: long)
    }
    let inPlace = System.hasImmediateTasks ? "none" : "waiter"
    // Once something has been explored, the process has no more blocks.
    let ofBlock = Tasks.areExplored ? "none" : inPlace
    XCTAssertEqual([places.0, places.1, places.2, places.3], ["none", inPlace, inPlace, ofBlock])
  }

  private static let waitingLine: UInt = #line + 3

  private static func wait(for promise: Promise<Int>, _ timeout: Duration) throws -> Int {
    try promise.wait(timeout: timeout)
  }
}
