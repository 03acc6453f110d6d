// Handlers without a queue, which run within the settling or registering call.

import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

@Suite("Inline handlers", .timeLimit(.minutes(10)))
struct InlineTests {
  @Test(
    "a handler has run by the time the settling or registering call returns",
    arguments: PromiseOperator.allCases, Settlement.allCases)
  func atOnce(kind: PromiseOperator, settlement: Settlement) {
    let (promise, resolver) = Promise<Int>.pending()
    let marks = Journal<Bool>()
    let early = kind.derive(from: promise, on: nil) { marks.write(StackMark.isSet) }
    StackMark.during { settlement.settle(resolver) }
    let runs = kind.runs(after: settlement)
    #expect(marks.entries == (runs ? [true] : []))
    #expect(early.outcome == kind.outcome(after: settlement))
    let late = StackMark.during {
      kind.derive(from: promise, on: nil) { marks.write(StackMark.isSet) }
    }
    #expect(marks.entries == (runs ? [true, true] : []))
    #expect(late.outcome == kind.outcome(after: settlement))
  }

  @Test("handlers of catch, finally and guarantees also run inline")
  func others() {
    let (promise, resolver) = Promise<Int>.pending()
    let steps = Journal<String>()
    promise.catch(on: nil) { steps.write("catch \($0)") }
      .finally(on: nil) { steps.write("finally") }
    resolver.reject(TestError.first)
    #expect(steps.entries == ["catch first", "finally"])
    let (guarantee, resolve) = Guarantee<Int>.pending()
    guarantee.map(on: nil) { $0 + 1 }.done(on: nil) { steps.write("\($0)") }
    resolve(1)
    guarantee.done(on: nil) { steps.write("\($0)") }
    #expect(steps.entries == ["catch first", "finally", "2", "1"])
  }

  @Test("a handler registered by another one doesn't overtake earlier ones")
  func late() {
    let (promise, resolver) = Promise<Int>.pending()
    let steps = Journal<String>()
    _ = promise.done(on: nil) { _ in
      steps.write("first begins")
      _ = promise.done(on: nil) { _ in steps.write("late") }
      steps.write("first ends")
    }
    _ = promise.done(on: nil) { _ in steps.write("second") }
    resolver.fulfill(1)
    #expect(steps.entries == ["first begins", "first ends", "second", "late"])
  }

  @Test("a handler registered on a settled promise within another handler runs after that handler")
  func registeredWithin() {
    let (promise, resolver) = Promise<Int>.pending()
    let steps = Journal<String>()
    _ = promise.done(on: nil) { _ in
      steps.write("outer begins")
      let inner = Promise.value(2).map(on: nil) { steps.write("inner \($0)") }
      steps.write("outer ends, inner is pending: \(inner.isPending)")
    }
    resolver.fulfill(1)
    #expect(
      steps.entries == ["outer begins", "outer ends, inner is pending: true", "inner 2"])
  }

  @Test("handlers of a promise that another handler settles run after that handler")
  func settledWithin() {
    let (first, firstResolver) = Promise<Int>.pending()
    let (second, secondResolver) = Promise<Int>.pending()
    let steps = Journal<String>()
    _ = second.done(on: nil) { steps.write("second \($0)") }
    _ = first.done(on: nil) { value in
      steps.write("first begins")
      secondResolver.fulfill(value + 1)
      steps.write("first ends, second is settled: \(second.isFulfilled)")
    }
    firstResolver.fulfill(1)
    #expect(
      steps.entries == ["first begins", "first ends, second is settled: true", "second 2"])
  }

  // MARK: Depth

  private var depth: Int { isStressRun ? 1_000_000 : 20_000 }

  @Test("a deep chain needs no deep stack, settled or cancelled", arguments: Settlement.allCases)
  func deepChain(settlement: Settlement) {
    let (promise, resolver) = Promise<Int>.pending()
    var last = promise
    for _ in 0..<depth { last = last.map(on: nil) { $0 + 1 } }
    settlement.settle(resolver)
    let isFulfilled = settlement == .fulfilled
    #expect(last.outcome == (isFulfilled ? .fulfilled(1 + depth) : settlement.outcome))
    let (source, kept) = pendingWork()
    last = source
    for _ in 0..<depth { last = last.map(on: nil) { $0 + 1 } }
    last.cancel()
    #expect(source.outcome == .abandoned)
    withExtendedLifetime(kept) {}
  }

  @Test("a loop in which each handler returns the next round's promise", arguments: [true, false])
  func loop(isSettled: Bool) {
    func round(_ left: Int) -> Promise<Int> {
      guard left > 0 else { return .value(0) }
      return Promise.value(left).then(on: nil) { round($0 - 1) }
    }
    let (start, resolver) = Promise<Int>.pending()
    if isSettled { resolver.fulfill(depth) }
    let end = start.then(on: nil) { round($0) }
    if !isSettled { resolver.fulfill(depth) }
    #expect(end.outcome == .fulfilled(0))
  }

  @Test("promises that each settle the next")
  func dominoes() {
    let (promises, resolvers) = pendingPromises(depth)
    for (promise, next) in zip(promises, resolvers.dropFirst()) {
      _ = promise.done(on: nil) { next.fulfill($0 + 1) }
    }
    resolvers[0].fulfill(1)
    #expect(promises.last?.outcome == .fulfilled(depth))
  }
}
