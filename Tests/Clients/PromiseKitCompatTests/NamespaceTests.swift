// Namespace.swift: names qualified with the module's name.

import AsyncPromisesTesting
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

  @Test("conf, and the type of log events")
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
    await PromiseKit.after(.seconds(0)).async()
    #expect(await PromiseKit.race(Guarantee.value(1)).async() == 1)
    let second = PromiseKit.race(fulfilled: [Promise(error: TestError.first), Promise.value(2)])
    #expect(await second.settled() == .fulfilled(2))
  }

  @Test("when(fulfilled:)")
  func whenFulfilled() async throws {
    let (one, two) = (Promise.value(1), Guarantee.value("2"))
    let (a, b) = try await PromiseKit.when(fulfilled: one, two).async()
    #expect((a, b) == (1, "2"))
    let three = try await PromiseKit.when(fulfilled: one, two, one).async()
    #expect(three == (1, "2", 1))
    let four = try await PromiseKit.when(fulfilled: one, two, one, two).async()
    #expect(four == (1, "2", 1, "2"))
    let five = try await PromiseKit.when(fulfilled: one, two, one, two, one).async()
    #expect(five == (1, "2", 1, "2", 1))
    let mixed: [any Thenable] = [one, two]
    #expect(try await PromiseKit.when(fulfilled: mixed).async().count == 2)
    let void = Promise<Void>.value
    let ends: [Promise<Void>] = [
      PromiseKit.when(fulfilled: void, void, void, void, void, void),
      PromiseKit.when(fulfilled: [void]),
    ]
    for end in ends { #expect(try await end.async() == ()) }
    let pulled = PromiseKit.when(fulfilled: [one].makeIterator(), concurrently: 1)
    #expect(try await pulled.async() == [1])
  }

  @Test("when(resolved:)")
  func whenResolved() async {
    let one = Promise.value(1)
    #expect(await PromiseKit.when(resolved: one, one).async().count == 2)
    #expect(await PromiseKit.when(resolved: [one]).async().count == 1)
    let pulled = PromiseKit.when(resolved: [one].makeIterator(), concurrently: 1)
    #expect(await pulled.async().count == 1)
  }

  @Test("when(guarantees:)")
  func whenGuarantees() async {
    let (one, two, void) = (Guarantee.value(1), Guarantee.value("2"), Guarantee<Void>.value)
    #expect(await PromiseKit.when(one, one).async() == [1, 1])
    #expect(await PromiseKit.when(guarantees: [one]).async() == [1])
    let ends: [Guarantee<Void>] = [
      PromiseKit.when(void, void), PromiseKit.when(guarantees: [void]),
    ]
    for end in ends { #expect(await end.async() == ()) }
    #expect(await PromiseKit.when(guarantees: one, two).async() == (1, "2"))
    #expect(await PromiseKit.when(guarantees: one, two, one).async() == (1, "2", 1))
    #expect(await PromiseKit.when(guarantees: one, two, one, two).async() == (1, "2", 1, "2"))
    #expect(
      await PromiseKit.when(guarantees: one, two, one, two, one).async() == (1, "2", 1, "2", 1))
  }

  @Test("a report names the line of the call", .needsTracking)
  func place() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let pending = Promise<Int>.pending()
      let line = #line
      let first = PromiseKit.firstly { pending.promise }
      let all = PromiseKit.when(fulfilled: [first])
      let won = PromiseKit.race([pending.promise])
      let end = PromiseKit.after(seconds: 1_000_000)
      let error = await #expect(throws: UnsettledPromises.self) {
        try await scope.settle(within: .zero)
      }
      let report = error?.report ?? ""
      for (offset, name) in ["firstly", "when", "race", "after"].enumerated() {
        #expect(report.contains("\(name) at \(#fileID):\(line + 1 + offset)"), "\(report)")
      }
      withExtendedLifetime((pending.resolver, all, won, end)) {}
    }
  }

  @Test("functions passed by name")
  func references() async throws {
    let make: ((() throws -> Promise<Int>)) -> Promise<Int> = PromiseKit.firstly(execute:)
    #expect(await make { Promise.value(1) }.settled() == .fulfilled(1))
    let both = Promise.value([Promise.value(1), Promise.value(2)])
    #expect(try await both.then(PromiseKit.when(fulfilled:)).async() == [1, 2])
    #expect(await both.then(PromiseKit.race(_:)).settled() == .fulfilled(1))
    await [0].map(PromiseKit.after(seconds:))[0].async()
  }
}
