// waitForPromises on the main thread itself, where only XCTest runs tests.

import AsyncPromisesTesting
import Dispatch
import Foundation
import GooglePromisesCompat
import TestSupport
import XCTest

/// An object that a closure captures. It is freed slowly, the watched part last, so that after a
/// wait that ends too early, the watched part still exists.
private final class Held: Sendable {
  final class Watched: Sendable {}

  private final class Slow: Sendable {
    deinit { usleep(1_000) }
  }

  private let slow = Slow()
  let watched = Watched()

  func use() {}
}

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

  func testThatAfterTheWaitNoQueueHoldsAnything() throws {
    try XCTSkipIf(isTrackingOff)
    let uses: KeyValuePairs<String, (Promise<Int>, DispatchQueue, Held) -> AnyObject> = [
      "do": { promise, queue, held in
        Promise(on: queue) {
          held.use()
          return promise
        }
      },
      "then": { promise, queue, held in
        promise.then(on: queue) {
          held.use(); return $0 + 1
        }
      },
      "then, with a promise": { promise, queue, held in
        promise.then(on: queue) {
          held.use()
          return Promise($0)
        }
      },
      "catch": { promise, queue, held in promise.catch(on: queue) { _ in held.use() } },
      "recover": { promise, queue, held in
        promise.recover(on: queue) { _ in
          held.use()
          return 1
        }
      },
      "always": { promise, queue, held in promise.always(on: queue) { held.use() } },
      "validate": { promise, queue, held in
        promise.validate(on: queue) { _ in
          held.use()
          return true
        }
      },
      "reduce": { promise, queue, held in
        promise.reduce(on: queue, 1, 2) { sum, value in
          held.use()
          return Promise(sum + value)
        }
      },
      "retry": { promise, queue, held in
        retry(on: queue, attempts: 2, delay: 0) {
          held.use()
          return promise
        }
      },
      "timeout": { promise, _, _ in promise.timeout(500) },
      "delay": { promise, _, _ in promise.delay(0.001) },
      "all": { promise, _, _ in all([promise]) },
      "any": { promise, _, _ in any([promise]) },
      "race": { promise, _, _ in race([promise]) },
    ]
    let queues: KeyValuePairs = [
      "main": DispatchQueue.main, "global": .global(), "serial": DispatchQueue(label: "serial"),
    ]
    for (use, begin) in uses {
      for (name, queue) in queues {
        for isFulfilled in [true, false] {
          weak var promise: Promise<Int>?
          weak var derived: AnyObject?
          weak var held: Held.Watched?
          do {
            let (pending, object) = (Promise<Int>.pending(), Held())
            (promise, held) = (pending, object.watched)
            derived = begin(pending, queue, object)
            if isFulfilled { pending.fulfill(1) } else { pending.reject(TestError.first) }
          }
          XCTAssertTrue(waitForPromises(timeout: 500))
          XCTAssertNil(promise, "\(use) on \(name)")
          XCTAssertNil(derived, "\(use) on \(name)")
          XCTAssertNil(held, "\(use) on \(name)")
        }
      }
    }
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
