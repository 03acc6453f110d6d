// Threads that cancel promises derived from each other, while others settle them.

import AsyncPromises
import Testing

extension StressTests {
  @Suite("Cancelling", .timeLimit(.minutes(10)))
  struct CancellingTests {
    @Test(
      "E1 E2: if a chain is cancelled in several places, all links settle", arguments: threadCounts)
    func chain(threads: Int) async {
      await stress(threads: threads) { round in
        let (first, resolver) = Promise<Token>.pending()
        let token = round.token(1)
        var links = [first]
        for _ in 1...6 {
          let runs = round.counter("the handler of a link ran", 0...1)
          let capture = round.token()
          links.append(
            links[links.count - 1].map {
              runs.add()
              capture.use()
              return $0
            })
        }
        // A handler is a consumer that never withdraws, so it keeps every link in use.
        let sights = round.consumers == 0 ? [] : links.map { _ in round.sight(of: "a link") }
        for (link, sight) in zip(links, sights) { round.consume(link, sight) }
        round.part { resolver.fulfill(token) }
        round.others { _ in
          let link = links[round.random(below: links.count)]
          let pending = round.counter("a link was cancelled and is pending", 0)
          // Counts only winning cancellations: after a losing one, the winner may still be writing.
          return { pending.add(if: link.cancel() && link.resultIfSettled == nil) }
        }
        round.expect("the links settled as \(sights.map(\.code))") {
          // Values up to the cancelled link, and cancellations from there on.
          let codes = sights.map(\.code)
          let cut = codes.firstIndex { $0 != 1 } ?? codes.count
          return codes[cut...].allSatisfy { $0 == Sight.End.cancelled.rawValue }
        }
      }
    }

    @Test("E2: the last consumer to withdraw stops the source, once", arguments: threadCounts)
    func interest(threads: Int) async {
      await stress(threads: threads) { round in
        let (source, resolver) = Promise<Token>.pending()
        let isWanted = round.isOdd
        let sight = round.sight(of: "the source")
        let token = round.token(1)
        let told = round.counter("the producer was notified", isWanted ? 0 : 1)
        round.count(told, ofCancelling: resolver)
        if isWanted { source.whenSettled(round.handler { sight.see($0) }) }
        for _ in 0..<threads {
          let runs = round.counter("a withdrawn handler ran", 0)
          let wins = round.counter("a derived promise was cancelled")
          let capture = round.token()
          let derived = source.map { _ in
            runs.add()
            capture.use()
          }
          round.part { wins.add(if: derived.cancel()) }
        }
        round.afterwards {
          resolver.fulfill(token)
          sight.see(settled: source)
        }
        round.expect("the source settled as \(sight.code)") {
          isWanted ? sight.code == 1 : sight.end == .abandoned
        }
      }
    }

    @Test("E2: a new consumer saves the source, or arrives too late", arguments: threadCounts)
    func lateInterest(threads: Int) async {
      await stress(threads: threads) { round in
        let (source, resolver) = Promise<Token>.pending()
        let sight = round.sight(of: "the source")
        let token = round.token(1)
        let handler = round.handler { sight.see($0) }
        let (saved, told) = (Counter(), Counter())
        round.count(told, ofCancelling: resolver)
        let waiter = round.heldWait(for: source) { sight.see($0) }
        round.part { round.isOdd ? waiter.start() : source.whenSettled(handler) }
        round.others { _ in
          let derived = source.map { $0 }
          return { derived.cancel() }
        }
        round.afterwards {
          saved.add(if: resolver.fulfill(token))
          // The consumer that hasn't attached yet.
          round.isOdd ? source.whenSettled(handler) : waiter.start()
          sight.see(settled: source)
        }
        round.expect("saved \(saved.count) times, notified \(told.count) times: \(sight.code)") {
          saved.count + told.count == 1
            && (saved.count == 1 ? sight.code == 1 : sight.end == .abandoned)
        }
      }
    }

    @Test("E2: consumers withdraw while the source settles", arguments: threadCounts)
    func interestOrSettle(threads: Int) async {
      await stress(threads: threads) { round in
        let (source, resolver) = Promise<Token>.pending()
        let sight = round.sight(of: "the source")
        let token = round.token(1)
        let (settled, told) = (Counter(), Counter())
        round.count(told, ofCancelling: resolver)
        round.part { settled.add(if: resolver.fulfill(token)) }
        round.others { _ in
          // Consumers leave in the order of their notifications, so that the two events collide.
          let crowd = (0..<4).map { _ in
            let runs = round.counter("a handler ran", 0...1)
            let capture = round.token()
            let derived = source.map {
              runs.add()
              capture.use()
              return $0
            }
            let derivedSight = round.sight(of: "a derived promise")
            round.consume(derived, derivedSight)
            round.expect("a derived promise settled as \(derivedSight.code)") {
              round.consumers == 0 || derivedSight.code == 1 || derivedSight.end == .cancelled
            }
            return derived
          }
          return { for derived in crowd { derived.cancel() } }
        }
        round.afterwards { sight.see(settled: source) }
        round.expect("settled \(settled.count) times, notified \(told.count) times") {
          settled.count + told.count == 1 && (sight.code == 1) == (settled.count == 1)
        }
      }
    }

    @Test("E1 D1: an operation ends, or its promise is cancelled", arguments: threadCounts)
    func operation(threads: Int) async {
      await stress(threads: threads) { round in
        let (gate, resolver) = Promise<Token>.pending()
        let sight = round.sight()
        let token = round.token(1)
        let cancels = round.counter("a cancellation won", 0...1)
        let runs = round.counter("the operation ran")
        let capture = round.token()
        let promise = Promise {
          runs.add()
          capture.use()
          return try await gate.value
        }
        round.consume(promise, sight)
        round.part { resolver.fulfill(token) }
        let waiter = round.heldWait(for: promise) { outcome in
          if !outcome.isCancellation { sight.see(outcome) }
        }
        round.part { waiter.start() }
        round.part { waiter.cancel() }
        round.others { _ in { cancels.add(if: promise.cancel()) } }
        promise.whenSettled(round.handler { sight.see($0) })
        round.expect("the outcome is \(sight.code)") {
          cancels.count == 1 ? sight.end == .cancelled : sight.code == 1
        }
      }
    }
  }
}
