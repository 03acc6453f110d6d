// timeout, delay and retry. Times are almost zero or very long, so no test depends on a clock.

import Dispatch
import Foundation
import GooglePromisesCompat
import TestSupport
import Testing

@Suite("Timing", .timeLimit(.minutes(10)))
struct TimingTests {
  private let far: TimeInterval = 1_000_000

  @Test("timeout: passes on an outcome that arrives in time", arguments: Settlement.allCases)
  func inTime(settlement: Settlement) async {
    for time in SettleTime.allCases {
      let end = time.observe(settlement) { $0.timeout(far) }
      #expect(await end.settled() == settlement.outcome)
    }
    #expect(await Promise(1).timeout(0).settled() == .fulfilled(1))
    #expect(await Promise(1).timeout(on: .global(), .infinity).settled() == .fulfilled(1))
  }

  @Test("timeout: fails when time is up; the source continues", arguments: [0, -1, 0.001, .nan])
  func tooLate(interval: TimeInterval) async {
    let source = Promise<Int>.pending()
    #expect(await source.timeout(interval).settled() == .timedOut)
    #expect(source.isPending)
    source.fulfill(1)
    #expect(source.outcome == .fulfilled(1))
  }

  @Test("timeout: its promise can be cancelled or settled from outside")
  func timeoutEnds() async {
    let (source, second) = (Promise<Int>.pending(), Promise<Int>.pending())
    let first = source.then { $0 }
    first.timeout(far).cancel()
    #expect(first.outcome == .abandoned)
    let settled = second.timeout(far)
    settled.fulfill(7)
    #expect(settled.outcome == .fulfilled(7))
    #expect(second.isPending)
  }

  @Test("delay: a value is delayed; a rejection is passed on immediately")
  func delay() async {
    #expect(await Promise(1).delay(0.001).settled() == .fulfilled(1))
    #expect(await Promise(1).delay(on: .global(), 0).settled() == .fulfilled(1))
    let delayed = Promise(1).delay(far)
    let failed = Promise<Int>(TestError.first).delay(far)
    #expect(failed.outcome == .rejected(.first))
    #expect(delayed.isPending)
    delayed.reject(TestError.second)
    #expect(delayed.outcome == .rejected(.second))
    let source = Promise<Int>.pending()
    let mapped = source.then { $0 }
    mapped.delay(far).cancel()
    #expect(mapped.outcome == .abandoned)
  }

  // MARK: retry

  /// Fails `times` times, then succeeds.
  private func failing(_ times: Int, _ calls: Journal<Bool>) -> () throws -> Promise<Int> {
    {
      calls.write(MarkedQueue.main.isCurrent)
      guard calls.count > times else {
        if calls.count.isMultiple(of: 2) { throw TestError.first }
        return Promise(TestError.first)
      }
      return Promise(calls.count)
    }
  }

  @Test(
    "retry: one more call than `attempts`, and at least one",
    arguments: [(0, 1), (-3, 1), (1, 2), (4, 5)])
  func attempts(attempts: Int, runs: Int) async {
    let calls = Journal<Bool>()
    let queue = DispatchQueue(label: "suspended")
    queue.suspend()
    let end = retry(on: queue, attempts: attempts, delay: 0, failing(100, calls))
    #expect(calls.count == 1, "the first call is made on the caller's stack")
    queue.resume()
    #expect(await end.settled() == .rejected(.first))
    #expect(calls.count == runs)
    let last = Journal<Bool>()
    let success = retry(on: .main, attempts: attempts, delay: 0, failing(runs - 1, last))
    #expect(await success.settled() == .fulfilled(runs))
    #expect(last.entries.dropFirst().allSatisfy { $0 }, "the other calls are made on the queue")
  }

  @Test("retry: by default, one more call, a second later")
  func defaults() async {
    #expect(__FBLPromiseRetryDefaultAttemptsCount == 1)
    #expect(__FBLPromiseRetryDefaultDelayInterval == 1)
    let calls = Journal<Bool>()
    #expect(await retry(failing(0, calls)).settled() == .fulfilled(1))
    let paused = retry(delay: far, failing(5, Journal()))
    #expect(paused.isPending)
    paused.cancel()
    #expect(paused.outcome == .cancelled)
  }

  @Test("retry: the predicate gets the number of remaining calls")
  func predicate() async {
    let (calls, asked) = (Journal<Bool>(), Journal<Int>())
    let own = MarkedQueue(DispatchQueue(label: "own"))
    let end = retry(
      on: own.queue, attempts: 5, delay: 0,
      condition: { left, error in
        asked.write(own.isCurrent && error is TestError ? left : -1)
        return left > 3
      }, failing(100, calls))
    #expect(await end.settled() == .rejected(.first))
    #expect(asked.entries == [5, 4, 3])
    #expect(calls.count == 3)
  }

  @Test("retry: a cancellation isn't retried")
  func cancelled() async throws {
    let inner = Promise<Int>.pending()
    let (end, freed) = tracking { object in
      retry(attempts: 5, delay: far) { () -> Promise<Int> in
        object.use()
        return inner
      }
    }
    inner.cancel()
    #expect(await end.settled() == .cancelled)
    try await freed.pass()
    let source = Promise<Int>.pending()
    let second = source.then { $0 }
    retry { second }.cancel()
    #expect(second.outcome == .abandoned)
  }

  @Test("retry: thousands of attempts")
  func many() async {
    let calls = Journal<Bool>()
    let end = retry(on: .global(), attempts: 5_000, delay: 0, failing(4_000, calls))
    #expect(await end.settled() == .fulfilled(4_001))
  }
}
