// Clause 2.2.6: a promise takes any number of handlers, which run in the order of registration.

import AsyncPromises
import Dispatch
import TestSupport
import Testing

extension Conformance {
  @Suite("Clause 2.2.6: many handlers, in order", .timeLimit(.minutes(10)))
  struct Clause2_2_6OrderTests {
    @Test(
      "2.2.6 A1: every handler sees the same outcome, whatever the others do with it",
      arguments: combinations(SettleTime.allCases, Settlement.allCases, HandlerIsolation.allCases))
    func sameOutcome(time: SettleTime, settlement: Settlement, home: HandlerIsolation) async {
      let (promise, resolver) = Promise<Int>.pending()
      let seen = Journal<Outcome>()
      let derived = await time.observe(on: home.isolation()) { isolation in
        (1...6).map { number in
          promise.tap { outcome in
            _ = isolation
            seen.write(Outcome(outcome))
          }.map { $0 * number }.recover { _ in number }
        }
      } settle: {
        resolver.resolve(with: settlement.result)
      }
      for (index, promise) in derived.enumerated() {
        #expect(await promise.settledOutcome == .fulfilled(index + 1))
      }
      #expect(seen.entries == Array(repeating: settlement.outcome, count: 6))
    }

    @Test(
      "2.2.6 B3: handlers with the same isolation start in the order of registration",
      arguments: combinations(SettleTime.allCases, Settlement.allCases, HandlerIsolation.allCases))
    func order(time: SettleTime, settlement: Settlement, home: HandlerIsolation) async {
      let (promise, resolver) = Promise<Int>.pending()
      let order = Journal<Int>()
      let derived = await time.observe(on: home.isolation()) { isolation in
        (1...20).map { number in
          promise.tap { _ in
            _ = isolation
            order.write(number)
          }
        }
      } settle: {
        resolver.resolve(with: settlement.result)
      }
      for promise in derived { _ = await promise.result }
      #expect(order.entries == Array(1...20))
    }

    @Test(
      "2.2.6 B3: asynchronous handlers with the same isolation start in the order of registration",
      .needsImmediateTasks,
      .enabled(if: tasksStartInPlace),
      arguments: combinations(SettleTime.allCases, Settlement.allCases, HandlerIsolation.allCases))
    func asynchronousOrder(time: SettleTime, settlement: Settlement, home: HandlerIsolation) async {
      let (promise, resolver) = Promise<Int>.pending()
      let order = Journal<Int>()
      let derived = await time.observe(on: home.isolation()) { isolation in
        (1...20).map { number in
          switch settlement {
          case .fulfilled:
            promise.map(.async) { value async in
              _ = isolation
              order.write(number)
              return value
            }
          case .rejected:
            promise.recover(.async) { _ async in
              _ = isolation
              order.write(number)
              return 0
            }
          }
        }
      } settle: {
        resolver.resolve(with: settlement.result)
      }
      for promise in derived { _ = await promise.result }
      #expect(order.entries == Array(1...20))
    }

    @Test(
      "2.2.6 B3: handlers of different kinds start in the order of registration",
      .needsImmediateTasks,
      .enabled(if: tasksStartInPlace),
      arguments: SettleTime.allCases, Settlement.allCases)
    func orderOfKinds(time: SettleTime, settlement: Settlement) async {
      let (promise, resolver) = Promise<Int>.pending()
      let order = Journal<Int>()
      let freed = await time.observe {
        switch settlement {
        case .fulfilled:
          (ChainOperator.fulfilmentHandlers + ChainOperator.fulfilmentHandlers.reversed())
            .enumerated().map { number, kind in
              tracking { object in
                kind.onValue(of: promise) { _ in
                  object.use()
                  order.write(number)
                }
              }.freed
            }
        case .rejected:
          (ChainOperator.rejectionHandlers + ChainOperator.rejectionHandlers.reversed())
            .enumerated().map { number, kind in
              tracking { object in
                kind.onError(of: promise) { _ in
                  object.use()
                  order.write(number)
                }
              }.freed
            }
        }
      } settle: {
        resolver.resolve(with: settlement.result)
      }
      for closure in freed { _ = await closure.result }
      #expect(order.entries == Array(freed.indices))
    }

    @Test(
      "2.2.6 B3: a handler registered by another one starts last",
      arguments: combinations(SettleTime.allCases, Settlement.allCases, HandlerIsolation.allCases))
    func nested(time: SettleTime, settlement: Settlement, home: HandlerIsolation) async throws {
      let (promise, resolver) = Promise<Int>.pending()
      let order = Journal<String>()
      let ended = Promise<Void>.pending()
      // If the promise is already settled, the first handler may run before the second is
      // registered.
      let secondIsThere = DispatchSemaphore(value: 0)
      await time.observe(on: home.isolation()) { isolation in
        promise.whenSettled { _ in
          secondIsThere.wait()
          order.write("first")
          promise.whenSettled { _ in
            _ = isolation
            order.write("first of first")
            ended.resolver.fulfill()
          }
        }
        promise.whenSettled { _ in
          _ = isolation
          order.write("second")
        }
        secondIsThere.signal()
      } settle: {
        resolver.resolve(with: settlement.result)
      }
      try await ended.promise.value
      #expect(order.entries == ["first", "second", "first of first"])
    }

