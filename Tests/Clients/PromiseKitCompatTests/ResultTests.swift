// Result.swift: the outcome of a promise.

import PromiseKitCompat
import Testing

@Suite("Result", .timeLimit(.minutes(10)))
struct ResultTests {
  @Test("a value or an error")
  func cases() {
    let value = Result<Int>.fulfilled(1)
    let error = Result<Int>.rejected(TestError.first)
    #expect(value.isFulfilled && !error.isFulfilled)
    #expect(Outcome(value) == .fulfilled(1))
    #expect(Outcome(error) == .rejected(.first))
  }

  @Test("a switch over the result of a promise", arguments: Settlement.allCases)
  func matching(settlement: Settlement) {
    let (promise, resolver) = Promise<Int>.pending()
    settlement.settle(resolver)
    switch promise.result {
    case .fulfilled(let value)?: #expect(settlement.outcome == .fulfilled(value))
    case .rejected(let error)?: #expect(settlement.outcome == Outcome(error))
    case nil: Issue.record("A settled promise has no result.")
    }
  }
}
