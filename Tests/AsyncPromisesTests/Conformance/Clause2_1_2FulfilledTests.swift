// Clause 2.1.2: a fulfilled promise stays fulfilled, with the value that it has.

import AsyncPromises
import Testing

extension Conformance {
  @Suite("Clause 2.1.2: fulfilled for ever", .timeLimit(.minutes(10)))
  struct Clause2_1_2FulfilledTests {
    @Test(
      "2.1.2 A2: an attempt right after the fulfilment is refused and changes nothing",
      arguments: SettleTime.allCases, LateAttempt.allCases)
    func attemptAtOnce(time: SettleTime, attempt: LateAttempt) async {
      let (promise, resolver) = Promise<Int>.pending()
      let answers = Journal<Bool>()
      let early = await time.observe {
        promise.map { $0 }
      } settle: {
        answers.write(resolver.fulfill(1))
        answers.write(attempt.run(promise, resolver))
      }
      #expect(answers.entries == [true, false])
      #expect(promise.outcome == .fulfilled(1))
      #expect(await early.settledOutcome == .fulfilled(1))
      #expect(await promise.map { $0 }.settledOutcome == .fulfilled(1))
    }

    @Test(
      "2.1.2 A1: another task's attempt, after handlers have run, is refused and changes nothing",
      arguments: SettleTime.allCases, LateAttempt.allCases)
    func attemptLater(time: SettleTime, attempt: LateAttempt) async {
      let (promise, resolver) = Promise<Int>.pending()
      let early = await time.observe {
        promise.map { $0 }
      } settle: {
        resolver.fulfill(1)
      }
      #expect(await early.settledOutcome == .fulfilled(1))
      let answer = await Task.detached { attempt.run(promise, resolver) }.value
      #expect(!answer)
      #expect(promise.outcome == .fulfilled(1))
      #expect(await promise.settledOutcome == .fulfilled(1))
      #expect(await promise.map { $0 }.settledOutcome == .fulfilled(1))
    }

    @Test(
      "2.1.2 A1: of several tasks that fulfil at once one succeeds, and everybody sees its value",
      arguments: SettleTime.allCases)
    func race(time: SettleTime) async {
      let (promise, resolver) = Promise<Int>.pending()
      let winners = Journal<Int>()
      let begin = Promise<Void>.pending()
      let contestants = (1...8).map { number in
        Task.detached {
          _ = await begin.promise.result
          if resolver.fulfill(number) { winners.write(number) }
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
        #expect(promise.outcome == .fulfilled(winner))
        #expect(await early.settledOutcome == .fulfilled(winner))
      }
    }
  }
}
