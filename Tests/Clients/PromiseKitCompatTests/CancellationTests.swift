// Cancellation.swift: promises that are no longer needed.

import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

@Suite("Cancellation", .timeLimit(.minutes(10)))
struct CancellationTests {
  @Test("cancel() rejects a promise immediately and once, with PMKError.cancelled or a given error")
  func cancel() {
    for isStandard in [true, false] {
      let (promise, resolver) = Promise<Int>.pending()
      if isStandard { promise.cancel() } else { promise.cancel(with: TestError.first) }
      let outcome: Outcome = isStandard ? .cancelled : .rejected(.first)
      #expect(promise.outcome == outcome)
      promise.cancel(with: TestError.second)
      resolver.fulfill(1)
      #expect(promise.outcome == outcome)
    }
    let settled = Promise.value(1)
    settled.cancel()
    #expect(settled.outcome == .fulfilled(1))
  }

  // MARK: Upstream

  /// The operators whose promise can be cancelled directly, unlike a guarantee.
  private static let kinds = PromiseOperator.allCases.filter { $0 != .recoverToGuarantee }

  @Test(
    "E2: a cancelled promise leaves its source; a source with other consumers continues",
    arguments: combinations(kinds, Route.allCases, [true, false]))
  func upstream(kind: PromiseOperator, route: Route, isWanted: Bool) async throws {
    let (source, resolver) = pendingWork()
    let ran = Journal<Bool>()
    let other = isWanted ? source.map(on: nil) { $0 } : nil
    let (derived, freed) = tracking { object in
      kind.derive(from: source, on: route.queue) {
        object.use()
        ran.write(true)
      }
    }
    derived.cancel()
    #expect(derived.outcome == .cancelled)
    #expect(source.outcome == (isWanted ? .pending : .abandoned))
    resolver.fulfill(1)
    if let other { #expect(await other.settled() == .fulfilled(1)) }
    try await freed.pass()
    // `ensure` and `ensureThen` always run.
    #expect(ran.count == (kind == .ensure || kind == .ensureThen ? 1 : 0))
    withExtendedLifetime((source, derived)) {}
  }

  @Test("E2: a catch handler keeps its source from being abandoned")
  func caught() {
    let (source, resolver) = pendingWork()
    source.catch { _ in }
    source.map { $0 }.cancel()
    #expect(source.isPending)
    resolver.fulfill(1)
  }

  @Test("E2: cancelling the last promise abandons the whole chain")
  func chain() {
    let (source, resolver) = pendingWork()
    let first = source.map { $0 }
    let second = first.then { Promise.value($0) }
    second.ensure {}.cancel()
    for promise in [source, first, second] { #expect(promise.outcome == .abandoned) }
    withExtendedLifetime(resolver) {}
  }

  @Test("cancelling reaches the promise that a handler has returned", arguments: [true, false])
  func inner(isRecover: Bool) {
    let (inner, resolver) = pendingWork()
    let outer =
      isRecover
      ? Promise<Int>(error: TestError.first).recover(on: nil) { _ in inner }
      : Promise.value(1).then(on: nil) { _ in inner }
    #expect(outer.isPending)
    outer.cancel()
    #expect(outer.outcome == .cancelled)
    #expect(inner.outcome == .abandoned)
    withExtendedLifetime(resolver) {}
  }

  @Test("a queued handler whose promise is cancelled doesn't run")
  func queued() async throws {
    let queue = DispatchQueue(label: "queued")
    queue.suspend()
    let ran = Journal<Bool>()
    let (derived, freed) = tracking { object in
      Promise.value(1).done(on: queue) { _ in
        object.use()
        ran.write(true)
      }
    }
    derived.cancel()
    queue.resume()
    try await freed.pass()
    try await onQueue(queue) {}
    #expect(ran.count == 0)
  }

  // MARK: Apart from others

  @Test("the promise of cancellize() is cancelled separately", arguments: Settlement.allCases)
  func cancellize(settlement: Settlement) async {
    let (promise, resolver) = Promise<Int>.pending()
    let other = promise.cancellize()
    let cancelled = promise.cancellize()
    cancelled.cancel()
    #expect(cancelled.outcome == .cancelled)
    #expect(promise.isPending && other.isPending)
    settlement.settle(resolver)
    #expect(await other.settled() == settlement.outcome)
    #expect(promise.outcome == settlement.outcome)
  }

  @Test("E1 E2: a promise that is cancelled or left stops its work once", arguments: [true, false])
  func onCancel(isLeft: Bool) async throws {
    let (stops, stopped, kept) = (Journal<Bool>(), Gate(), Journal<Resolver<Int>>())
    let promise = Promise<Int>(onCancel: {
      stops.write(true)
      stopped.open()
    }) { kept.write($0) }
    let derived = promise.map { $0 }
    if isLeft { derived.cancel() } else { promise.cancel() }
    try await stopped.pass()
    promise.cancel()
    #expect(promise.outcome == (isLeft ? .abandoned : .cancelled))
    #expect(stops.count == 1 && kept.count == 1)
  }

  @Test("a settled promise stops nothing")
  func settledWork() {
    let stops = Journal<Bool>()
    Promise<Int>(onCancel: { stops.write(true) }) { $0.fulfill(1) }.cancel()
    #expect(stops.count == 0)
  }
}
