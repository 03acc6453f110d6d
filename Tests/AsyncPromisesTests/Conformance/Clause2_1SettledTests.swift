// Clauses 2.1.2 and 2.1.3: a settled promise keeps its state, and its value or error.

import AsyncPromises
import TestSupport
import Testing

extension Conformance {
  @Suite("Clauses 2.1.2, 2.1.3: settled for good", .timeLimit(.minutes(10)))
  struct Clause2_1SettledTests {
    /// The two ways in which a promise settles.
    enum Way: CaseIterable, Sendable {
      case fulfilment, rejection

      var outcome: Outcome {
        switch self {
        case .fulfilment: .fulfilled(1)
        case .rejection: .rejected(.first)
        }
      }

      func settle(_ resolver: Resolver<Int>) -> Bool {
        switch self {
        case .fulfilment: resolver.fulfill(1)
        case .rejection: resolver.reject(TestError.first)
        }
      }
    }

    private static let firsts = SettleTime.allCases.flatMap { time in
      Way.allCases.map { (time: time, way: $0) }
    }

    @Test(
      "2.1.2 2.1.3 A2: a second attempt, right after the first, fails and changes nothing",
      arguments: firsts, LateAttempt.allCases)
    func attemptAtOnce(_ first: (time: SettleTime, way: Way), attempt: LateAttempt) async {
      let (promise, resolver) = Promise<Int>.pending()
      let answers = Journal<Bool>()
      let early = await first.time.observe {
        promise.map { $0 }
      } settle: {
        answers.write(first.way.settle(resolver))
        answers.write(attempt.run(promise, resolver))
      }
      #expect(answers.entries == [true, false])
      #expect(promise.outcome == first.way.outcome)
      #expect(await early.settledOutcome == first.way.outcome)
      #expect(await promise.map { $0 }.settledOutcome == first.way.outcome)
    }

    @Test(
      "2.1.2 2.1.3 A1: an attempt by another task, after handlers have run, fails",
      arguments: firsts, LateAttempt.allCases)
    func attemptLater(_ first: (time: SettleTime, way: Way), attempt: LateAttempt) async {
      let (promise, resolver) = Promise<Int>.pending()
      let early = await first.time.observe {
        promise.map { $0 }
      } settle: {
        #expect(first.way.settle(resolver))
      }
      #expect(await early.settledOutcome == first.way.outcome)
      let answer = await Task.detached { attempt.run(promise, resolver) }.value
      #expect(!answer)
      #expect(promise.outcome == first.way.outcome)
      #expect(await promise.settledOutcome == first.way.outcome)
      #expect(await promise.map { $0 }.settledOutcome == first.way.outcome)
    }

    /// - Parameter rejects: how many of the eight tasks reject the promise; the others fulfil it.
    @Test(
      "2.1.2 2.1.3 A1: if several tasks settle together, one succeeds, and all consumers see it",
      arguments: SettleTime.allCases, [0, 4, 8])
    func race(time: SettleTime, rejects: Int) async {
      let (promise, resolver) = Promise<Int>.pending()
      let winners = Journal<Outcome>()
      let begin = Promise<Void>.pending()
      let contestants = (1...8).map { number in
        Task.detached {
          _ = await begin.promise.result
          if number <= rejects {
            if resolver.reject(TestError.first) { winners.write(.rejected(.first)) }
          } else {
            if resolver.fulfill(number) { winners.write(.fulfilled(number)) }
          }
        }
      }
      let early = await time.observe {
        promise.map { $0 }
      } settle: {
        begin.resolver.fulfill()
      }
      for contestant in contestants { await contestant.value }
      #expect(winners.count == 1)
      for winner in winners.entries {
        #expect(promise.outcome == winner)
        #expect(await early.settledOutcome == winner)
      }
    }
  }
}
