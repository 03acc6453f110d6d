// Race.swift: the first of several promises.

import PromiseKitCompat
import Testing

@Suite("race", .timeLimit(.minutes(10)))
struct RaceTests {
  enum Form: CaseIterable, Sendable {
    case array, listed, fulfilled

    func race(_ p: [Promise<Int>]) -> Promise<Int> {
      switch self {
      case .array: PromiseKitCompat.race(p)
      case .listed: PromiseKitCompat.race(p[0], p[1], p[2])
      case .fulfilled: PromiseKitCompat.race(fulfilled: p)
      }
    }
  }

  @Test("the earliest value wins; the losers continue", arguments: Form.allCases, 0..<3)
  func firstValue(form: Form, winner: Int) async {
    let (promises, resolvers) = pendingPromises(3)
    let race = form.race(promises)
    resolvers[winner].fulfill(winner)
    #expect(await race.settled() == .fulfilled(winner))
    #expect(promises.filter { $0.isPending }.count == 2)
    for resolver in resolvers { resolver.reject(TestError.first) }
    #expect(await race.settled() == .fulfilled(winner))
    #expect(promises.filter { $0.outcome == .rejected(.first) }.count == 2)
  }

  @Test("the first input that is already settled wins", arguments: Form.allCases)
  func settledAlready(form: Form) async {
    let (pending, resolver) = Promise<Int>.pending()
    #expect(await form.race([pending, .value(1), .value(2)]).settled() == .fulfilled(1))
    withExtendedLifetime(resolver) {}
  }

  @Test("a rejection wins race, but not race(fulfilled:)", arguments: Form.allCases)
  func rejection(form: Form) async {
    let (promises, resolvers) = pendingPromises(3)
    let race = form.race(promises)
    resolvers[1].reject(TestError.first)
    let isForFulfilment = form == .fulfilled
    #expect(race.isPending == isForFulfilment)
    resolvers[0].fulfill(1)
    #expect(await race.settled() == (isForFulfilment ? .fulfilled(1) : .rejected(.first)))
    withExtendedLifetime(resolvers) {}
  }

  @Test("guarantees that can no longer be resolved don't decide")
  func deadGuarantees() async {
    let (dead, live) = (Guarantee<Int> { _ in }, Guarantee<Int>.pending())
    let cancelled = Guarantee<Int>.pending()
    Promise(cancelled.guarantee).cancel()
    let race: Guarantee<Int> = race(dead, cancelled.guarantee, live.guarantee)
    #expect(race.isPending)
    live.resolve(2)
    #expect(await race.async() == 2)
    let never: Guarantee<Int> = PromiseKitCompat.race(dead, dead)
    #expect(never.isPending)
  }

  @Test("race(fulfilled:) has no winner if all inputs are rejected")
  func noWinner() async {
    let (promises, resolvers) = pendingPromises(3)
    let race = race(fulfilled: promises)
    for (index, resolver) in resolvers.enumerated() {
      #expect(race.isPending)
      resolver.reject(index == 1 ? PMKError.cancelled : TestError.first)
    }
    #expect(await race.settled() == .noWinner)
  }

  @Test("without inputs, a race is rejected, and a race of guarantees stays pending")
  func empty() async {
    #expect(await race([Promise<Int>]()).settled() == .badInput)
    #expect(await race(fulfilled: [Promise<Int>]()).settled() == .badInput)
    let guarantee: Guarantee<Int> = race()
    #expect(guarantee.isPending)
  }

  @Test("a single input, and guarantees")
  func others() async {
    #expect(await race(Promise.value(1)).settled() == .fulfilled(1))
    let (guarantee, resolve) = Guarantee<Int>.pending()
    let (late, resolveLate) = Guarantee<Int>.pending()
    let first: Guarantee<Int> = race(late, guarantee)
    #expect(first.isPending)
    resolve(1)
    resolveLate(2)
    #expect(await first.async() == 1)
    #expect(await race([Guarantee.value(1), late]).settled() == .fulfilled(1))
    #expect(await race(fulfilled: [Guarantee.value(1)]).settled() == .fulfilled(1))
  }

  @Test("E2: a cancelled race leaves its inputs", arguments: Form.allCases)
  func cancelled(form: Form) async {
    let (promises, resolvers) = pendingPromises(3)
    let other = promises[0].map(on: nil) { $0 }
    let race = form.race(promises)
    race.cancel()
    #expect(race.error?.isCancelled == true)
    #expect(promises.dropFirst().allSatisfy { $0.outcome == .abandoned })
    resolvers[0].fulfill(1)
    #expect(await other.settled() == .fulfilled(1))
  }
}
