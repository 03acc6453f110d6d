// A promise that can no longer be settled stays pending, and releases its handlers.

import AsyncPromises
import AsyncPromisesTesting
import Dispatch
import GooglePromisesCompat
import TestSupport
import Testing

private typealias Promise = GooglePromisesCompat.Promise

@Suite("A promise that can no longer be settled", .timeLimit(.minutes(10)))
struct LostResolverTests {
  private func lost() -> Promise<Int> { Promise<Int>.pending().then { $0 } }

  @Test("consumers stay pending, and their handlers are released", arguments: Operation.allCases)
  func pending(operation: Operation) async throws {
    let runs = Journal<Bool>()
    let (promises, freed) = tracking { object in
      let ran = {
        object.use()
        runs.write(true)
      }
      return [
        operation.derive(from: Promise<Int>.pending(), on: .global(), ran),
        operation.derive(from: lost(), on: .global(), ran),
      ]
    }
    try await freed.pass()
    for promise in promises {
      #expect(promise.isPending && !promise.isRejected && promise.outcome == nil)
      #expect("\(promise)" == "Pending: Int")
    }
    #expect(runs.entries.isEmpty)
  }

  @Test("a group settles without the promise, or stays pending")
  func groups() async {
    let (one, failed) = (Promise(1), Promise<Int>(TestError.first))
    #expect(await race(lost(), one).settled() == .fulfilled(1))
    #expect(await all(lost(), failed).then { $0.0 }.settled() == .rejected(.first))
    #expect(all([one, lost()]).isPending && any([one, lost()]).isPending)
    #expect(any(one, lost()).isPending && race([lost()]).isPending)
  }

  @Test("a time limit still applies")
  func timeout() async {
    #expect(await lost().timeout(0).settled() == .timedOut)
    #expect(await lost().timeout(0.001).settled() == .timedOut)
  }

  @Test("the promise is rejected when converted to AsyncPromises, and async() throws")
  func ours() async {
    #expect(await lost().settled() == .broken)
    await #expect(throws: AsyncPromises.PromiseError.self) { try await lost().async() }
  }

  @Test("H2: the promise is reported once, and doesn't keep a scope from settling", .needsTracking)
  func reported() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      let chain = Promise<Int>.pending().then { $0 }.always {}.catch { _ in }
      try await scope.settle(within: .seconds(500))
      #expect(chain.isPending && scope.events.count == 1)
    }
  }
}
