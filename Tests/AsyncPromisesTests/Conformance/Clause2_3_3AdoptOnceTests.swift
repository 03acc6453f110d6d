// Clause 2.3.3, as far as it concerns promises: a promise adopts one other promise, once.

import AsyncPromises
import TestSupport
import Testing

extension Conformance {
  @Suite("Clause 2.3.3: adopting once", .timeLimit(.minutes(10)))
  struct Clause2_3_3AdoptOnceTests {
    @Test(
      "2.3.3 A3: a promise that follows another settles like it, and remains a separate promise",
      arguments: combinations(SettleTime.allCases, SettleTime.allCases, Settlement.allCases))
    func follows(time: SettleTime, innerTime: SettleTime, settlement: Settlement) async {
      let (outer, follower) = Promise<Int>.pending()
      let (inner, resolver) = Promise<Int>.pending()
      let answers = Journal<Bool>()
      let hash = outer.hashValue
      if case .already = innerTime { resolver.resolve(with: settlement.result) }
      let consumer = await time.observe {
        outer.tap { _ in }
      } settle: {
        answers.write(follower.follow(inner))
        if case .atOnce = innerTime { resolver.resolve(with: settlement.result) }
      }
      if case .later = innerTime {
        #expect(outer.outcome == .pending)
        await Task.detached { _ = resolver.resolve(with: settlement.result) }.value
      }
      #expect(answers.entries == [true])
      #expect(await outer.settledOutcome == settlement.outcome)
      #expect(await consumer.settledOutcome == settlement.outcome)
      #expect(outer != inner)
      #expect(outer.hashValue == hash)
    }

    @Test(
      "2.3.3 A2 A3: a promise that follows another one can't be settled in any other way",
      arguments: combinations(SettleTime.allCases, Settlement.allCases, LateAttempt.ofResolver))
    func lateAttempt(time: SettleTime, settlement: Settlement, attempt: LateAttempt) async {
      let (outer, follower) = Promise<Int>.pending()
      let (inner, resolver) = Promise<Int>.pending()
      let answers = Journal<Bool>()
      let consumer = outer.tap { _ in }
      await time.observe {
        answers.write(follower.follow(inner))
        answers.write(attempt.run(outer, follower))
      } settle: {
        resolver.resolve(with: settlement.result)
      }
      answers.write(attempt.run(outer, follower))
      #expect(answers.entries == [true, false, false])
      #expect(await outer.settledOutcome == settlement.outcome)
      #expect(await consumer.settledOutcome == settlement.outcome)
    }

    @Test(
      "2.3.3 A2: a second promise isn't followed, even if it settles first",
      arguments: SettleTime.allCases, Settlement.allCases)
    func secondFollowRefused(time: SettleTime, settlement: Settlement) async {
      let (outer, follower) = Promise<Int>.pending()
      let (inner, resolver) = Promise<Int>.pending()
      let (refused, refusedResolver) = Promise<Int>.pending()
      let consumer = outer.tap { _ in }
      let answers = await time.observe {
        [follower.follow(inner), follower.follow(refused), refusedResolver.fulfill(99)]
      } settle: {
        resolver.resolve(with: settlement.result)
      }
      #expect(answers == [true, false, true])
      #expect(await outer.settledOutcome == settlement.outcome)
      #expect(await consumer.settledOutcome == settlement.outcome)
      #expect(refused.outcome == .fulfilled(99))
    }

    @Test(
      "2.3.3 A2: if the inner promise is settled twice, all consumers see the first outcome",
      arguments: combinations(SettleTime.allCases, Settlement.allCases, LateAttempt.allCases))
    func innerSettlesTwice(time: SettleTime, settlement: Settlement, attempt: LateAttempt) async {
      let (outer, follower) = Promise<Int>.pending()
      let (inner, resolver) = Promise<Int>.pending()
      let answers = Journal<Bool>()
      let seen = Journal<Outcome>()
      let consumer = await time.observe {
        follower.follow(inner)
        return outer.tap { seen.write(Outcome($0)) }
      } settle: {
        answers.write(resolver.resolve(with: settlement.result))
        answers.write(attempt.run(inner, resolver))
      }
      #expect(answers.entries == [true, false])
      #expect(await consumer.settledOutcome == settlement.outcome)
      #expect(await outer.settledOutcome == settlement.outcome)
      #expect(seen.entries == [settlement.outcome])
    }

    @Test(
      "2.3.3 A2: a settled promise can't follow another one, and the other isn't affected",
      arguments: SettleTime.allCases, Settlement.allCases)
    func settledFollowsNothing(time: SettleTime, settlement: Settlement) async {
      let (outer, follower) = Promise<Int>.pending()
      let (inner, resolver) = Promise<Int>.pending()
      let answers = Journal<Bool>()
      let consumer = await time.observe {
        outer.tap { _ in }
      } settle: {
        answers.write(follower.resolve(with: settlement.result))
        answers.write(follower.follow(inner))
      }
      answers.write(resolver.fulfill(99))
      #expect(answers.entries == [true, false, true])
      #expect(await consumer.settledOutcome == settlement.outcome)
      #expect(outer.outcome == settlement.outcome)
      #expect(inner.outcome == .fulfilled(99))
    }

    @Test(
      "2.3.3 A3 E2: a cancelled follower adopts nothing more; other followers continue",
      arguments: SettleTime.allCases, Settlement.allCases)
    func cancelledFollower(time: SettleTime, settlement: Settlement) async {
      let (inner, resolver) = Promise<Int>.pending()
      let outers = (1...4).map { _ in Promise<Int>.pending() }
      for (_, follower) in outers { follower.follow(inner) }
      #expect(outers[1].promise.cancel())
      let consumers = await time.observe {
        outers.map { outer, _ in outer.tap { _ in } }
      } settle: {
        resolver.resolve(with: settlement.result)
      }
      for (index, consumer) in consumers.enumerated() {
        let expected: Outcome = index == 1 ? .cancelled : settlement.outcome
        #expect(await consumer.settledOutcome == expected)
        #expect(outers[index].promise.outcome == expected)
      }
      #expect(inner.outcome == settlement.outcome)
    }

    @Test(
      "2.3.3 E1 E2: cancelling the only follower stops the inner promise",
      arguments: LateAttempt.allCases)
    func cancelledOnlyFollower(attempt: LateAttempt) async throws {
      let (outer, follower) = Promise<Int>.pending()
      let (inner, resolver) = Promise<Int>.pending()
      let told = Promise<Void>.pending()
      resolver.onCancel { told.resolver.fulfill() }
      follower.follow(inner)
      #expect(outer.cancel())
      try await told.promise.value
      #expect(!attempt.run(inner, resolver))
      #expect(inner.outcome == .abandoned)
      #expect(outer.outcome == .cancelled)
    }

    @Test(
      "2.3.3 A3 A7: a chain of followers settles like its last promise, however it was linked",
      arguments: combinations(
        SettleTime.allCases, Settlement.allCases, permutations(of: [0, 1, 2])))
    func row(time: SettleTime, settlement: Settlement, order: [Int]) async {
      let row = (0...3).map { _ in Promise<Int>.pending() }
      let end = row[3].resolver
      let consumers = await time.observe {
        let early = row.map { $0.promise.tap { _ in } }
        for index in order { row[index].resolver.follow(row[index + 1].promise) }
        return early + row.map { $0.promise.tap { _ in } }
      } settle: {
        end.resolve(with: settlement.result)
      }
      for consumer in consumers { #expect(await consumer.settledOutcome == settlement.outcome) }
      for (promise, _) in row { #expect(promise.outcome == settlement.outcome) }
    }
  }
}
