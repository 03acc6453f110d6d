// waitForPromises on the main thread itself, where only XCTest runs tests.

import Dispatch
import Foundation
import GooglePromisesCompat
import TestSupport
import XCTest

final class WaitingXCTests: XCTestCase {
  func testThatHandlersOnTheMainQueueRunDuringTheWait() throws {
    try XCTSkipIf(isTrackingOff)
    XCTAssertTrue(Thread.isMainThread)
    let log = Journal<Int>()
    Promise<Int>(on: .global()) { 1 }.then { value -> Promise<Int> in
      log.write(value)
      return Promise { value + 1 }.delay(0.001)
    }.then { log.write($0) }.always { log.write(3) }
    XCTAssertTrue(waitForPromises(timeout: 500))
    XCTAssertEqual(log.entries, [1, 2, 3])
    XCTAssertTrue(waitForPromises(timeout: 0))
  }

  func testThatItReturnsWhenTheTimeIsUp() throws {
    try XCTSkipIf(isTrackingOff)
    let promise = Promise<Int>.pending()
    for timeout in [0, -1, 0.001] { XCTAssertFalse(waitForPromises(timeout: timeout)) }
    let value = promise.then { $0 + 1 }
    promise.fulfill(1)
    XCTAssertTrue(waitForPromises(timeout: 500))
    XCTAssertEqual(value.value, 2)
  }

  func testThatItBlocksAnotherThread() throws {
    try XCTSkipIf(isTrackingOff)
    let value = Promise(on: .global()) { 1 }.then { $0 + 1 }
    let isSettled = Journal<Bool>()
    let end = expectation(description: "the wait has ended")
    Thread.detachNewThread {
      isSettled.write(waitForPromises(timeout: 500))
      end.fulfill()
    }
    wait(for: [end], timeout: 500)
    XCTAssertEqual(isSettled.entries, [true])
    XCTAssertEqual(value.value, 2)
  }
}
