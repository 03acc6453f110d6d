// CatchMixin.swift: operators for rejected promises, and operators that always run.

import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

@Suite("CatchMixin", .timeLimit(.minutes(10)))
struct CatchMixinTests {
  private var policies: [CatchPolicy] { [.allErrors, .allErrorsExceptCancellation] }

  /// Whether a handler with the policy runs.
  private func runs(_ policy: CatchPolicy, _ settlement: Settlement) -> Bool {
    settlement == .rejected || (settlement == .cancelled && policy == .allErrors)
  }

  @Test(
    "each outcome runs the handler once or skips it, and releases it",
    arguments: combinations(PromiseOperator.ofCatchMixin, Settlement.allCases, Route.allCases))
  func passing(kind: PromiseOperator, settlement: Settlement, route: Route) async throws {
    for time in SettleTime.allCases { try await kind.expectPassing(settlement, time, route) }
  }

  // MARK: catch

  @Test(
    "catch follows its policy, and finally always runs after it",
    arguments: Settlement.allCases, SettleTime.allCases)
  func catches(settlement: Settlement, time: SettleTime) async throws {
    for (policy, route, _) in combinations(policies, Route.allCases, [()]) {
      let steps = Journal<Outcome>()
      let end = Gate()
      let (promise, (_, freed)) = try await time.observe(settlement) { promise in
        let ends = tracking { object in
          promise.catch(on: route.queue, policy: policy) { error in
            object.use()
            steps.write(Outcome(error))
          }.finally(on: route.queue) {
            steps.write(.pending)
            end.open()
          }
        }
        return (promise, ends)
      }
      try await end.pass()
      try await freed.pass()
      let isRun = runs(policy, settlement)
      #expect(steps.entries == (isRun ? [settlement.outcome, .pending] : [.pending]))
      withExtendedLifetime(promise) {}
    }
  }

  @Test("by default, catch skips cancellations of any kind")
  func defaultPolicy() async throws {
    struct OwnError: CancellableError { let isCancelled: Bool }
    let errors: [(any Error, Bool)] = [
      (TestError.first, true), (PMKError.cancelled, false), (CancellationError(), false),
      (OwnError(isCancelled: true), false), (OwnError(isCancelled: false), true),
    ]
    for (error, runs) in errors {
      let ran = Journal<Bool>()
      let end = Gate()
      Promise<Int>(error: error).catch { _ in ran.write(true) }.finally { end.open() }
      try await end.pass()
      #expect(ran.entries == (runs ? [true] : []), "\(error)")
    }
  }

  @Test("cauterize ends a chain", arguments: Settlement.allCases)
  func cauterize(settlement: Settlement) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let end = Gate()
    promise.cauterize().finally { end.open() }
    settlement.settle(resolver)
    try await end.pass()
    #expect(promise.outcome == settlement.outcome)
  }

  // MARK: recover

  @Test("recover follows its policy", arguments: Settlement.allCases, SettleTime.allCases)
  func recover(settlement: Settlement, time: SettleTime) async throws {
    for policy in policies {
      let (inner, innerResolver) = Promise<Int>.pending()
      let derived = try await time.observe(settlement) { promise in
        promise.recover(on: nil, policy: policy) { _ in inner }
      }
      let isRun = runs(policy, settlement)
      #expect(derived.outcome == (isRun ? .pending : settlement.outcome))
      innerResolver.fulfill(2)
      #expect(await derived.settled() == (isRun ? .fulfilled(2) : settlement.outcome))
    }
  }

  @Test("recover on a Void promise follows its policy", arguments: Settlement.allCases)
  func recoverVoid(settlement: Settlement) async {
    for policy in policies {
      let (promise, resolver) = Promise<Int>.pending()
      let void = promise.asVoid()
      let healed = void.recover(on: nil, policy: policy) { _ in }
      let failed = void.recover(on: nil, policy: policy) { _ in throw TestError.second }
      settlement.settle(resolver)
      let isRun = runs(policy, settlement)
      let (first, second) = (healed.map(on: nil) { 1 }, failed.map(on: nil) { 1 })
      #expect(await first.settled() == (isRun ? .fulfilled(1) : settlement.outcome))
      #expect(await second.settled() == (isRun ? .rejected(.second) : settlement.outcome))
    }
  }

  @Test("recover into a guarantee sees every error", arguments: Settlement.allCases)
  func recoverIntoGuarantee(settlement: Settlement) async {
    let (promise, resolver) = Promise<Int>.pending()
    let seen = Journal<Outcome>()
    let value: Guarantee<Int> = promise.recover(on: nil) { error in
      seen.write(Outcome(error))
      return .value(2)
    }
    let void: Guarantee<Void> = promise.asVoid().recover(on: nil) { seen.write(Outcome($0)) }
    settlement.settle(resolver)
    let isFulfilled = settlement == .fulfilled
    #expect(await value.async() == (isFulfilled ? 1 : 2))
    await void.async()
    #expect(seen.entries == (isFulfilled ? [] : [settlement.outcome, settlement.outcome]))
  }

  // MARK: ensure

  @Test("ensureThen passes the outcome on after its guarantee", arguments: Settlement.allCases)
  func ensureThen(settlement: Settlement) async {
    let (promise, resolver) = Promise<Int>.pending()
    let (guarantee, resolve) = Guarantee<Void>.pending()
    let derived = promise.ensureThen(on: nil) { guarantee }
    settlement.settle(resolver)
    #expect(derived.isPending)
    resolve(())
    #expect(await derived.settled() == settlement.outcome)
  }

  @Test("a class that adopts CatchMixin has catch, recover, ensure and the rest")
  func ownCatchMixin() async {
    let seen = Journal<Outcome>()
    let failed = OwnPromise(Promise(error: TestError.first))
    failed.catch(on: nil) { seen.write(Outcome($0)) }.finally(on: nil) { seen.write(.pending) }
    #expect(seen.entries == [.rejected(.first), .pending])
    #expect(failed.isRejected && failed.error is TestError)
    #expect(await failed.recover(on: nil) { _ in Promise.value(2) }.settled() == .fulfilled(2))
    #expect(await failed.ensure(on: nil) {}.settled() == .rejected(.first))
    let cancelled = OwnPromise(Promise(error: PMKError.cancelled))
    cancelled.catch(on: nil) { seen.write(Outcome($0)) }
    #expect(seen.count == 2)
  }
}

/// A promise of an app that adopts the protocols itself.
private final class OwnPromise: CatchMixin {
  private let inner: Promise<Int>

  init(_ inner: Promise<Int>) { self.inner = inner }

  func pipe(to body: @escaping (Result<Int>) -> Void) { inner.pipe(to: body) }

  var result: Result<Int>? { inner.result }
}
