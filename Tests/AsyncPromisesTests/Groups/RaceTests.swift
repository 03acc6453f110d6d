// Race.swift: the first input to settle decides.

import AsyncPromises
import Testing

@Suite("race", .timeLimit(.minutes(10)))
struct RaceTests {
  @Test(
    "F: settles like the earliest input, whatever its outcome and the order of the inputs",
    arguments: Settlement.allCases, [0, 1, 2])
  func first(settlement: Settlement, winner: Int) {
    let (promises, resolvers) = pendingPromises(3)
    let race = Promise.race(promises)
    #expect(race.outcome == .pending)
    resolvers[winner].resolve(with: settlement.result)
    #expect(race.outcome == settlement.outcome)
    for resolver in resolvers {
      resolver.fulfill(9)
      resolver.reject(TestError.third)
    }
    #expect(race.outcome == settlement.outcome)
  }

  @Test(
    "F: if several inputs are already settled, the first in the order of the inputs decides",
    arguments: Settlement.allCases)
  func settledAlready(settlement: Settlement) {
    let (pending, resolver) = Promise<Int>.pending()
    let race = Promise.race([
      pending, Promise(settlement.result), .fulfilled(2), .rejected(TestError.second),
    ])
    #expect(race.outcome == settlement.outcome)
    withExtendedLifetime(resolver) {}
  }

  @Test("F B7: is rejected with the original error", arguments: ErrorSample.allCases)
  func veryError(reason: ErrorSample) async {
    let (promises, resolvers) = pendingPromises(2)
    defer { withExtendedLifetime(resolvers) {} }
    let race = Promise.race(promises)
    resolvers[1].reject(reason.error)
    #expect(reason.isSame(as: await race.result))
  }

  @Test("F: without inputs, starts out rejected with `emptyGroup`")
  func empty() async {
    let race = Promise.race([Promise<Int>]())
    #expect(race.resultIfSettled != nil)
    #expect(await race.isOfEmptyGroup)
    #expect(await Promise.race([Promise<Int>](), remaining: .cancel).isOfEmptyGroup)
  }

  @Test("F: accepts promises as separate arguments")
  func variadic() {
    let (promises, resolvers) = pendingPromises(2)
    defer { withExtendedLifetime(resolvers) {} }
    let race = Promise.race(promises[0], promises[1], remaining: .cancel)
    resolvers[1].reject(TestError.first)
    #expect(race.outcome == .rejected(.first))
    #expect(promises[0].isRejectedByCancellation)
    #expect(Promise.race(.fulfilled(2)).outcome == .fulfilled(2))
  }

  @Test("F A4 E1: a cancelled or broken input decides", arguments: [true, false])
  func oddInputs(isCancelled: Bool) async {
    let (promises, resolvers) = pendingPromises(2)
    if isCancelled {
      let race = Promise.race(promises)
      promises[1].cancel()
      #expect(race.outcome == .cancelled)
    } else {
      let race = Promise.race([promises[0], Promise<Int>.pending().promise])
      #expect(await race.settledOutcome == .broken)
    }
    #expect(promises[0].resultIfSettled == nil)
    withExtendedLifetime(resolvers) {}
  }

  @Test("F A3: an input that follows a settled promise decides", arguments: Settlement.allCases)
  func follower(settlement: Settlement) {
    let (promises, resolvers) = pendingPromises(2)
    defer { withExtendedLifetime(resolvers) {} }
    let (inner, end) = Promise<Int>.pending()
    let race = Promise.race(promises)
    resolvers[1].follow(inner)
    #expect(race.outcome == .pending)
    end.resolve(with: settlement.result)
    #expect(race.outcome == settlement.outcome)
  }

  @Test("F A1: if many tasks settle inputs concurrently, one decides for all consumers")
  func concurrently() async {
    for _ in 0..<50 {
      let (promises, resolvers) = pendingPromises(20)
      let race = Promise.race(promises)
      let seen = race.tap { _ in }
      for (index, resolver) in resolvers.enumerated() {
        Task.detached { resolver.fulfill(index) }
      }
      let outcome = await race.settledOutcome
      #expect((0..<20).contains { outcome == .fulfilled($0) })
      #expect(await seen.settledOutcome == outcome)
      #expect(race.outcome == outcome)
    }
  }
}
