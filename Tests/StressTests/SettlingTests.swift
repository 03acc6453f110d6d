// Threads that settle one promise, register with it, read it and leave it at the same time.

import AsyncPromises
import PromiseCompatSupport
import Testing

extension StressTests {
  @Suite("Settling", .timeLimit(.minutes(10)))
  struct SettlingTests {
    @Test("A2 C3: one of many settling calls wins; all see its outcome", arguments: threadCounts)
    func settlers(threads: Int) async {
      await stress(threads: threads) { round in
        let (promise, resolver) = Promise<Token>.pending()
        let sight = round.sight()
        let wins = round.counter("a settle won")
        round.consume(promise, sight)
        round.others { index in
          let token = round.token(index)
          let result: Outcome =
            index % 2 == 0 ? .success(token) : .failure(Refusal(token: token))
          return {
            guard resolver.resolve(with: result) else { return }
            wins.add()
            // When a winning call returns, its outcome can be read.
            sight.see(index)
            sight.see(settled: promise)
          }
        }
        round.afterwards { sight.see(settled: promise) }
      }
    }

    @Test("B3: handlers registered while a promise settles run in order", arguments: threadCounts)
    func handlers(threads: Int) async {
      await stress(threads: threads) { round in
        let (promise, resolver) = Promise<Token>.pending()
        let sight = round.sight()
        let token = round.token(1)
        round.consume(promise, sight)
        round.part { resolver.fulfill(token) }
        round.others { _ in
          let overtakings = round.counter("a handler overtook another", 0)
          let ran = Counter()
          let handlers = (0...round.consumers).map { number in
            round.handler {
              sight.see($0)
              overtakings.add(if: ran.count != number)
              ran.add()
            }
          }
          return { for handler in handlers { promise.whenSettled(handler) } }
        }
        round.afterwards { sight.see(settled: promise) }
      }
    }

    @Test("A5: once an outcome is read, every later read sees it", arguments: threadCounts)
    func reading(threads: Int) async {
      await stress(threads: threads) { round in
        let (promise, resolver) = Promise<Token>.pending()
        let sight = round.sight()
        let token = round.token(1)
        round.consume(promise, sight)
        round.part { resolver.fulfill(token) }
        round.others { _ in
          let losses = round.counter("an outcome was lost", 0)
          return {
            var hasSeen = false
            for _ in 0..<20 {
              let outcome = promise.resultIfSettled
              losses.add(if: hasSeen && outcome == nil)
              guard let outcome else { continue }
              hasSeen = true
              sight.see(outcome)
            }
          }
        }
        round.afterwards { sight.see(settled: promise) }
      }
    }

    @Test("D3: a waiting thread gets the outcome, whenever it arrives", arguments: threadCounts)
    func blocking(threads: Int) async {
      await stress(threads: threads, rounds: 500) { round in
        let (promise, resolver) = Promise<Token>.pending()
        let sight = round.sight()
        let token = round.token(1)
        round.part { resolver.fulfill(token) }
        round.others { (index) -> Contenders.Part in
          guard index % 2 == 0 else {
            return { sight.see(Outcome { try promise.wait(timeout: .seconds(100)) }) }
          }
          return { sight.see(promise.waitForOutcome(#fileID, #line)) }
        }
      }
    }

    @Test("C2 C3 E3: a waiter returns once, whenever it is cancelled", arguments: threadCounts)
    func waiters(threads: Int) async {
      await stress(threads: threads) { round in
        let (promise, resolver) = Promise<Token>.pending()
        let sight = round.sight()
        let token = round.token(1)
        round.consume(promise, sight)
        for _ in 0..<max(1, threads / 2) {
          let waiters = (0..<4).map { _ in
            round.heldWait(for: promise) { outcome in
              if !outcome.isCancellation { sight.see(outcome) }
            }
          }
          // The first two are already waiting, and leave in the order in which they are notified.
          for waiter in waiters[..<2] { waiter.start() }
          round.part { for waiter in waiters[2...] { waiter.start() } }
          round.part { for waiter in waiters { waiter.cancel() } }
        }
        round.part { resolver.fulfill(token) }
        round.afterwards { sight.see(settled: promise) }
        round.expect("the promise was not fulfilled") { sight.code == 1 }
      }
    }

    @Test("C2: waiters that leave together don't affect the others", arguments: threadCounts)
    func leaving(threads: Int) async {
      await stress(threads: threads) { round in
        let (promise, resolver) = Promise<Token>.pending()
        let sight = round.sight()
        let token = round.token(1)
        round.consume(promise, sight)
        round.others { _ in
          let leaving = round.heldWait(for: promise) { _ in }
          leaving.start()
          let late = round.heldWait(for: promise) { sight.see($0) }
          return {
            leaving.cancel()
            late.start()
          }
        }
        round.afterwards {
          resolver.fulfill(token)
          sight.see(settled: promise)
        }
        round.expect("the promise was not fulfilled") { sight.code == 1 }
      }
    }

    @Test("E1: settling or cancelling wins; only the latter runs onCancel", arguments: threadCounts)
    func cancelling(threads: Int) async {
      await stress(threads: threads) { round in
        let (promise, resolver) = Promise<Token>.pending()
        let sight = round.sight()
        let token = round.token(1)
        let wins = round.counter("a settle or a cancellation won")
        let told = Counter()
        let registered = Counter()
        round.consume(promise, sight)
        round.part { wins.add(if: resolver.fulfill(token)) }
        for _ in 0..<(round.isOdd ? 1 : 2) { round.part { wins.add(if: promise.cancel()) } }
        round.others { _ in
          let handler = round.handler { sight.see($0) }
          let token = round.token()
          return {
            promise.whenSettled(handler)
            registered.add()
            resolver.onCancel {
              told.add()
              token.use()
            }
          }
        }
        round.afterwards { sight.see(settled: promise) }
        round.expect("onCancel ran \(told.count) times of \(registered.count)") {
          told.count == (sight.end == .cancelled ? registered.count : 0)
        }
      }
    }
  }
}
