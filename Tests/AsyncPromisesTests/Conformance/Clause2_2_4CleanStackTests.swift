// Clause 2.2.4: a handler never runs on a stack that other user code is on.

import AsyncPromises
import TestSupport
import Testing

extension Conformance {
  @Suite("Clause 2.2.4: a clean stack", .timeLimit(.minutes(10)))
  struct Clause2_2_4CleanStackTests {
    @Test(
      "2.2.4: the mark that these tests look for is set on its stack and nowhere else"
    )
    func mark() async {
      #expect(!StackMark.isSet)
      #expect(StackMark.during { StackMark.isSet })
      #expect(!StackMark.isSet)
    }

    @Test(
      "2.2.4 B1: a handler never runs on the stack of the registering or the fulfilling call",
      arguments: SettleTime.allCases, ChainOperator.fulfilmentHandlers)
    func fulfilmentHandlers(time: SettleTime, kind: ChainOperator) async throws {
      let (promise, resolver) = Promise<Int>.pending()
      let marks = Journal<Bool>()
      let derived = await time.observe {
        StackMark.during { kind.onValue(of: promise) { _ in marks.write(StackMark.isSet) } }
      } settle: {
        _ = StackMark.during { resolver.fulfill(1) }
      }
      try await derived.value
      #expect(marks.entries == [false])
    }

    @Test(
      "2.2.4 B1: a handler never runs on the stack of the registering or the rejecting call",
      arguments: SettleTime.allCases, ChainOperator.rejectionHandlers)
    func rejectionHandlers(time: SettleTime, kind: ChainOperator) async {
      let (promise, resolver) = Promise<Int>.pending()
      let marks = Journal<Bool>()
      let derived = await time.observe {
        StackMark.during { kind.onError(of: promise) { _ in marks.write(StackMark.isSet) } }
      } settle: {
        _ = StackMark.during { resolver.reject(TestError.first) }
      }
      #expect(await derived.settledOutcome == kind.outcome(of: .rejected))
      #expect(marks.entries == [false])
    }

    @Test(
      "2.2.4 B1 E1: a handler never runs on the stack of the cancelling call",
      arguments: SettleTime.allCases, ChainOperator.rejectionHandlers.filter { $0.errors == .all })
    func cancellation(time: SettleTime, kind: ChainOperator) async {
      let (promise, resolver) = Promise<Int>.pending()
      let marks = Journal<Bool>()
      let derived = await time.observe {
        StackMark.during { kind.onError(of: promise) { _ in marks.write(StackMark.isSet) } }
      } settle: {
        _ = StackMark.during { promise.cancel() }
      }
      _ = await derived.result
      withExtendedLifetime(resolver) {}
      #expect(marks.entries == [false])
    }

    @Test(
      "2.2.4 B1 A4: a handler never runs on the stack that releases the last resolver",
      arguments: ChainOperator.rejectionHandlers.filter { $0.errors == .all })
    func brokenPromise(kind: ChainOperator) async {
      let marks = Journal<Bool>()
      let derived = StackMark.during {
        kind.onError(of: Promise<Int>.pending().promise) { _ in marks.write(StackMark.isSet) }
      }
      _ = await derived.result
      #expect(marks.entries == [false])
    }

    @Test(
      "2.2.4 B1 A3: a handler never runs on the stack that settles the promise being followed",
      arguments: combinations(SettleTime.allCases, Settlement.allCases, HandlerIsolation.allCases))
    func following(time: SettleTime, settlement: Settlement, home: HandlerIsolation) async {
      let (outer, follower) = Promise<Int>.pending()
      let (inner, resolver) = Promise<Int>.pending()
      let marks = Journal<Bool>()
      let derived = await time.observe(on: home.isolation()) { isolation in
        StackMark.during {
          let derived = outer.tap { _ in
            _ = isolation
            marks.write(StackMark.isSet)
          }
          follower.follow(inner)
          return derived
        }
      } settle: {
        _ = StackMark.during { resolver.resolve(with: settlement.result) }
      }
      #expect(await derived.settledOutcome == settlement.outcome)
      #expect(marks.entries == [false])
    }

