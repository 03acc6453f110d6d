// hang, wait and waitForPromises on the main thread itself, where only XCTest runs tests.

import AsyncPromisesTesting
import Dispatch
import Foundation
import PromiseKitCompat
import TestSupport
import XCTest

final class MainThreadXCTests: XCTestCase {
  /// A promise settled by another thread, followed by a handler on the main queue.
  private func promise(_ settlement: Settlement) -> Promise<Int> {
    Promise<Int> { seal in DispatchQueue.global().async { settlement.settle(seal) } }.ensure {}
  }

  func testThatHangRunsHandlersOnTheMainQueue() throws {
    XCTAssertTrue(Thread.isMainThread)
    for _ in 0..<20 {
      XCTAssertEqual(try hang(promise(.fulfilled).map { $0 + 1 }), 2)
    }
    XCTAssertEqual(try hang(Promise.value(3)), 3)
  }

  func testThatHangWorksInAnInlineHandler() throws {
    let outer = Promise.value(1).map(on: nil) { [self] one in
      try hang(promise(.fulfilled).map { $0 + one }.map(on: nil) { $0 + 1 })
    }
    XCTAssertEqual(try hang(outer), 3)
  }

  func testThatHangThrows() {
    XCTAssertThrowsError(try hang(promise(.rejected))) { error in
      XCTAssertEqual(error as? TestError, .first)
    }
    XCTAssertThrowsError(try hang(Promise<Int>(error: TestError.second)))
  }

  func testThatWaitIsLoggedEvenForASettledPromise() throws {
    let standard = conf.logHandler
    defer { conf.logHandler = standard }
    let events = Journal<Bool>()
    conf.logHandler = { if case .waitOnMainThread = $0 { events.write(true) } }
    XCTAssertEqual(try Promise.value(1).wait(), 1)
    XCTAssertEqual(Guarantee.value(2).wait(), 2)
    XCTAssertEqual(events.count, 2)
    XCTAssertEqual(try hang(Promise.value(3)), 3)
    XCTAssertEqual(events.count, 2)
  }

  func testThatWaitBlocksTheMainThreadAndIsLogged() throws {
    let standard = conf.logHandler
    defer { conf.logHandler = standard }
    let events = Journal<Bool>()
    let logged = [Gate(), Gate()]
    conf.logHandler = { event in
      guard case .waitOnMainThread = event else { return }
      logged[min(events.count, 1)].open()
      events.write(true)
    }
    // Each promise settles only after its wait has been logged.
    let promise = DispatchQueue.global().async(.promise) { () throws -> Int in
      logged[0].block()
      return 1
    }
    XCTAssertEqual(try promise.wait(), 1)
    let guarantee = DispatchQueue.global().async(.promise) { () -> Int in
      logged[1].block()
      return 2
    }
    XCTAssertEqual(guarantee.wait(), 2)
    XCTAssertEqual(events.count, 2)
  }

  func testThatWaitForPromisesWaitsForTheFacadesPromises() throws {
    try XCTSkipIf(isTrackingOff)
    let seen = Journal<Int>()
    let (first, resolver) = Promise<Int>.pending()
    first.then { Promise.value($0 + 1) }.done { seen.write($0) }.cauterize()
    promise(.rejected).catch { _ in seen.write(0) }.finally { seen.write(-1) }
    XCTAssertFalse(waitForPromises(timeout: .zero))
    DispatchQueue.global().async { resolver.fulfill(1) }
    XCTAssertTrue(waitForPromises(timeout: .seconds(500)))
    XCTAssertEqual(seen.entries.sorted(), [-1, 0, 2])
  }
}
