// Clause 2.1.3: a rejected promise stays rejected, with the error that it has.

import AsyncPromises
import Testing

extension Conformance {
  @Suite("Clause 2.1.3: rejected for ever", .timeLimit(.minutes(10)))
  struct Clause2_1_3RejectedTests {
    @Test(
      "2.1.3 A2: an attempt right after the rejection is refused and changes nothing",
      arguments: SettleTime.allCases, LateAttempt.allCases)
    func attemptAtOnce(time: SettleTime, attempt: LateAttempt) async {
      let (promise, resolver) = Promise<Int>.pending()
      let answers = Journal<Bool>()
      let early = await time.observe {
        promise.map { $0 }
      } settle: {
        answers.write(resolver.reject(TestError.first))
        answers.write(attempt.run(promise, resolver))
      }
      #expect(answers.entries == [true, false])
      #expect(promise.outcome == .rejected(.first))
      #expect(await early.settledOutcome == .rejected(.first))
      #expect(await promise.map { $0 }.settledOutcome == .rejected(.first))
    }

    @Test(
      "2.1.3 A1: another task's attempt, after handlers have run, is refused and changes nothing",
      arguments: SettleTime.allCases, LateAttempt.allCases)
    func attemptLater(time: SettleTime, attempt: LateAttempt) async {
      let (promise, resolver) = Promise<Int>.pending()
      let early = await time.observe {
        promise.map { $0 }
      } settle: {
        resolver.reject(TestError.first)
      }
      #expect(await early.settledOutcome == .rejected(.first))
      let answer = await Task.detached { attempt.run(promise, resolver) }.value
      #expect(!answer)
      #expect(promise.outcome == .rejected(.first))
      #expect(await promise.settledOutcome == .rejected(.first))
      #expect(await promise.map { $0 }.settledOutcome == .rejected(.first))
    }

    @Test(
      "2.1.3 A1: of those who reject and fulfil at once one succeeds, and everybody sees it",
      arguments: SettleTime.allCases)
    func race(time: SettleTime) async {
      let (promise, resolver) = Promise<Int>.pending()
      let winners = Journal<Outcome>()
      let begin = Promise<Void>.pending()
      let contestants = (1...8).map { number in
        Task.detached {
          _ = await begin.promise.result
          if number.isMultiple(of: 2) {
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
