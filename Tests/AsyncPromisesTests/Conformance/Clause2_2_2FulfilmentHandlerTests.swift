// Clause 2.2.2: a fulfilment handler runs once, after the fulfilment, with the value; otherwise
// never.

import AsyncPromises
import TestSupport
import Testing

extension Conformance {
  @Suite("Clause 2.2.2: fulfilment handlers", .timeLimit(.minutes(10)))
  struct Clause2_2_2FulfilmentHandlerTests {
    @Test(
      "2.2.2.1 B8: the handler gets the value, and finds the promise fulfilled with it",
      arguments: SettleTime.allCases, ChainOperator.fulfilmentHandlers)
    func value(time: SettleTime, kind: ChainOperator) async throws {
      let (promise, resolver) = Promise<Int>.pending()
      let arguments = Journal<Int>()
      let outcomes = Journal<Outcome>()
      let derived = await time.observe {
        kind.onValue(of: promise) {
          arguments.write($0)
          outcomes.write(promise.outcome)
        }
      } settle: {
        resolver.fulfill(1)
      }
      try await derived.value
      #expect(arguments.entries == [1])
      #expect(outcomes.entries == [.fulfilled(1)])
    }

    @Test(
      "2.2.2.2 A1: the handler does not run while the promise is pending",
      arguments: ChainOperator.fulfilmentHandlers)
    func notBefore(kind: ChainOperator) async throws {
      let (promise, resolver) = Promise<Int>.pending()
      let outcomes = Journal<Outcome>()
      let derived = kind.onValue(of: promise) { _ in outcomes.write(promise.outcome) }
      try await otherWork()
      #expect(outcomes.entries == [])
      #expect(derived.resultIfSettled == nil)
      resolver.fulfill(1)
      try await derived.value
      #expect(outcomes.entries == [.fulfilled(1)])
    }

    @Test(
      "2.2.2.2 B6: a rejected promise releases the handler, which never runs",
      arguments: SettleTime.allCases, ChainOperator.fulfilmentHandlers)
    func neverOnRejection(time: SettleTime, kind: ChainOperator) async throws {
      let (promise, resolver) = Promise<Int>.pending()
      let journal = Journal<Int>()
      let (derived, freed) = await time.observe {
        tracking { object in
          kind.onValue(of: promise) {
            object.use()
            journal.write($0)
          }
        }
      } settle: {
        resolver.reject(TestError.first)
      }
      await #expect(throws: TestError.first) { try await derived.value }
      try await freed.value
      #expect(journal.entries == [])
    }

    @Test(
      "2.2.2.2 E1: a cancelled promise releases the handler, which never runs",
      arguments: SettleTime.allCases, ChainOperator.fulfilmentHandlers)
    func neverOnCancellation(time: SettleTime, kind: ChainOperator) async throws {
      let (promise, resolver) = Promise<Int>.pending()
      let journal = Journal<Int>()
      let (derived, freed) = await time.observe {
        tracking { object in
          kind.onValue(of: promise) {
            object.use()
            journal.write($0)
          }
        }
      } settle: {
        promise.cancel()
        resolver.fulfill(1)
      }
      await #expect(throws: CancellationError.self) { try await derived.value }
      try await freed.value
      #expect(journal.entries == [])
    }

    @Test(
      "2.2.2.2 A4: the handler of a promise whose resolver is released never runs",
      arguments: ChainOperator.fulfilmentHandlers)
    func neverOnBrokenPromise(kind: ChainOperator) async throws {
      let journal = Journal<Int>()
      let (derived, freed) = tracking { object in
        kind.onValue(of: Promise<Int>.pending().promise) {
          object.use()
          journal.write($0)
        }
      }
      await #expect(throws: PromiseError.self) { try await derived.value }
      try await freed.value
      #expect(journal.entries == [])
    }

    @Test(
      "2.2.2.2 E2: the handler of a cancelled derived promise never runs; others do",
      arguments: ChainOperator.fulfilmentHandlers)
    func neverWhenWithdrawn(kind: ChainOperator) async throws {
      let (promise, resolver) = Promise<Int>.pending()
      let journal = Journal<Int>()
      let other = promise.map { $0 }
      let freed = tracking { object in
        kind.onValue(of: promise) {
          object.use()
          journal.write($0)
        }.cancel()
      }.freed
      resolver.fulfill(1)
      #expect(await other.settledOutcome == .fulfilled(1))
      try await freed.value
      #expect(journal.entries == [])
    }

    @Test(
      "2.2.2.3 A2: the handler runs once, however many calls try to settle its promise",
      arguments: SettleTime.allCases, ChainOperator.fulfilmentHandlers)
    func onceForAll(time: SettleTime, kind: ChainOperator) async throws {
      let (promise, resolver) = Promise<Int>.pending()
      let journal = Journal<Int>()
      let freed = await time.observe {
        tracking { object in
          kind.onValue(of: promise) {
            object.use()
            journal.write($0)
          }
        }.freed
      } settle: {
        for value in 1...3 { resolver.fulfill(value) }
        resolver.reject(TestError.first)
      }
      await Task.detached { _ = resolver.fulfill(4) }.value
      // The closure has been released, so it can't run again.
      try await freed.value
      #expect(journal.entries == [1])
    }

    @Test(
      "2.2.2.3 B3: handlers registered before, while and after the promise settles run once",
      arguments: ChainOperator.fulfilmentHandlers)
    func onceEach(kind: ChainOperator) async throws {
      let (promise, resolver) = Promise<Int>.pending()
      let journal = Journal<Int>()
      let register: @Sendable (Int) -> Promise<Void> = { number in
        tracking { object in
          kind.onValue(of: promise) {
            object.use()
            journal.write(number * $0)
          }
        }.freed
      }
      var freed = [register(1)]
      try await otherWork()
      freed.append(register(2))
      let others = (3...6).map { number in Task.detached { register(number) } }
      resolver.fulfill(10)
      freed.append(register(7))
      for other in others { freed.append(await other.value) }
      for closure in freed { try await closure.value }
      try await register(8).get()
      #expect(journal.entries.sorted() == (1...8).map { $0 * 10 })
    }
  }
}
