// Threads that release promises and resolvers while others use them.

import AsyncPromises
import Testing

extension StressTests {
  @Suite("Dropping", .timeLimit(.minutes(10)))
  struct DroppingTests {
    @Test(
      "A4: releasing the last resolver breaks the promise, ending waits", arguments: threadCounts)
    func resolvers(threads: Int) async {
      await stress(threads: threads) { round in
        let (promise, resolver) = Promise<Token>.pending()
        let sight = round.sight()
        round.consume(promise, sight)
        let waiter = round.heldWait(for: promise) { sight.see($0) }
        round.part { waiter.start() }
        for _ in 0..<threads {
          let copy = Handle(resolver)
          round.part { copy.drop() }
        }
        round.afterwards { sight.see(settled: promise) }
        round.expect("the outcome is \(sight.code)") { sight.end == .broken }
      }
    }

    @Test("A4: resolvers are released while one settles the promise", arguments: threadCounts)
    func settlingResolver(threads: Int) async {
      await stress(threads: threads) { round in
        let (promise, resolver) = Promise<Token>.pending()
        let sight = round.sight()
        let wins = round.counter("the settle won")
        let token = round.token(1)
        round.consume(promise, sight)
        let waiter = round.heldWait(for: promise) { sight.see($0) }
        round.part { waiter.start() }
        let settler = Handle(resolver)
        round.part {
          settler.use { wins.add(if: $0.fulfill(token)) }
          settler.drop()
        }
        round.others { _ in
          let copy = Handle(resolver)
          return { copy.drop() }
        }
        round.expect("the outcome is \(sight.code)") { sight.code == 1 }
        round.afterwards { sight.see(settled: promise) }
      }
    }

    @Test(
      "A4 B6: promises released while they settle free all they hold", arguments: threadCounts)
    func promises(threads: Int) async {
      await stress(threads: threads) { round in
        let (promise, resolver) = Promise<Token>.pending()
        let sight = round.sight()
        let wins = round.counter("the settle won")
        let token = Handle(round.token(1))
        for _ in 0..<round.consumers { promise.whenSettled(round.handler { sight.see($0) }) }
        let settler = Handle(resolver)
        round.part {
          token.use { token in settler.use { wins.add(if: $0.fulfill(token)) } }
          token.drop()
          settler.drop()
        }
        round.others { _ in
          let copy = Handle(promise)
          let derived = Handle(promise.map { $0 })
          return {
            copy.drop()
            derived.drop()
          }
        }
        round.expect("the outcome is \(sight.code)") {
          round.consumers == 0 || sight.code == 1
        }
      }
    }
  }
}