    @Test(
      "2.2.6 B3: handlers registered while others run don't overtake them",
      arguments: Settlement.allCases, HandlerIsolation.allCases)
    func late(settlement: Settlement, home: HandlerIsolation) async {
      let (promise, resolver) = Promise<Int>.pending()
      let order = Journal<Int>()
      let register: @Sendable (Range<Int>, isolated (any Actor)?) -> [Promise<Int>] = {
        numbers, isolation in
        numbers.map { number in
          promise.tap { _ in
            _ = isolation
            order.write(number)
          }
        }
      }
      let isolation = home.isolation()
      var derived = await register(0..<50, isolation)
      resolver.resolve(with: settlement.result)
      derived += await register(50..<100, isolation)
      for promise in derived { _ = await promise.result }
      derived += await register(100..<110, isolation)
      for promise in derived { #expect(await promise.settledOutcome == settlement.outcome) }
      #expect(order.entries == Array(0..<110))
    }

    @Test(
      "2.2.6 B3 E2: withdrawing a handler doesn't change the order of the others",
      arguments: combinations(Settlement.allCases, HandlerIsolation.allCases, [1, 2, 3]))
    func withdrawn(settlement: Settlement, home: HandlerIsolation, number: Int) async {
      let (promise, resolver) = Promise<Int>.pending()
      let order = Journal<Int>()
      let derived = await SettleTime.later.observe(on: home.isolation()) { isolation in
        let derived = (1...3).map { number in
          promise.tap { _ in
            _ = isolation
            order.write(number)
          }
        }
        derived[number - 1].cancel()
        return derived
      } settle: {
        resolver.resolve(with: settlement.result)
      }
      for promise in derived { _ = await promise.result }
      #expect(derived[number - 1].outcome == .cancelled)
      #expect(order.entries == (1...3).filter { $0 != number })
    }

    @Test(
      "2.2.6 B3 E2: a withdrawn `finally` runs immediately, and the others run in order",
      arguments: Settlement.allCases, [1, 2, 3])
    func withdrawnFinally(settlement: Settlement, number: Int) async throws {
      let (promise, resolver) = Promise<Int>.pending()
      let order = Journal<Int>()
      let handlers = (1...3).map { number in
        tracking { object in
          promise.finally {
            object.use()
            order.write(number)
          }
        }
      }
      handlers[number - 1].result.cancel()
      try await handlers[number - 1].freed.value
      #expect(order.entries == [number])
      resolver.resolve(with: settlement.result)
      for (derived, freed) in handlers {
        _ = await derived.result
        try await freed.value
      }
      #expect(order.entries == [number] + (1...3).filter { $0 != number })
    }

    @Test(
      "2.2.6 B7: a handler that throws affects only its own derived promise",
      arguments: combinations(SettleTime.allCases, Settlement.allCases, [0, 1, 2]))
    func throwing(time: SettleTime, settlement: Settlement, culprit: Int) async {
      let (promise, resolver) = Promise<Int>.pending()
      let order = Journal<Int>()
      let derived = await time.observe {
        (0..<3).map { number in
          let body: @Sendable () throws -> Int = {
            order.write(number)
            if number == culprit { throw TestError.second }
            return number
          }
          return switch settlement {
          case .fulfilled: promise.map { _ in try body() }
          case .rejected: promise.recover { _ in try body() }
          }
        }
      } settle: {
        resolver.resolve(with: settlement.result)
      }
      for (number, promise) in derived.enumerated() {
        let expected: Outcome = number == culprit ? .rejected(.second) : .fulfilled(number)
        #expect(await promise.settledOutcome == expected)
      }
      #expect(order.entries == [0, 1, 2])
      #expect(promise.outcome == settlement.outcome)
    }

    @Test(
      "2.2.6 B8: the branches of a promise are independent of each other",
      arguments: SettleTime.allCases, Settlement.allCases)
    func branches(time: SettleTime, settlement: Settlement) async {
      let (promise, resolver) = Promise<Int>.pending()
      let derived = await time.observe {
        let value = promise.recover { _ in 10 }
        return [
          value.map { $0 + 1 }.map { $0 * 2 },
          value.map { _ in throw TestError.second }.map { $0 * 2 },
          value.then { .fulfilled($0 + 3) }.recover { _ in 99 },
          value.then { _ in .rejected(TestError.third) }.recover { _ in 4 },
          promise.map { $0 + 5 },
        ]
      } settle: {
        resolver.resolve(with: settlement.result)
      }
      let base = settlement == .fulfilled ? 1 : 10
      let expected: [Outcome] = [
        .fulfilled((base + 1) * 2), .rejected(.second), .fulfilled(base + 3), .fulfilled(4),
        settlement == .fulfilled ? .fulfilled(6) : .rejected(.first),
      ]
      for (promise, expected) in zip(derived, expected) {
        #expect(await promise.settledOutcome == expected)
      }
    }
  }
}
