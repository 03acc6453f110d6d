// A promise that nothing can settle any more stays pending, and what waits for it is let go.

import AsyncPromises
import AsyncPromisesTesting
import Dispatch
import GooglePromisesCompat
import TestSupport
import Testing

private typealias Promise = GooglePromisesCompat.Promise

@Suite("A promise that nothing can settle any more", .timeLimit(.minutes(10)))
struct LostResolverTests {
  private func lost() -> Promise<Int> { Promise<Int>.pending().then { $0 } }

  @Test("what waits for it is pending, and its handler is let go", arguments: Operation.allCases)
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

  @Test("a group decides without it, or stays pending")
  func groups() async {
    let (one, failed) = (Promise(1), Promise<Int>(TestError.first))
    #expect(await race(lost(), one).settled() == .fulfilled(1))
    #expect(await all(lost(), failed).then { $0.0 }.settled() == .rejected(.first))
    #expect(all([one, lost()]).isPending && any([one, lost()]).isPending)
    #expect(any(one, lost()).isPending && race([lost()]).isPending)
  }

  @Test("a time limit is kept")
  func timeout() async {
    #expect(await lost().timeout(0).settled() == .timedOut)
    #expect(await lost().timeout(0.001).settled() == .timedOut)
  }

  @Test("a promise of ours made of it is rejected, and so is a wait of ours")
  func ours() async {
    #expect(await lost().settled() == .broken)
    await #expect(throws: AsyncPromises.PromiseError.self) { try await lost().async() }
  }

  @Test("H2: it is reported once, and keeps no test from coming to rest", .needsTracking)
  func reported() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      let chain = Promise<Int>.pending().then { $0 }.always {}.catch { _ in }
      try await scope.settle(within: .seconds(500))
      #expect(chain.isPending && scope.events.count == 1)
    }
  }
}
