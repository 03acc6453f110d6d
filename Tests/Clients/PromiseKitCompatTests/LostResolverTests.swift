// A promise whose resolver is lost stays pending, and releases its handlers.

import AsyncPromises
import AsyncPromisesTesting
import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

private typealias Kit = PromiseKitCompat.Promise

@Suite("A lost resolver", .timeLimit(.minutes(10)))
struct LostResolverTests {
  private func lost() -> Kit<Int> { Kit { _ in } }
  private func rejected() -> Kit<Int> { Kit(error: TestError.first) }

  @Test("all of the promise's properties say that it is pending")
  func pending() {
    for promise in [lost(), Kit<Int>.pending().promise] {
      #expect(promise.isPending && !promise.isResolved && !promise.isRejected)
      #expect(!promise.isFulfilled && !promise.isCancelled)
      #expect(promise.result == nil && promise.error == nil && promise.value == nil)
      #expect("\(promise)" == "Promise(…Int)")
      #expect(promise.debugDescription == "Promise<Int>.pending(handlers: 0)")
    }
  }

  @Test(
    "no handler of any kind runs, and all are released",
    arguments: PromiseOperator.allCases, Route.allCases)
  func handlers(kind: PromiseOperator, route: Route) async throws {
    let runs = Journal<Bool>()
    for isLate in [false, true] {
      let (promises, freed) = tracking { object in
        let ran = {
          object.use()
          runs.write(true)
        }
        func derive(from promise: Kit<Int>) -> [Kit<Int>] {
          promise.pipe { _ in ran() }
          promise.catch(on: route.queue, policy: .allErrors) { _ in ran() }
            .finally(on: route.queue, ran)
          return [promise, kind.derive(from: promise, on: route.queue, ran)]
        }
        if isLate { return derive(from: lost()) }
        let (promise, resolver) = Kit<Int>.pending()
        defer { withExtendedLifetime(resolver) {} }
        return derive(from: promise)
      }
      try await freed.pass()
      for promise in promises { #expect(promise.isPending) }
    }
    #expect(runs.entries.isEmpty)
  }

  @Test("a group settles without the promise, or stays pending")
  func groups() async {
    let one = Kit.value(1)
    #expect(await race(lost(), one).settled() == .fulfilled(1))
    #expect(await race(fulfilled: [lost(), rejected(), one]).settled() == .fulfilled(1))
    #expect(await when(fulfilled: lost(), rejected()).map { $0.0 }.settled() == .rejected(.first))
    #expect(await when(fulfilled: [lost().asVoid(), rejected().asVoid()]).failure() is TestError)
    let pending = [
      race(lost(), lost()).asVoid(), race(fulfilled: [rejected(), lost()]).asVoid(),
      when(fulfilled: [one, lost()]).asVoid(), when(fulfilled: one, lost()).asVoid(),
      when(fulfilled: [lost(), one].makeIterator(), concurrently: 1).asVoid(),
    ]
    for promise in pending { #expect(promise.isPending) }
    #expect(when(resolved: lost(), one).isPending)
    let next = one.then(on: nil) { _ in Kit<Int>.pending().promise }
    let first = firstly { lost() }
    #expect(next.isPending && first.isPending)
  }

  @Test("async() waits until its task is cancelled")
  func waiting() async throws {
    let begun = Gate()
    let task = Task { [promise = lost()] in
      begun.open()
      return try await promise.async()
    }
    try await begun.pass()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("a core promise made from it is rejected; the error says where the lost one was created")
  func ours() async {
    for promise in [lost(), lost().map(on: nil) { $0 }] {
      let outcome = await promise.asyncPromise.result
      guard case .failure(let error) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      #expect(brokenSite(error)?.contains("PromiseKitCompatTests/LostResolverTests") == true)
    }
  }

  @Test("H2: the promise is reported once, and doesn't keep a scope from settling", .needsTracking)
  func reported() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      let chain = lost().map { $0 }.get { _ in }
      lost().done { _ in }.cauterize()
      _ = lost().tap { _ in }.asyncPromise
      try await scope.settle(within: .seconds(500))
      #expect(chain.isPending)
      let broken = scope.events.filter { if case .brokenPromise = $0 { true } else { false } }
      #expect(broken.count == 3 && scope.events.count == 3)
    }
  }
}
