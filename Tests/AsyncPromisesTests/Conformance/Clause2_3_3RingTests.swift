// Clause 2.3.3, as far as it is about promises: promises that follow each other are rejected.

import AsyncPromises
import Testing

extension Conformance {
  @Suite("Clause 2.3.3: rings", .timeLimit(.minutes(10)))
  struct Clause2_3_3RingTests {
    @Test(
      "2.3.3 A3: the promises of a ring are rejected, whether somebody looks before or after",
      arguments: SettleTime.allCases, [1, 2, 3, 10])
    func ring(time: SettleTime, size: Int) async {
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
      for consumer in consumers { #expect(await consumer.settledOutcome == .cycle) }
      for (promise, _) in ring { #expect(promise.outcome == .cycle) }
    }

    @Test(
      "2.3.3 A3: a ring of three is rejected in whatever order it is made",
      arguments: SettleTime.allCases, permutations(of: [0, 1, 2]))
    func order(time: SettleTime, order: [Int]) async {
      let ring = (0..<3).map { _ in Promise<Int>.pending() }
      let consumers = await time.observe {
        ring.map { $0.promise.tap { _ in } }
      } settle: {
        for index in order { ring[index].resolver.follow(ring[(index + 1) % 3].promise) }
      }
      for consumer in consumers { #expect(await consumer.settledOutcome == .cycle) }
    }

    @Test(
      "2.3.3 A3: a ring that several tasks close together is rejected as well",
      arguments: [2, 3, 4, 5])
    func race(size: Int) async {
      for _ in 1...10 {
        let ring = (0..<size).map { _ in Promise<Int>.pending() }
        let begin = Promise<Void>.pending()
        let tasks = ring.indices.map { index in
          Task.detached {
            _ = await begin.promise.result
            return ring[index].resolver.follow(ring[(index + 1) % size].promise)
          }
        }
        begin.resolver.fulfill()
        for task in tasks { #expect(await task.value) }
        for (promise, _) in ring { #expect(await promise.settledOutcome == .cycle) }
      }
    }

    @Test(
      "2.3.3 A2 A3: what comes after the ring was refused changes nothing",
      arguments: [2, 3], LateAttempt.allCases)
    func late(size: Int, attempt: LateAttempt) async {
      let ring = (0..<size).map { _ in Promise<Int>.pending() }
      for index in ring.indices {
        ring[index].resolver.follow(ring[(index + 1) % size].promise)
      }
      for (promise, resolver) in ring {
        #expect(!attempt.run(promise, resolver))
        #expect(promise.outcome == .cycle)
      }
    }

    @Test(
      "2.3.3 A3: a ring through the promise that a handler returns is rejected",
      arguments: SettleTime.allCases, PromiseHandler.allCases)
    func throughHandler(time: SettleTime, kind: PromiseHandler) async {
      let (source, resolver) = Promise<Int>.pending()
      let (inner, follower) = Promise<Int>.pending()
      let derived = await time.observe {
        let derived = kind.register(with: source) { inner }
        follower.follow(derived)
        return derived
      } settle: {
        resolver.resolve(with: kind.trigger.result)
      }
      #expect(await derived.settledOutcome == .cycle)
      #expect(await inner.settledOutcome == .cycle)
      #expect(source.outcome == kind.trigger.outcome)
    }

    @Test(
      "2.3.3 A3: a ring through a handler that has not run yet is rejected",
      arguments: Transform.allCases, [1, 2, 3])
    func throughDerived(kind: Transform, length: Int) async {
      let (promise, resolver) = Promise<Int>.pending()
      var last = promise
      for _ in 1...length { last = kind.register(with: last) { $0 } }
      let consumer = last.tap { _ in }
      #expect(resolver.follow(last))
      #expect(await consumer.settledOutcome == .cycle)
      #expect(promise.outcome == .cycle)
      #expect(last.outcome == .cycle)
    }

    @Test(
      "2.3.3 A3: who follows a ring from outside is rejected with it",
      arguments: SettleTime.allCases, [1, 2, 3])
    func outside(time: SettleTime, size: Int) async {
      let (outer, follower) = Promise<Int>.pending()
      let ring = (0..<size).map { _ in Promise<Int>.pending() }
      await time.observe {
        _ = follower.follow(ring[0].promise)
      } settle: {
        for index in ring.indices {
          ring[index].resolver.follow(ring[(index + 1) % size].promise)
        }
      }
      #expect(await outer.settledOutcome == .cycle)
    }

    @Test(
      "2.3.3 A3: two promises that follow the same one, and not each other, are no ring",
      arguments: SettleTime.allCases, Settlement.allCases)
    func noRing(time: SettleTime, settlement: Settlement) async {
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
