// Guarantee.swift: a promise that can't fail.

import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

@Suite("Guarantee", .timeLimit(.minutes(10)))
struct GuaranteeTests {
  @Test("created with a value, or with a body that runs immediately")
  func made() {
    #expect(Guarantee.value(1).outcome == .fulfilled(1))
    #expect(Guarantee().isFulfilled)
    #expect(Guarantee<Void>.value.isFulfilled)
    let steps = Journal<String>()
    let guarantee = Guarantee<Int> { resolve in
      steps.write("body")
      resolve(1)
      resolve(2)
    }
    steps.write("made")
    #expect(steps.entries == ["body", "made"])
    #expect(guarantee.outcome == .fulfilled(1))
    #expect(guarantee.isResolved)
  }

  @Test(
    "operators run their handler once, and release it", arguments: SettleTime.allCases,
    Route.allCases)
  func operators(time: SettleTime, route: Route) async throws {
    let (guarantee, resolve) = Guarantee<Int>.pending()
    let boxed = Unchecked(resolve)
    let seen = Journal<Int>()
    let (derived, freed) = try await time.observe {
      tracking { object in
        func pass<R>(_ value: Int, _ result: R) -> R {
          object.use()
          seen.write(value)
          return result
        }
        let queue = route.queue
        return [
          guarantee.map(on: queue) { pass($0, $0) },
          guarantee.then(on: queue) { pass($0, Guarantee.value($0)) },
          guarantee.get(on: queue) { pass($0, ()) },
          guarantee.done(on: queue) { pass($0, ()) }.map(on: nil) { 1 },
        ]
      }
    } settle: {
      boxed.value(1)
    }
    for derived in derived { #expect(await derived.async() == 1) }
    try await freed.pass()
    #expect(seen.entries == [1, 1, 1, 1])
    withExtendedLifetime((guarantee, derived)) {}
  }

  @Test("a handler that throws turns a guarantee into a promise")
  func throwing() async {
    let promise = Guarantee.value(1).map(on: nil) { _ -> Int in throw TestError.first }
    #expect(await promise.settled() == .rejected(.first))
    let next = Guarantee.value(1).then(on: nil) { Promise.value($0 + 1) }
    #expect(await next.settled() == .fulfilled(2))
  }

  @Test("asVoid, pipe and result")
  func others() async {
    let (guarantee, resolve) = Guarantee<Int>.pending()
    let piped = Journal<Outcome>()
    guarantee.pipe { piped.write(Outcome($0)) }
    let void: Guarantee<Void> = guarantee.asVoid()
    #expect(guarantee.result == nil)
    resolve(1)
    resolve(2)
    #expect(piped.entries == [.fulfilled(1)])
    #expect(guarantee.result?.isFulfilled == true)
    await void.async()
    #expect(void.isFulfilled)
  }

  @Test("a guarantee whose resolve closure is lost stays pending, as do promises made from it")
  func abandoned() async {
    var early: Promise<Int>?
    let guarantee = {
      let pending = Guarantee<Int>.pending()
      early = Promise(pending.guarantee)
      return pending.guarantee
    }()
    let promises = [
      early ?? .value(1), Promise(guarantee),
      when(fulfilled: guarantee, Promise.value(1)).map(on: nil) { $0.0 },
      firstly { () throws -> Guarantee<Int> in guarantee },
    ]
    for promise in promises { #expect(promise.isPending) }
    #expect(guarantee.isPending)
    #expect(await race(guarantee, Guarantee.value(2)).async() == 2)
  }
}
