// Thenable.swift: operators for fulfilled promises, and properties of promises.

import PromiseKitCompat
import TestSupport
import Testing

@Suite("Thenable", .timeLimit(.minutes(10)))
struct ThenableTests {
  @Test(
    "each outcome runs the handler once or skips it, and releases it",
    arguments: combinations(PromiseOperator.ofThenable, Settlement.allCases, Route.allCases))
  func passing(kind: PromiseOperator, settlement: Settlement, route: Route) async throws {
    for time in SettleTime.allCases { try await kind.expectPassing(settlement, time, route) }
  }

  @Test("a promise is rejected with the exact error its handler throws", arguments: Route.allCases)
  func throwing(route: Route) async {
    let queue = route.queue
    let source = Promise.value(1)
    let derived = [
      source.map(on: queue) { _ in throw TestError.second },
      source.then(on: queue) { _ -> Promise<Int> in throw TestError.second },
      source.compactMap(on: queue) { _ -> Int? in throw TestError.second },
      source.done(on: queue) { _ in throw TestError.second }.map(on: nil) { 1 },
      source.get(on: queue) { _ in throw TestError.second },
    ]
    for promise in derived { #expect(await promise.settled() == .rejected(.second)) }
  }

  @Test("map returns its closure's result, get passes its value on, and done returns Void")
  func map() async throws {
    let seen = Journal<Int>()
    let (promise, resolver) = Promise<Int>.pending()
    let text = promise.get(on: nil) { seen.write($0) }.map(\.description)
    let done: Promise<Void> = promise.done(on: nil) { seen.write($0) }
    #expect(text.isPending && done.isPending)
    resolver.fulfill(7)
    #expect(try await text.async() == "7")
    try await done.async()
    #expect(seen.entries == [7, 7])
  }

  @Test(
    "then settles like the promise that its closure returns",
    arguments: combinations(Settlement.allCases, SettleTime.allCases, Route.allCases))
  func then(settlement: Settlement, time: SettleTime, route: Route) async throws {
    let derived = try await time.observe(settlement) { inner in
      Promise.value("").then(on: route.queue) { _ in inner }
    }
    #expect(await derived.settled() == settlement.outcome)
  }

  @Test("compactMap to nil rejects its promise with an error that contains the value")
  func compactMap() async throws {
    let number = Promise.value("7").compactMap(on: nil) { Int($0) }
    #expect(await number.settled() == .fulfilled(7))
    let error = await Promise.value("seven").compactMap(on: nil) { Int($0) }.failure()
    guard case .compactMap(let value, let type) = error as? PMKError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(value as? String == "seven")
    #expect(ObjectIdentifier(type) == ObjectIdentifier(Int.self))
  }

  @Test("asVoid, pipe and tap see every outcome", arguments: Settlement.allCases)
  func others(settlement: Settlement) async {
    let (promise, resolver) = Promise<Int>.pending()
    let seen = Journal<Outcome>()
    promise.pipe { seen.write(Outcome($0)) }
    _ = promise.tap(on: nil) { seen.write(Outcome($0)) }
    let void: Promise<Void> = promise.asVoid()
    settlement.settle(resolver)
    promise.pipe { seen.write(Outcome($0)) }
    #expect(seen.entries == Array(repeating: settlement.outcome, count: 3))
    #expect(await void.map(on: nil) { 1 }.settled() == settlement.outcome)
  }

  @Test("properties don't wait", arguments: Settlement.allCases)
  func inspection(settlement: Settlement) {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(promise.isPending && !promise.isResolved)
    #expect(!promise.isFulfilled && !promise.isRejected)
    #expect(promise.value == nil && promise.error == nil && promise.result == nil)
    settlement.settle(resolver)
    let isFulfilled = settlement == .fulfilled
    #expect(!promise.isPending && promise.isResolved)
    #expect(promise.isFulfilled == isFulfilled && promise.isRejected == !isFulfilled)
    #expect(promise.value == (isFulfilled ? 1 : nil))
    #expect(promise.error.map { Outcome($0) } == (isFulfilled ? nil : settlement.outcome))
    #expect(promise.outcome == settlement.outcome)
  }
}
