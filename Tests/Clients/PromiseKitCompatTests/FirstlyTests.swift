// Firstly.swift: the start of a chain.

import PromiseKitCompat
import TestSupport
import Testing

@Suite("firstly", .timeLimit(.minutes(10)))
struct FirstlyTests {
  @Test("the body runs before the call returns, and its promise determines the outcome")
  func body() async {
    for settlement in Settlement.allCases {
      let (promise, resolver) = Promise<Int>.pending()
      let steps = Journal<String>()
      let first = firstly {
        steps.write("body")
        return promise
      }
      steps.write("made")
      settlement.settle(resolver)
      #expect(await first.settled() == settlement.outcome)
      #expect(steps.entries == ["body", "made"])
    }
  }

  @Test("a promise made from another one is cancelled separately")
  func cancelled() async {
    let (promise, resolver) = Promise<Int>.pending()
    let other = promise.map(on: nil) { $0 }
    let (first, made) = (firstly { promise }, Promise(promise))
    first.cancel()
    made.cancel()
    #expect(first.isCancelled && made.isCancelled && other.isPending)
    resolver.fulfill(1)
    #expect(await other.settled() == .fulfilled(1))
    let (guarantee, resolve) = Guarantee<Int>.pending()
    let seen = Journal<Int>()
    guarantee.done(on: nil) { seen.write($0) }
    Promise(guarantee).cancel()
    firstly { () throws -> Guarantee<Int> in guarantee }.cancel()
    resolve(7)
    #expect(seen.entries == [7])
  }

  @Test("E2: a promise whose only consumer is cancelled is abandoned")
  func onlyConsumer() {
    let (promise, resolver) = pendingWork()
    firstly { promise }.cancel()
    #expect(promise.outcome == .abandoned)
    withExtendedLifetime(resolver) {}
  }

  @Test("an error thrown by the body rejects the promise")
  func throwing() async {
    let promise = firstly { () throws -> Promise<Int> in throw TestError.first }
    #expect(await promise.settled() == .rejected(.first))
    let guarantee = firstly { () throws -> Guarantee<Int> in throw TestError.first }
    #expect(await guarantee.settled() == .rejected(.first))
    let stays: Guarantee<Int> = firstly { Guarantee.value(1) }
    #expect(await stays.async() == 1)
  }

  @Test("a typical chain")
  func chain() async throws {
    let value = try await firstly {
      Promise.value(1)
    }.then { one in
      when(fulfilled: Promise.value(one), Guarantee.value("two"))
    }.map { one, two in
      "\(one) and \(two)"
    }.async()
    #expect(value == "1 and two")
  }
}
