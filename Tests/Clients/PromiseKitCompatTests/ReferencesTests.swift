// References.swift: functions that PromiseKit allowed to be passed by name.

import Dispatch
import Foundation
import PromiseKitCompat
import TestSupport
import Testing

@Suite("Functions passed by name", .timeLimit(.minutes(10)))
struct ReferencesTests {
  @Test("methods of a promise")
  func members() async throws {
    let void: () -> Promise<Void> = Promise.value(1).asVoid
    #expect(try await void().async() == ())
    let none: () -> Guarantee<Void> = Guarantee.value(1).asVoid
    #expect(await none().async() == ())
    let end: () -> PMKFinalizer = Promise.value(1).cauterize
    _ = end()
    let (promise, resolver) = Promise<Int>.pending()
    [1, 2].forEach(resolver.fulfill)
    #expect(promise.outcome == .fulfilled(1))
    let next = Promise.value(3).done(resolver.fulfill)
    #expect(try await next.async() == ())
  }

  @Test("functions that make a promise")
  func makers() async throws {
    let rejected: [Promise<Int>] = [TestError.first].map(Promise.init(error:))
    #expect(rejected[0].outcome == .rejected(.first))
    #expect([1].map(Promise.value)[0].outcome == .fulfilled(1))
    let make: () -> (promise: Promise<Int>, resolver: Resolver<Int>) = Promise.pending
    let (promise, resolver) = make()
    resolver.fulfill(1)
    #expect(promise.outcome == .fulfilled(1))
    let makeGuarantee: () -> (guarantee: Guarantee<Int>, resolve: (Int) -> Void) =
      Guarantee.pending
    #expect(makeGuarantee().guarantee.isPending)
    let body: ((Resolver<Int>) throws -> Void) -> Promise<Int> = Promise.init(resolver:)
    #expect(body { $0.fulfill(2) }.outcome == .fulfilled(2))
    let first: (() throws -> Promise<Int>) -> Promise<Int> = firstly(execute:)
    #expect(await first { Promise.value(3) }.settled() == .fulfilled(3))
  }

  @Test("timer functions")
  func time() async {
    let seconds: [Guarantee<Void>] = [0].map(after(seconds:))
    await seconds[0].async()
    let intervals: [Guarantee<Void>] = [DispatchTimeInterval.seconds(0)].map(after)
    await intervals[0].async()
  }

  @Test("group functions, in a chain")
  func groups() async throws {
    let both = Promise.value([Promise.value(1), Promise.value(2)])
    #expect(try await both.then(when(fulfilled:)).async() == [1, 2])
    #expect(await both.then(race(_:)).settled() == .fulfilled(1))
    #expect(await both.then(race(fulfilled:)).settled() == .fulfilled(1))
    #expect(try await both.then(when(resolved:)).async().count == 2)
    let voids = Promise.value([Promise<Void>.value])
    let end: Promise<Void> = voids.then(when(fulfilled:))
    #expect(try await end.async() == ())
    let mixed: Promise<[any Thenable]> = .value([Promise.value(1), Guarantee.value("2")])
    #expect(try await mixed.then(when(fulfilled:)).async().count == 2)
    let guarantees: ([Guarantee<Int>]) -> Guarantee<[Int]> = when(guarantees:)
    #expect(await guarantees([.value(1)]).async() == [1])
    let pair: (Promise<Int>, Promise<Int>) -> Promise<(Int, Int)> = when(fulfilled:_:)
    #expect(try await pair(.value(1), .value(2)).async() == (1, 2))
  }
}
