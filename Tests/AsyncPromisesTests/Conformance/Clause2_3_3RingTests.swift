// Clause 2.3.3, as far as it concerns promises: promises that follow each other stay pending.

import AsyncPromises
import TestSupport
import Testing

extension Conformance {
  @Suite("Clause 2.3.3: cycles", .timeLimit(.minutes(10)))
  struct Clause2_3_3RingTests {
    @Test(
      "2.3.3 A3 E2: the promises of a cycle stay pending until one of them is cancelled",
      arguments: SettleTime.allCases, [2, 3, 10])
    func cycle(time: SettleTime, size: Int) async {
      let ring = (0..<size).map { _ in Promise<Int>.pending() }
      let answers = Journal<Bool>()
      let consumers = await time.observe {
        ring.map { $0.promise.tap { _ in } }
      } settle: {
        for index in ring.indices {
          answers.write(ring[index].resolver.follow(ring[(index + 1) % size].promise))
        }
      }
      #expect(answers.entries == Array(repeating: true, count: size))
      for (promise, _) in ring { #expect(promise.outcome == .pending) }
      #expect(ring[size - 1].promise.cancel())
      for consumer in consumers { #expect(await consumer.settledOutcome == .cancelled) }
      for (promise, _) in ring { #expect(promise.outcome == .cancelled) }
    }

    @Test(
      "2.3.3 A3: a cycle of three stays pending, in whatever order it is linked",
      arguments: SettleTime.allCases, permutations(of: [0, 1, 2]))
    func order(time: SettleTime, order: [Int]) async {
      let ring = (0..<3).map { _ in Promise<Int>.pending() }
      let consumers = await time.observe {
        ring.map { $0.promise.tap { _ in } }
      } settle: {
        for index in order { ring[index].resolver.follow(ring[(index + 1) % 3].promise) }
      }
      for consumer in consumers { #expect(consumer.outcome == .pending) }
      #expect(ring[order[0]].promise.cancel())
      for consumer in consumers { #expect(await consumer.settledOutcome == .cancelled) }
    }

    @Test(
      "2.3.3 A2 A3: once a cycle exists, only a cancellation changes anything",
      arguments: [2, 3], LateAttempt.allCases)
    func late(size: Int, attempt: LateAttempt) async {
      let ring = (0..<size).map { _ in Promise<Int>.pending() }
      for index in ring.indices {
        ring[index].resolver.follow(ring[(index + 1) % size].promise)
      }
      let (promise, resolver) = ring[0]
      #expect(attempt.run(promise, resolver) == (attempt == .cancel))
      for (promise, _) in ring {
        #expect(promise.outcome == (attempt == .cancel ? .cancelled : .pending))
      }
      promise.cancel()
    }

    @Test(
      "2.3.3 A3: a cycle through the promise that a handler returns stays pending",
      arguments: SettleTime.allCases, ChainOperator.promiseHandlers)
    func throughHandler(time: SettleTime, kind: ChainOperator) async {
      let (source, resolver) = Promise<Int>.pending()
      let (inner, follower) = Promise<Int>.pending()
      let ran = Promise<Void>.pending()
      let derived = await time.observe {
        let derived = kind.follow(source) {
          ran.resolver.fulfill()
          return inner
        }
        follower.follow(derived)
        return derived
      } settle: {
        resolver.resolve(with: kind.trigger.result)
      }
      _ = await ran.promise.result
      #expect(derived.outcome == .pending)
      #expect(inner.cancel())
      // Abandoned if `inner` leaves before the promise is bound; cancelled through `inner`
      // otherwise.
      #expect(await [.cancelled, .abandoned].contains(derived.settledOutcome))
      #expect(source.outcome == kind.trigger.outcome)
    }

    @Test(
      "2.3.3 A3: two promises that follow the same one, but not each other, aren't a cycle",
      arguments: SettleTime.allCases, Settlement.allCases)
    func noCycle(time: SettleTime, settlement: Settlement) async {
      let (inner, resolver) = Promise<Int>.pending()
      let (left, leftResolver) = Promise<Int>.pending()
      let (right, rightResolver) = Promise<Int>.pending()
      let (last, lastResolver) = Promise<Int>.pending()
      await time.observe {
        leftResolver.follow(inner)
        rightResolver.follow(inner)
        lastResolver.follow(left.then { _ in right }.recover(.promise) { _ in right })
      } settle: {
        resolver.resolve(with: settlement.result)
      }
      #expect(await left.settledOutcome == settlement.outcome)
      #expect(await right.settledOutcome == settlement.outcome)
      #expect(await last.settledOutcome == settlement.outcome)
    }
  }
}
