// Clause 2.3.1: a promise that would have to settle like itself is rejected.

import AsyncPromises
import TestSupport
import Testing

extension Conformance {
  @Suite("Clause 2.3.1: the promise itself", .timeLimit(.minutes(10)))
  struct Clause2_3_1SelfTests {
    @Test(
      "2.3.1 A3: a derived promise is rejected if its handler returns that very promise",
      arguments: combinations(
        SettleTime.allCases, ChainOperator.promiseHandlers, [HandlerIsolation.mainActor, .actor]))
    func returned(time: SettleTime, kind: ChainOperator, home: HandlerIsolation) async {
      await expectCycle(time, kind, home)
    }

    // If the source is already settled, a nonisolated handler might run before there is a promise
    // to return.
    @Test(
      "2.3.1 A3: a derived promise is rejected if its nonisolated handler returns that promise",
      arguments: [SettleTime.atOnce, .later], ChainOperator.promiseHandlers)
    func returnedNonisolated(time: SettleTime, kind: ChainOperator) async {
      await expectCycle(time, kind, .nonisolated)
    }

    private func expectCycle(_ time: SettleTime, _ kind: ChainOperator, _ home: HandlerIsolation)
      async
    {
      let (promise, resolver) = Promise<Int>.pending()
      let own = Journal<Promise<Int>>()
      let seen = Journal<Outcome>()
      let (derived, consumer) = await time.observe(on: home.isolation()) { isolation in
        let derived = kind.follow(promise, on: isolation) {
          own.entries.first ?? .rejected(TestError.third)
        }
        own.write(derived)
        return (derived, derived.tap { seen.write(Outcome($0)) })
      } settle: {
        resolver.resolve(with: kind.trigger.result)
      }
      #expect(await derived.settledOutcome == .cycle)
      #expect(await consumer.settledOutcome == .cycle)
      #expect(seen.entries == [.cycle])
      #expect(promise.outcome == kind.trigger.outcome)
    }

    @Test(
      "2.3.1 A2 A3: a resolver that follows its own promise rejects it, and can't settle it again",
      arguments: SettleTime.allCases, LateAttempt.allCases)
    func followed(time: SettleTime, attempt: LateAttempt) async {
      let (promise, resolver) = Promise<Int>.pending()
      let answers = Journal<Bool>()
      let seen = Journal<Outcome>()
      let consumer = await time.observe {
        promise.recover { error in
          seen.write(Outcome(.failure(error)))
          return 2
        }
      } settle: {
        answers.write(resolver.follow(promise))
        answers.write(attempt.run(promise, resolver))
      }
      #expect(answers.entries == [true, false])
      #expect(promise.outcome == .cycle)
      #expect(await consumer.settledOutcome == .fulfilled(2))
      #expect(seen.entries == [.cycle])
    }

    @Test(
      "2.3.1 A3: a handler that returns its own source doesn't create a cycle",
      arguments: SettleTime.allCases, ChainOperator.promiseHandlers)
    func source(time: SettleTime, kind: ChainOperator) async {
      let (promise, resolver) = Promise<Int>.pending()
      let derived = await time.observe {
        kind.follow(promise) { promise }
      } settle: {
        resolver.resolve(with: kind.trigger.result)
      }
      #expect(await derived.settledOutcome == kind.trigger.outcome)
    }
  }
}
