// The clauses of Promises/A+ that apply to a typed library. Promises settle before registration,
// after it or on another thread; handlers run on the main queue, inline or on a global queue.

import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

@Suite("Conformance to Promises/A+", .timeLimit(.minutes(10)))
struct ConformanceTests {
  private static let cases = combinations(
    Settlement.allCases, SettleTime.allCases, Route.allCases)

  @Test("2.1.2, 2.1.3: a settled promise never changes; no handler runs again", arguments: cases)
  func settledForEver(settlement: Settlement, time: SettleTime, route: Route) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let seen = Journal<Outcome>()
    let derived = try await time.observe {
      promise.tap(on: route.queue) { seen.write(Outcome($0)) }
    } settle: {
      for each in [settlement] + Settlement.allCases { each.settle(resolver) }
      promise.cancel(with: TestError.second)
    }
    #expect(await derived.settled() == settlement.outcome)
    let late = promise.tap(on: route.queue) { seen.write(Outcome($0)) }
    #expect(await late.settled() == settlement.outcome)
    #expect(promise.outcome == settlement.outcome)
    #expect(seen.entries == [settlement.outcome, settlement.outcome])
  }

  @Test("2.2.2, 2.2.3: a handler runs once, after the settlement, or never", arguments: cases)
  func handlers(settlement: Settlement, time: SettleTime, route: Route) async throws {
    for kind in PromiseOperator.allCases {
      try await kind.expectPassing(settlement, time, route)
    }
  }

  @Test(
    "2.2.4: with a queue, a handler never runs within the settling or registering call",
    arguments: cases.filter { $0.1 != .elsewhere && $0.2 != .inline })
  func cleanStack(settlement: Settlement, time: SettleTime, route: Route) async throws {
    let queue = try #require(route.queue)
    for kind in PromiseOperator.allCases {
      let marks = Journal<Bool>()
      // On the handler's own queue, where the handler could otherwise run immediately.
      let derived = try await onQueue(queue) {
        StackMark.during {
          let (promise, resolver) = Promise<Int>.pending()
          if time == .already { settlement.settle(resolver) }
          let derived = kind.derive(from: promise, on: queue) { marks.write(StackMark.isSet) }
          if time == .atOnce { settlement.settle(resolver) }
          return derived
        }
      }
      #expect(await derived.settled() == kind.outcome(after: settlement))
      #expect(marks.entries == (kind.runs(after: settlement) ? [false] : []))
    }
  }

  @Test("2.2.6: all handlers run, in order unless the queue is concurrent", arguments: cases)
  func order(settlement: Settlement, time: SettleTime, route: Route) async throws {
    let order = Journal<Int>()
    let derived = try await time.observe(settlement) { promise in
      (0..<20).map { number in promise.tap(on: route.queue) { _ in order.write(number) } }
    }
    for promise in derived { #expect(await promise.settled() == settlement.outcome) }
    let entries = route == .global ? order.entries.sorted() : order.entries
    #expect(entries == Array(0..<20))
  }

  @Test(
    "2.2.7: a handler's result or error settles the derived promise",
    arguments: SettleTime.allCases, Route.allCases)
  func derived(time: SettleTime, route: Route) async throws {
    let queue = route.queue
    let values = try await time.observe(.fulfilled) { promise in
      [
        promise.map(on: queue) { $0 + 1 },
        promise.then(on: queue) { Promise.value($0 + 1) },
        promise.recover(on: queue) { _ in Promise.value(2) }.map(on: nil) { $0 + 1 },
      ]
    }
    for promise in values { #expect(await promise.settled() == .fulfilled(2)) }
    let thrown = try await time.observe(.fulfilled) { promise in
      [
        promise.map(on: queue) { _ in throw TestError.first },
        promise.then(on: queue) { _ -> Promise<Int> in throw TestError.first },
      ]
    }
    let passed = try await time.observe(.rejected) { promise in
      [promise.map(on: queue) { $0 }, promise.then(on: queue) { Promise.value($0) }]
    }
    for promise in thrown + passed { #expect(await promise.settled() == .rejected(.first)) }
    let (healed, failed) = try await time.observe(.rejected) { promise in
      (
        promise.recover(on: queue) { _ in Promise.value(2) },
        promise.recover(on: queue) { _ -> Promise<Int> in throw TestError.second }
      )
    }
    #expect(await healed.settled() == .fulfilled(2))
    #expect(await failed.settled() == .rejected(.second))
  }

  // If the source is already settled, a handler may run before its own promise is known.
  @Test(
    "2.3.1: a promise that its own handler returns is rejected",
    arguments: cases.filter { $0.1 != .already && $0.0 != .cancelled })
  func itself(settlement: Settlement, time: SettleTime, route: Route) async throws {
    let own = Journal<Promise<Int>>()
    try await time.observe(settlement) { source in
      own.write(
        settlement == .fulfilled
          ? source.then(on: route.queue) { _ in own.entries[0] }
          : source.recover(on: route.queue) { _ in own.entries[0] })
    }
    #expect(await own.entries[0].settled() == .returnedSelf)
  }

  @Test("2.3.2: a returned promise is adopted, whatever its state", arguments: cases)
  func adoption(settlement: Settlement, time: SettleTime, route: Route) async throws {
    let (adopting, recovering) = try await time.observe(settlement) { inner in
      (
        Promise.value(0).then(on: route.queue) { _ in inner },
        Promise<Int>(error: TestError.second).recover(on: route.queue) { _ in inner }
      )
    }
    #expect(await adopting.settled() == settlement.outcome)
    #expect(await recovering.settled() == settlement.outcome)
  }

  @Test(
    "2.3.3: if a thenable calls back repeatedly, the first call counts",
    arguments: SettleTime.allCases, Route.allCases)
  func thenable(time: SettleTime, route: Route) async throws {
    let value = PromiseKitCompat.Result<Int>.fulfilled(1)
    let error = PromiseKitCompat.Result<Int>.rejected(TestError.first)
    for (first, second) in [(value, value), (value, error), (error, value), (error, error)] {
      let seen = Journal<Outcome>()
      let derived = try await time.observe(.fulfilled) { promise in
        promise.then(on: route.queue) { _ in OwnThenable(first, second) }
          .tap(on: route.queue) { seen.write(Outcome($0)) }
      }
      #expect(await derived.settled() == Outcome(first))
      #expect(seen.entries == [Outcome(first)])
    }
  }
}
