// Promises that aren't derived: creating, settling, inspecting and releasing them.

import Dispatch
import Foundation
import GooglePromisesCompat
import TestSupport
import Testing

@Suite("Promise", .timeLimit(.minutes(10)))
struct PromiseTests {
  @Test("a promise settles only once", arguments: Settlement.allCases)
  func once(settlement: Settlement) async {
    for promise in [Promise<Int>.pending(), Promise<Int>()] {
      #expect(promise.isPending && promise.outcome == nil)
      for each in [settlement] + Settlement.allCases { each.settle(promise) }
      #expect(await promise.settled() == settlement.outcome)
      #expect(!promise.isPending)
      #expect(promise.isFulfilled == (settlement == .fulfilled))
      #expect(promise.isRejected == (settlement != .fulfilled))
    }
  }

  @Test("created from a value, an error or an expression that may throw")
  func settledAlready() throws {
    func answer(_ error: TestError?) throws -> Int {
      if let error { throw error }
      return 42
    }
    #expect(Promise(42).outcome == .fulfilled(42))
    #expect(Promise<Int>(TestError.first).outcome == .rejected(.first))
    #expect(Promise(try answer(nil)).outcome == .fulfilled(42))
    #expect(Promise(try answer(.second)).outcome == .rejected(.second))
    #expect(Promise(()).isFulfilled)
    #expect(Promise<Void>().isPending)
    let none: Promise<Int?> = Promise(nil)
    #expect(none.isFulfilled)
  }

  @Test("descriptions")
  func descriptions() {
    #expect("\(Promise<Int>.pending())" == "Pending: Int")
    #expect("\(Promise(1))" == "Fulfilled: 1")
    #expect("\(Promise<Int>(TestError.first))" == "Rejected: first")
  }

  @Test("work with callbacks runs asynchronously on the queue")
  func async() async {
    let own = MarkedQueue(DispatchQueue(label: "own"))
    let seen = Journal<Bool>()
    let fulfilled = Promise<Int>(on: own.queue) { fulfill, _ in
      seen.write(own.isCurrent)
      DispatchQueue.global().async { fulfill(1) }
    }
    let rejected = Promise<Int> { _, reject in
      seen.write(MarkedQueue.main.isCurrent)
      reject(TestError.first)
    }
    let thrown = Promise<Int> { _, _ in throw TestError.second }
    #expect(await fulfilled.settled() == .fulfilled(1))
    #expect(await rejected.settled() == .rejected(.first))
    #expect(await thrown.settled() == .rejected(.second))
    #expect(seen.entries == [true, true])
  }

  @Test("work that returns a value or a promise")
  func doing() async {
    let own = MarkedQueue(DispatchQueue(label: "own"))
    #expect(await Promise(on: own.queue) { own.isCurrent ? 1 : 0 }.settled() == .fulfilled(1))
    #expect(await Promise { 2 }.settled() == .fulfilled(2))
    #expect(await Promise<Int> { throw TestError.first }.settled() == .rejected(.first))
    let inner = Promise<Int> { () -> Promise<Int> in Promise(3) }
    #expect(await inner.settled() == .fulfilled(3))
    #expect(await Promise { Promise(4).then { $0 + 1 } }.settled() == .fulfilled(5))
    let failing = Promise<Int> { () throws -> Promise<Int> in throw TestError.second }
    #expect(await failing.settled() == .rejected(.second))
  }

  @Test("a promise cancelled in time skips its work")
  func skipped() async throws {
    let queue = DispatchQueue(label: "suspended")
    queue.suspend()
    let runs = Journal<Bool>()
    let (promises, freed) = tracking { object in
      let work = { () -> Void in
        object.use()
        runs.write(true)
      }
      return [
        Promise<Int>(on: queue) { _, _ in work() },
        Promise<Int>(on: queue) { () -> Int in
          work()
          return 1
        },
        Promise<Int>(on: queue) { () -> Promise<Int> in
          work()
          return Promise(1)
        },
      ]
    }
    for promise in promises { promise.cancel() }
    queue.resume()
    for promise in promises { #expect(await promise.settled() == .cancelled) }
    try await freed.pass()
    #expect(runs.entries.isEmpty)
  }

  @Test("a promise is kept alive by its consumers, and by code that can settle it")
  func kept() async {
    let promise = Promise<Int>.pending()
    let kept = { [weak promise] in promise }
    let derived = promise.then { $0 + 1 }
    #expect(kept()?.isPending == true)
    promise.fulfill(1)
    #expect(await derived.settled() == .fulfilled(2))
    let working = Promise<Int> { fulfill, _ in
      DispatchQueue.global().async { DispatchQueue.main.async { fulfill(1) } }
    }
    #expect(await working.settled() == .fulfilled(1))
  }

  @Test("the default queue is process-wide, and can be set")
  func defaultQueue() async {
    #expect(DispatchQueue.promises.label == DispatchQueue.main.label)
    // The new queue targets the main queue, because other tests run at the same time.
    let own = MarkedQueue(DispatchQueue(label: "own", target: .main))
    DispatchQueue.promises = own.queue
    let promise = Promise { 1 }.then { own.isCurrent ? $0 : 0 }
    DispatchQueue.promises = .main
    #expect(await promise.settled() == .fulfilled(1))
    #expect(DispatchQueue.promises.label == DispatchQueue.main.label)
  }
}
