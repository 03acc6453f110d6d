// Clause 2.2.7: a handler creates a new promise, which settles with the handler's result.

import AsyncPromises
import TestSupport
import Testing

extension Conformance {
  @Suite("Clause 2.2.7: the derived promise", .timeLimit(.minutes(10)))
  struct Clause2_2_7DerivedPromiseTests {
    @Test(
      "2.2.7 A3: a transform makes another promise, which is pending until the handler has run",
      arguments: SettleTime.allCases, ChainOperator.transforms)
    func newPromise(time: SettleTime, kind: ChainOperator) async {
      let (promise, resolver) = Promise<Int>.pending()
      let (gate, opener) = Promise<Int>.pending()
      let (first, second) = await time.observe {
        let first = kind.transform(promise) { $0 }.then { _ in gate }
        return (first, kind.transform(promise) { $0 })
      } settle: {
        resolver.fulfill(1)
      }
      #expect(first != promise && second != promise && first != second)
      #expect(await second.settledOutcome == .fulfilled(1))
      #expect(first.outcome == .pending)
      opener.fulfill(2)
      #expect(await first.settledOutcome == .fulfilled(2))
      #expect(promise.outcome == .fulfilled(1))
    }

    @Test(
      "2.2.7.1 B8: the value that a transform returns fulfils the derived promise",
      arguments: SettleTime.allCases, ChainOperator.transforms)
    func transformed(time: SettleTime, kind: ChainOperator) async {
      let (promise, resolver) = Promise<Int>.pending()
      let derived = await time.observe {
        kind.transform(promise) { $0 + 1 }
      } settle: {
        resolver.fulfill(1)
      }
      #expect(await derived.settledOutcome == .fulfilled(2))
      #expect(promise.outcome == .fulfilled(1))
    }

    @Test(
      "2.2.7.1 B8: the value that a recovery returns fulfils the derived promise",
      arguments: SettleTime.allCases, ChainOperator.recoveries)
    func recovered(time: SettleTime, kind: ChainOperator) async {
      let (promise, resolver) = Promise<Int>.pending()
      let derived = await time.observe {
        kind.recover(promise) { _ in 2 }
      } settle: {
        resolver.reject(TestError.first)
      }
      #expect(await derived.settledOutcome == .fulfilled(2))
      #expect(promise.outcome == .rejected(.first))
    }

    @Test(
      "2.2.7.2 B7: an error thrown by a fulfilment handler rejects the derived promise unchanged",
      arguments: ErrorSample.allCases, SettleTime.allCases)
    func thrownAfterFulfilment(reason: ErrorSample, time: SettleTime) async {
      let (promise, resolver) = Promise<Int>.pending()
      let derived = await time.observe {
        ChainOperator.fulfilmentHandlers.map { kind in
          kind.onValue(of: promise) { _ in throw reason.error }
        }
      } settle: {
        resolver.fulfill(1)
      }
      for (kind, promise) in zip(ChainOperator.fulfilmentHandlers, derived) {
        #expect(reason.isSame(as: await promise.result), "\(kind)")
      }
      #expect(promise.outcome == .fulfilled(1))
    }

    @Test(
      "2.2.7.2 B7: an error thrown by a recovery rejects the derived promise unchanged",
      arguments: ErrorSample.allCases, SettleTime.allCases)
    func thrownAfterRejection(reason: ErrorSample, time: SettleTime) async {
      let (promise, resolver) = Promise<Int>.pending()
      let derived = await time.observe {
        ChainOperator.recoveries.map { kind in
          kind.recover(promise) { _ in throw reason.error }
        }
      } settle: {
        resolver.reject(TestError.first)
      }
      for (kind, promise) in zip(ChainOperator.recoveries, derived) {
        #expect(reason.isSame(as: await promise.result), "\(kind)")
      }
      #expect(promise.outcome == .rejected(.first))
    }

    @Test(
      "2.2.7.3 B8: a value skips rejection handlers unchanged",
      arguments: SettleTime.allCases, ChainOperator.rejectionHandlers)
    func valuePasses(time: SettleTime, kind: ChainOperator) async {
      let (promise, resolver) = Promise<Int>.pending()
      let derived = await time.observe {
        kind.onError(of: promise) { _ in }
      } settle: {
        resolver.fulfill(1)
      }
      #expect(derived != promise)
      #expect(await derived.settledOutcome == .fulfilled(1))
    }

    @Test(
      "2.2.7.4 B7: an error skips fulfilment handlers unchanged",
      arguments: ErrorSample.allCases, SettleTime.allCases)
    func errorPasses(reason: ErrorSample, time: SettleTime) async {
      let (promise, resolver) = Promise<Int>.pending()
      let derived = await time.observe {
        ChainOperator.fulfilmentHandlers.map { kind in kind.onValue(of: promise) { _ in } }
      } settle: {
        resolver.reject(reason.error)
      }
      for (kind, promise) in zip(ChainOperator.fulfilmentHandlers, derived) {
        #expect(reason.isSame(as: await promise.result), "\(kind)")
      }
    }

    @Test(
      "2.2.7.4 B8: `catch`, `tap` and `finally` pass an error on unchanged, up to a `recover`",
      arguments: ErrorSample.allCases, SettleTime.allCases)
    func errorPassesOn(reason: ErrorSample, time: SettleTime) async {
      let (promise, resolver) = Promise<Int>.pending()
      let seen = Journal<any Error>()
      let derived = await time.observe {
        promise
          .catch { seen.write($0) }
          .tap { _ in }
          .finally {}
          .ignoreErrors()
          .recover { error in
            seen.write(error)
            return 2
          }
          .catch { seen.write($0) }
      } settle: {
        resolver.reject(reason.error)
      }
      #expect(await derived.settledOutcome == .fulfilled(2))
      #expect(seen.entries.map { reason.isSame(as: $0) } == [true, true])
    }

    @Test(
      "2.2.7.4 B8: a `catch` for another error type doesn't run, and the error is passed on",
      arguments: ErrorSample.allCases, SettleTime.allCases)
    func errorOfAnotherTypePasses(reason: ErrorSample, time: SettleTime) async {
      let (promise, resolver) = Promise<Int>.pending()
      let seen = Journal<any Error>()
      let derived = await time.observe {
        promise.catch(UnusedError.self) { seen.write($0) }
      } settle: {
        resolver.reject(reason.error)
      }
      #expect(reason.isSame(as: await derived.result))
      #expect(seen.count == 0)
    }

    @Test(
      "2.2.7 A1: a value that is an error still fulfils the promise, and remains a value",
      arguments: ErrorSample.allCases, SettleTime.allCases)
    func errorAsValue(reason: ErrorSample, time: SettleTime) async throws {
      let (promise, resolver) = Promise<any Error>.pending()
      let derived = await time.observe {
        promise.map { $0 }.recover { _ in UnusedError() }
      } settle: {
        resolver.fulfill(reason.error)
      }
      #expect(reason.isSame(as: try await derived.value))
    }
  }
}

/// An error that no promise is rejected with.
private struct UnusedError: Error {}
