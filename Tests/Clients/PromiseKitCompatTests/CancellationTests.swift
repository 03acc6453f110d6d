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
    "a cancelled promise withdraws from its source; a source with other consumers continues",
    arguments: combinations(kinds, Route.allCases, [true, false]))
  func upstream(kind: PromiseOperator, route: Route, isWanted: Bool) async throws {
    let (source, resolver) = Promise<Int>.pending()
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
    #expect(source.error?.isCancelled == (isWanted ? nil : true))
    resolver.fulfill(1)
    if let other { #expect(await other.settled() == .fulfilled(1)) }
    try await freed.pass()
    // `ensure` and `ensureThen` always run.
    #expect(ran.count == (kind == .ensure || kind == .ensureThen ? 1 : 0))
    withExtendedLifetime((source, derived)) {}
  }

  @Test("a catch handler keeps its source from being cancelled")
  func caught() {
    let (source, resolver) = Promise<Int>.pending()
    source.catch { _ in }
    source.map { $0 }.cancel()
    #expect(source.isPending)
    resolver.fulfill(1)
  }

  @Test("cancelling the last promise cancels the whole chain")
  func chain() {
    let (source, resolver) = Promise<Int>.pending()
    let first = source.map { $0 }
    let second = first.then { Promise.value($0) }
    second.ensure {}.cancel()
    for promise in [source, first, second] { #expect(promise.error?.isCancelled == true) }
    withExtendedLifetime(resolver) {}
  }

  @Test("cancelling reaches the promise that a handler has returned", arguments: [true, false])
  func inner(isRecover: Bool) {
    let (inner, resolver) = Promise<Int>.pending()
    let outer =
      isRecover
      ? Promise<Int>(error: TestError.first).recover(on: nil) { _ in inner }
      : Promise.value(1).then(on: nil) { _ in inner }
    #expect(outer.isPending)
    outer.cancel()
    #expect(outer.outcome == .cancelled)
    #expect(inner.error?.isCancelled == true)
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

  // MARK: PromiseKit 7

  @Test("the promise of cancellize() is cancelled separately", arguments: Settlement.allCases)
  func cancellize(settlement: Settlement) async {
    let (promise, resolver) = Promise<Int>.pending()
    let other: CancellablePromise<Int> = promise.cancellize()
    let cancelled: CancellablePromise<Int> = promise.cancellize()
    cancelled.cancel()
    #expect(cancelled.outcome == .cancelled)
    #expect(promise.isPending && other.isPending)
    settlement.settle(resolver)
    #expect(await other.settled() == settlement.outcome)
    #expect(promise.outcome == settlement.outcome)
  }

  @Test("a cancelled promise cancels its work item or other cancellable exactly once")
  func cancellable() {
    final class Own: Cancellable, @unchecked Sendable {
      let calls = Journal<Bool>()
      var isCancelled: Bool { calls.count > 0 }
      func cancel() { calls.write(true) }
    }
    let (own, unused, item) = (Own(), Own(), DispatchWorkItem {})
    let kept = Journal<Resolver<Int>>()
    for cancellable: any Cancellable in [own, item] {
      let promise = Promise<Int>(cancellable: cancellable) { kept.write($0) }
      #expect(!cancellable.isCancelled)
      promise.map { $0 }.cancel()
      promise.cancel()
      #expect(promise.error?.isCancelled == true && cancellable.isCancelled)
    }
    #expect(own.calls.count == 1 && item.isCancelled)
    Promise<Int>(cancellable: unused) { $0.fulfill(1) }.cancel()
    #expect(!unused.isCancelled)
    #expect(kept.count == 2)
  }
}