    @Test(
      "2.2.4 B1: on an actor, a handler starts after the registering and settling code has ended",
      arguments: combinations(
        SettleTime.allCases, Settlement.allCases, [HandlerIsolation.mainActor, .actor]))
    func order(time: SettleTime, settlement: Settlement, home: HandlerIsolation) async {
      let (promise, resolver) = Promise<Int>.pending()
      let order = Journal<String>()
      let derived = await time.observe(on: home.isolation()) { isolation in
        let derived = promise.tap { _ in
          _ = isolation
          order.write("handler")
        }
        order.write("registered")
        return derived
      } settle: {
        guard time == .atOnce else { return _ = resolver.resolve(with: settlement.result) }
        resolver.resolve(with: settlement.result)
        order.write("settled")
      }
      #expect(await derived.settledOutcome == settlement.outcome)
      #expect(
        order.entries
          == (time == .atOnce
            ? ["registered", "settled", "handler"] : ["registered", "handler"]))
    }

    @Test(
      "2.2.4 B1 B4: a handler registered by another handler starts after that handler has ended",
      arguments: combinations(SettleTime.allCases, Settlement.allCases, HandlerIsolation.allCases))
    func nestedRegistration(time: SettleTime, settlement: Settlement, home: HandlerIsolation)
      async throws
    {
      let (promise, resolver) = Promise<Int>.pending()
      let order = Journal<String>()
      let ended = Promise<Void>.pending()
      await time.observe(on: home.isolation()) { isolation in
        promise.whenSettled { _ in
          order.write("outer begins")
          promise.whenSettled { _ in
            _ = isolation
            order.write("inner")
            ended.resolver.fulfill()
          }
          order.write("outer ends")
        }
      } settle: {
        resolver.resolve(with: settlement.result)
      }
      try await ended.promise.value
      #expect(order.entries == ["outer begins", "outer ends", "inner"])
    }

    @Test(
      "2.2.4 B1 B4: a handler doesn't run on the stack of a handler that settles its promise",
      arguments: combinations(SettleTime.allCases, Settlement.allCases, HandlerIsolation.allCases))
    func nestedSettling(time: SettleTime, settlement: Settlement, home: HandlerIsolation) async {
      let (first, firstResolver) = Promise<Int>.pending()
      let (second, secondResolver) = Promise<Int>.pending()
      let marks = Journal<Bool>()
      let derived = await time.observe(on: home.isolation()) { isolation in
        first.whenSettled { outcome in
          _ = isolation
          _ = StackMark.during { secondResolver.resolve(with: outcome) }
        }
        return second.tap { _ in
          _ = isolation
          marks.write(StackMark.isSet)
        }
      } settle: {
        firstResolver.resolve(with: settlement.result)
      }
      #expect(await derived.settledOutcome == settlement.outcome)
      #expect(marks.entries == [false])
    }

    @Test(
      "2.2.4 B1: a handler for any outcome never runs on the stack of the settling call",
      arguments: combinations(
        SettleTime.allCases, Settlement.allCases, ChainOperator.outcomeHandlers))
    func outcomeHandlers(
      time: SettleTime, settlement: Settlement, kind: ChainOperator
    ) async throws {
      let (promise, resolver) = Promise<Int>.pending()
      let marks = Journal<Bool>()
      let freed = await time.observe {
        tracking { object in
          StackMark.during {
            kind.handle(promise) {
              object.use()
              marks.write(StackMark.isSet)
            }
          }
        }.freed
      } settle: {
        _ = StackMark.during { resolver.resolve(with: settlement.result) }
      }
      try await freed.value
      #expect(marks.entries == [false])
    }
  }
}
