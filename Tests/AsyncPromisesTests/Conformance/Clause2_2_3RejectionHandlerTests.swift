// Clause 2.2.3: a rejection handler runs once, after the rejection, with the error; otherwise
// never.

import AsyncPromises
import TestSupport
import Testing

extension Conformance {
  @Suite("Clause 2.2.3: rejection handlers", .timeLimit(.minutes(10)))
  struct Clause2_2_3RejectionHandlerTests {
    @Test(
      "2.2.3.1 B8: the handler gets the error, and finds the promise rejected with it",
      arguments: SettleTime.allCases, ChainOperator.rejectionHandlers)
    func error(time: SettleTime, kind: ChainOperator) async {
      let (promise, resolver) = Promise<Int>.pending()
      let arguments = Journal<Outcome>()
      let outcomes = Journal<Outcome>()
      let derived = await time.observe {
        kind.onError(of: promise) {
          arguments.write(Outcome(.failure($0)))
          outcomes.write(promise.outcome)
        }
      } settle: {
        resolver.reject(TestError.first)
      }
      #expect(await derived.settledOutcome == kind.outcome(of: .rejected))
      #expect(arguments.entries == [.rejected(.first)])
      #expect(outcomes.entries == [.rejected(.first)])
    }

    @Test(
      "2.2.3.1 A4 B8: a cancellation and a broken promise are errors that the handler sees",
      arguments: LibraryRejection.allCases,
      ChainOperator.rejectionHandlers.filter { $0.errors == .all })
    func errorOfTheLibrary(rejection: LibraryRejection, kind: ChainOperator) async {
      let arguments = Journal<Outcome>()
      let derived = rejection.observe { promise in
        kind.onError(of: promise) { arguments.write(Outcome(.failure($0))) }
      }
      _ = await derived.result
      #expect(arguments.entries == [rejection.outcome])
    }

    @Test(
      "2.2.3.2 A1: the handler does not run while the promise is pending",
      arguments: ChainOperator.rejectionHandlers)
    func notBefore(kind: ChainOperator) async throws {
      let (promise, resolver) = Promise<Int>.pending()
      let outcomes = Journal<Outcome>()
      let derived = kind.onError(of: promise) { _ in outcomes.write(promise.outcome) }
      try await otherWork()
      #expect(outcomes.entries == [])
      #expect(derived.outcome == .pending)
      resolver.reject(TestError.first)
      #expect(await derived.settledOutcome == kind.outcome(of: .rejected))
      #expect(outcomes.entries == [.rejected(.first)])
    }

    @Test(
      "2.2.3.2 B6: a fulfilled promise releases the handler, which never runs",
      arguments: SettleTime.allCases, ChainOperator.rejectionHandlers)
    func neverOnFulfilment(time: SettleTime, kind: ChainOperator) async throws {
      let (promise, resolver) = Promise<Int>.pending()
      let journal = Journal<Outcome>()
      let (derived, freed) = await time.observe {
        tracking { object in
          kind.onError(of: promise) {
            object.use()
            journal.write(Outcome(.failure($0)))
          }
        }
      } settle: {
        resolver.fulfill(1)
      }
      #expect(await derived.settledOutcome == .fulfilled(1))
      try await freed.value
      #expect(journal.entries == [])
    }

    @Test(
      "2.2.3.2 E2: the handler of a cancelled derived promise never runs; others do",
      arguments: ChainOperator.rejectionHandlers)
    func neverWhenWithdrawn(kind: ChainOperator) async throws {
      let (promise, resolver) = Promise<Int>.pending()
      let journal = Journal<Outcome>()
      let other = promise.recover { _ in 0 }
      let freed = tracking { object in
        kind.onError(of: promise) {
          object.use()
          journal.write(Outcome(.failure($0)))
        }.cancel()
      }.freed
      resolver.reject(TestError.first)
      #expect(await other.settledOutcome == .fulfilled(0))
      try await freed.value
      #expect(journal.entries == [])
    }

    @Test(
      "2.2.3.3 A2: the handler runs once, however many calls try to settle its promise",
      arguments: SettleTime.allCases, ChainOperator.rejectionHandlers)
    func onceForAll(time: SettleTime, kind: ChainOperator) async throws {
      let (promise, resolver) = Promise<Int>.pending()
      let journal = Journal<Outcome>()
      let freed = await time.observe {
        tracking { object in
          kind.onError(of: promise) {
            object.use()
            journal.write(Outcome(.failure($0)))
          }
        }.freed
      } settle: {
        for error in [TestError.first, .second, .third] { resolver.reject(error) }
        resolver.fulfill(1)
      }
      await Task.detached { _ = resolver.reject(TestError.second) }.value
      // The closure has been released, so it can't run again.
      try await freed.value
      #expect(journal.entries == [.rejected(.first)])
    }

    @Test(
      "2.2.3.3 B3: handlers registered before, while and after the promise settles run once",
      arguments: ChainOperator.rejectionHandlers)
    func onceEach(kind: ChainOperator) async throws {
      let (promise, resolver) = Promise<Int>.pending()
      let journal = Journal<Int>()
      let register: @Sendable (Int) -> Promise<Void> = { number in
        tracking { object in
          kind.onError(of: promise) { _ in
            object.use()
            journal.write(number)
          }
        }.freed
      }
      var freed = [register(1)]
      try await otherWork()
      freed.append(register(2))
      let others = (3...6).map { number in Task.detached { register(number) } }
      resolver.reject(TestError.first)
      freed.append(register(7))
      for other in others { freed.append(await other.value) }
      for closure in freed { try await closure.value }
      try await register(8).get()
      #expect(journal.entries.sorted() == Array(1...8))
    }
  }
}

/// A rejection by the library itself.
enum LibraryRejection: CaseIterable, Sendable {
  case cancelled
  case broken

  var outcome: Outcome {
    switch self {
    case .cancelled: .cancelled
    case .broken: .broken
    }
  }

  /// Creates a promise that ends this way after `register` has been called with it.
  func observe<R>(_ register: (Promise<Int>) -> R) -> R {
    let (promise, resolver) = Promise<Int>.pending()
    let registered = register(promise)
    switch self {
    case .cancelled:
      promise.cancel()
      resolver.fulfill(1)
    case .broken:
      break
    }
    return registered
  }
}
