// Clause 2.3.2: a derived promise settles like the promise that its handler returns.

import AsyncPromises
import TestSupport
import Testing

extension Conformance {
  @Suite("Clause 2.3.2: a returned promise", .timeLimit(.minutes(10)))
  struct Clause2_3_2AdoptionTests {
    @Test(
      "2.3.2.1 A3: the derived promise stays pending until the returned one is settled",
      arguments: combinations(
        SettleTime.allCases, ChainOperator.promiseHandlers, Settlement.allCases))
    func pending(time: SettleTime, kind: ChainOperator, settlement: Settlement) async throws {
      let (source, resolver) = Promise<Int>.pending()
      let (inner, innerResolver) = Promise<Int>.pending()
      let returned = Promise<Void>.pending()
      let (derived, consumer) = await time.observe {
        let derived = kind.follow(source) {
          returned.resolver.fulfill()
          return inner
        }
        return (derived, derived.map { $0 })
      } settle: {
        resolver.resolve(with: kind.trigger.result)
      }
      try await returned.promise.value
      // Runs after the first handler has bound the derived promise.
      _ = await source.tap { _ in }.result
      #expect(derived.outcome == .pending)
      #expect(consumer.outcome == .pending)
      innerResolver.resolve(with: settlement.result)
      #expect(await derived.settledOutcome == settlement.outcome)
      #expect(await consumer.settledOutcome == settlement.outcome)
    }

    @Test(
      "2.3.2.2 A3: the derived promise is fulfilled with the value of the returned one",
      arguments: combinations(
        SettleTime.allCases, SettleTime.allCases, ChainOperator.promiseHandlers))
    func fulfilled(time: SettleTime, innerTime: SettleTime, kind: ChainOperator) async throws {
      try await expectAdoption(of: .success(7), time, innerTime, kind)
    }

    @Test(
      "2.3.2.3 A3 B7: the derived promise is rejected with the error of the returned one",
      arguments: combinations(
        SettleTime.allCases, SettleTime.allCases, ChainOperator.promiseHandlers))
    func rejected(time: SettleTime, innerTime: SettleTime, kind: ChainOperator) async throws {
      try await expectAdoption(of: .failure(TestError.second), time, innerTime, kind)
    }

    /// The returned promise settles before the source, together with it, or after the handler has
    /// returned it.
    private func expectAdoption(
      of result: Result<Int, any Error>, _ time: SettleTime, _ innerTime: SettleTime,
      _ kind: ChainOperator
    ) async throws {
      let (source, resolver) = Promise<Int>.pending()
      let (inner, innerResolver) = Promise<Int>.pending()
      let returned = Promise<Void>.pending()
      let seen = Journal<Outcome>()
      if case .already = innerTime { innerResolver.resolve(with: result) }
      let (derived, consumer) = await time.observe {
        let derived = kind.follow(source) {
          returned.resolver.fulfill()
          return inner
        }
        return (derived, derived.tap { seen.write(Outcome($0)) })
      } settle: {
        resolver.resolve(with: kind.trigger.result)
        if case .atOnce = innerTime { innerResolver.resolve(with: result) }
      }
      if case .later = innerTime {
        try await returned.promise.value
        innerResolver.resolve(with: result)
      }
      #expect(await derived.settledOutcome == Outcome(result))
      #expect(await consumer.settledOutcome == Outcome(result))
      #expect(seen.entries == [Outcome(result)])
      #expect(await inner.settledOutcome == Outcome(result))
      #expect(source.outcome == kind.trigger.outcome)
      #expect(derived != inner)
    }

    @Test(
      "2.3.2.3 B7: the error of a returned promise arrives unchanged",
      arguments: ErrorSample.allCases, ChainOperator.promiseHandlers)
    func reasons(reason: ErrorSample, kind: ChainOperator) async {
      let source = Promise(kind.trigger.result)
      let derived = kind.follow(source) { .rejected(reason.error) }
      #expect(reason.isSame(as: await derived.result))
    }

    @Test(
      "2.3.2 A3: a promise of a promise of a promise settles as the last one does",
      arguments: combinations(
        SettleTime.allCases, ChainOperator.promiseHandlers, Settlement.allCases))
    func nested(time: SettleTime, kind: ChainOperator, settlement: Settlement) async {
      let (last, resolver) = Promise<Int>.pending()
      let source = Promise(kind.trigger.result)
      let derived = await time.observe {
        kind.follow(source) {
          kind.follow(source) {
            kind.follow(source) { last }
          }
        }
      } settle: {
        resolver.resolve(with: settlement.result)
      }
      #expect(await derived.settledOutcome == settlement.outcome)
    }
  }
}
