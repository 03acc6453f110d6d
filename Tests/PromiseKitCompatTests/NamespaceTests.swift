// Namespace.swift: names with the module's name before them, as files have them that qualify.

import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

@Suite("Namespace", .timeLimit(.minutes(10)))
struct NamespaceTests {
  @Test("types")
  func types() async {
    let promise: PromiseKit.Promise<Int> = Promise.value(1)
    let guarantee: PromiseKit.Guarantee<Int> = Guarantee.value(1)
    let result: PromiseKit.Result<Int>? = promise.result
    #expect(result?.isFulfilled == true)
    #expect(await guarantee.async() == 1)
    let pending: (promise: PromiseKit.Promise<Int>, resolver: PromiseKit.Resolver<Int>) =
      PromiseKit.Promise<Int>.pending()
    pending.resolver.reject(PromiseKit.PMKError.badInput)
    let finalizer: PromiseKit.PMKFinalizer = pending.promise.catch(
      on: nil, policy: PromiseKit.CatchPolicy.allErrors
    ) { _ in }
    let end = Gate()
    finalizer.finally { end.open() }
    #expect(pending.promise.outcome == .badInput)
    func outcome<P: PromiseKit.Thenable>(_ promise: P) -> Outcome where P.T == Int {
      promise.outcome
    }
    func isRejected(_ promise: some PromiseKit.CatchMixin) -> Bool { promise.isRejected }
    #expect(outcome(promise) == .fulfilled(1))
    #expect(isRejected(pending.promise))
  }

  @Test("conf, and a log event of its handler's type")
  func configuration() {
    let configuration: PromiseKit.PMKConfiguration = PromiseKit.conf
    #expect(configuration.catchPolicy == .allErrorsExceptCancellation)
    #expect(PromiseKit.conf.Q.map?.label == PromiseKitCompat.conf.Q.map?.label)
    let event = PromiseKit.LogEvent.cauterized(TestError.first)
    guard case .cauterized(let error) = event else {
      Issue.record("\(event)")
      return
    }
    #expect(error as? TestError == .first)
  }

  @Test("functions")
  func functions() async throws {
    let first = PromiseKit.firstly { Promise.value(1) }
    #expect(await first.settled() == .fulfilled(1))
    #expect(await PromiseKit.firstly { Guarantee.value(1) }.async() == 1)
    #expect(await PromiseKit.race(Promise.value(1), Promise.value(2)).settled() == .fulfilled(1))
    #expect(await PromiseKit.race([Promise.value(1)]).settled() == .fulfilled(1))
    let all = PromiseKit.when(fulfilled: [Promise.value(1), Promise.value(2)])
    #expect(try await all.async() == [1, 2])
    await PromiseKit.after(seconds: 0).async()
  }
}
