// Promise.swift: creating promises, and their descriptions.

import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

@Suite("Promise", .timeLimit(.minutes(10)))
struct PromiseTests {
  @Test("created with an outcome")
  func settled() {
    #expect(Promise.value(1).outcome == .fulfilled(1))
    #expect(Promise<Int>(error: TestError.first).outcome == .rejected(.first))
    #expect(Promise().isFulfilled)
    #expect(Promise<Void>.value.isFulfilled)
    #expect(Promise<Int?>.value(nil).isFulfilled)
  }

  @Test("pending() returns both ends as a labeled tuple", arguments: Settlement.allCases)
  func pending(settlement: Settlement) {
    let pending = Promise<Int>.pending()
    #expect(pending.promise.outcome == .pending)
    settlement.settle(pending.resolver)
    #expect(pending.promise.outcome == settlement.outcome)
  }

  @Test("the body runs before the initializer returns")
  func body() {
    let steps = Journal<String>()
    let promise = Promise<Int> { seal in
      steps.write("body")
      seal.fulfill(1)
    }
    steps.write("made")
    #expect(steps.entries == ["body", "made"])
    #expect(promise.outcome == .fulfilled(1))
  }

  @Test("an error thrown by the body rejects the promise, unless the body has settled it")
  func throwingBody() {
    #expect(Promise<Int> { _ in throw TestError.first }.outcome == .rejected(.first))
    let promise = Promise<Int> { seal in
      seal.fulfill(1)
      throw TestError.first
    }
    #expect(promise.outcome == .fulfilled(1))
  }

  @Test("made from another promise, a guarantee or a thenable", arguments: SettleTime.allCases)
  func bridge(time: SettleTime) async throws {
    for settlement in Settlement.allCases {
      let promise = try await time.observe(settlement) { Promise($0) }
      #expect(await promise.settled() == settlement.outcome)
    }
    #expect(await Promise(Guarantee.value(1)).settled() == .fulfilled(1))
    let own = OwnThenable(.rejected(TestError.first), .fulfilled(1))
    #expect(await Promise(own).settled() == .rejected(.first))
  }

  @Test("descriptions")
  func description() {
    let (pending, resolver) = Promise<Int>.pending()
    let rejected = Promise<Int>(error: TestError.first)
    #expect("\(pending)" == "Promise(…Int)")
    #expect("\(Promise.value(3))" == "Promise(3)")
    #expect("\(rejected)" == "Promise(first)")
    #expect(pending.debugDescription == "Promise<Int>.pending(handlers: 0)")
    let derived = (pending.map(on: nil) { $0 }, pending.done { _ in })
    #expect(pending.debugDescription == "Promise<Int>.pending(handlers: 2)")
    derived.0.cancel()
    #expect(pending.debugDescription == "Promise<Int>.pending(handlers: 1)")
    #expect(Promise.value(3).debugDescription == "Promise<Int>.fulfilled(3)")
    #expect(rejected.debugDescription == "Promise<Int>.rejected(TestError.first)")
    withExtendedLifetime(resolver) {}
  }
}
