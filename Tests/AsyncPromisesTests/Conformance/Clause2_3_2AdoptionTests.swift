// Clause 2.3.2: a derived promise settles like the promise that its handler returns.

import AsyncPromises
import TestSupport
import Testing

extension Conformance {
  @Suite("Clause 2.3.2: a returned promise", .timeLimit(.minutes(10)))
  struct Clause2_3_2AdoptionTests {
    @Test(
      "2.3.2.1 A3: the derived promise stays pending until the returned one settles",
      arguments: combinations(SettleTime.allCases, PromiseHandler.allCases, Settlement.allCases))
    func pending(time: SettleTime, kind: PromiseHandler, settlement: Settlement) async throws {
      let (source, resolver) = Promise<Int>.pending()
      let (inner, innerResolver) = Promise<Int>.pending()
      let returned = Promise<Void>.pending()
      let (derived, consumer) = await time.observe {
        let derived = kind.register(with: source) {
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
      arguments: combinations(SettleTime.allCases, SettleTime.allCases, PromiseHandler.allCases))
    func fulfilled(time: SettleTime, innerTime: SettleTime, kind: PromiseHandler) async throws {
      try await expectAdoption(of: .success(7), time, innerTime, kind)
    }

    @Test(
      "2.3.2.3 A3 B7: the derived promise is rejected with the error of the returned one",
      arguments: combinations(SettleTime.allCases, SettleTime.allCases, PromiseHandler.allCases))
    func rejected(time: SettleTime, innerTime: SettleTime, kind: PromiseHandler) async throws {
      try await expectAdoption(of: .failure(TestError.second), time, innerTime, kind)
    }

    /// The returned promise settles before the source, together with it, or after the handler has
    /// returned it.
    private func expectAdoption(
      of result: Result<Int, any Error>, _ time: SettleTime, _ innerTime: SettleTime,
      _ kind: PromiseHandler
    ) async throws {
      let (source, resolver) = Promise<Int>.pending()
      let (inner, innerResolver) = Promise<Int>.pending()
      let returned = Promise<Void>.pending()
      let seen = Journal<Outcome>()
      if case .already = innerTime { innerResolver.resolve(with: result) }
      let (derived, consumer) = await time.observe {
        let derived = kind.register(with: source) {
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
      arguments: ErrorSample.allCases, PromiseHandler.allCases)
    func reasons(reason: ErrorSample, kind: PromiseHandler) async {
      let source = Promise(kind.trigger.result)
      let derived = kind.register(with: source) { .rejected(reason.error) }
      #expect(reason.isSame(as: await derived.result))
    }

    @Test(
      "2.3.2 A3: if returned promises are nested, the derived promise settles like the innermost",
      arguments: combinations(SettleTime.allCases, PromiseHandler.allCases, Settlement.allCases))
    func nested(time: SettleTime, kind: PromiseHandler, settlement: Settlement) async {
      let (last, resolver) = Promise<Int>.pending()
      let source = Promise(kind.trigger.result)
      let derived = await time.observe {
        kind.register(with: source) {
          kind.register(with: source) {
            kind.register(with: source) { last }
          }
        }
      } settle: {
        resolver.resolve(with: settlement.result)
      }
      #expect(await derived.settledOutcome == settlement.outcome)
    }
  }
}
