// Threads that bind promises to each other while others settle, cancel and observe them.

import AsyncPromises
import Testing

extension StressTests {
  @Suite("Following", .timeLimit(.minutes(10)))
  struct FollowingTests {
    @Test("A2 A3: a promise is bound or settled, and all consumers agree", arguments: threadCounts)
    func followOrSettle(threads: Int) async {
      await stress(threads: threads) { round in
        let (outer, outerResolver) = Promise<Token>.pending()
        let (inner, innerResolver) = Promise<Token>.pending()
        let (outerSight, innerSight) = (round.sight(of: "outer"), round.sight(of: "inner"))
        let tokens = [round.token(1), round.token(2)]
        let wins = round.counter("outer was bound or settled")
        let bound = Counter()
        round.consume(outer, outerSight)
        round.consume(inner, innerSight)
        round.part {
          guard outerResolver.follow(inner) else { return }
          wins.add()
          bound.add()
        }
        round.part { innerResolver.fulfill(tokens[0]) }
        if round.isOdd { round.part { wins.add(if: outerResolver.fulfill(tokens[1])) } }
        round.others { _ in
          let handler = round.handler { outerSight.see($0) }
          return { outer.whenSettled(handler) }
        }
        round.afterwards {
          outerSight.see(settled: outer)
          innerSight.see(settled: inner)
        }
        round.expect("inner settled as \(innerSight.code)") { innerSight.code == 1 }
        round.expect("outer settled as \(outerSight.code)") {
          outerSight.code == (bound.count == 1 ? 1 : 2)
        }
      }
    }

    @Test(
      "A3 E2: a cycle that all threads create stays pending until a promise in it is cancelled",
      arguments: threadCounts)
    func ring(threads: Int) async {
      await stress(threads: threads) { round in
        let pairs = (0..<threads).map { _ in Promise<Token>.pending() }
        let wins = round.counter("the cycle was cancelled")
        for (index, pair) in pairs.enumerated() {
          let sight = round.sight(of: "number \(index)")
          round.consume(pair.promise, sight)
          let next = pairs[(index + 1) % threads].promise
          round.part { pair.resolver.follow(next) }
          round.afterwards {
            if index == 0 { wins.add(if: pair.promise.cancel()) }
            sight.see(settled: pair.promise)
          }
          round.expect("number \(index) settled as \(sight.code)") { sight.end == .cancelled }
        }
      }
    }

    @Test("A3: a chain that is linked in any order passes the outcome on", arguments: threadCounts)
    func chain(threads: Int) async {
      await stress(threads: threads) { round in
        let pairs = (0...threads).map { _ in Promise<Token>.pending() }
        let sight = round.sight()
        let token = round.token(1)
        round.consume(pairs[0].promise, sight)
        round.consume(pairs[threads / 2].promise, sight)
        for (index, pair) in pairs.enumerated() {
          if index == threads {
            round.part { pair.resolver.fulfill(token) }
          } else {
            let next = pairs[index + 1].promise
            round.part { pair.resolver.follow(next) }
          }
          round.afterwards { sight.see(settled: pair.promise) }
        }
        round.expect("the outcome is \(sight.code)") { sight.code == 1 }
      }
    }

    @Test("A3 E2: cancelled followers withdraw only for themselves", arguments: threadCounts)
    func sharedInner(threads: Int) async {
      await stress(threads: threads) { round in
        let (inner, innerResolver) = Promise<Token>.pending()
        let isWanted = round.isOdd
        let sight = round.sight(of: "inner")
        let token = round.token(1)
        let told = round.counter("inner's producer was notified", isWanted ? 0 : 1)
        round.count(told, ofCancelling: innerResolver)
        if isWanted { inner.whenSettled(round.handler { sight.see($0) }) }
        for _ in 0..<max(1, threads / 2) {
          let (outer, resolver) = Promise<Token>.pending()
          let outerSight = round.sight(of: "outer")
          round.consume(outer, outerSight)
          round.part { resolver.follow(inner) }
          round.part { outer.cancel() }
          round.afterwards { outerSight.see(settled: outer) }
          round.expect("an outer promise settled as \(outerSight.code)") {
            // It may have followed inner too late, when all others had left.
            outerSight.end == .cancelled || !isWanted && outerSight.end == .abandoned
          }
        }
        round.afterwards {
          innerResolver.fulfill(token)
          sight.see(settled: inner)
        }
        round.expect("inner settled as \(sight.code)") {
          isWanted ? sight.code == 1 : sight.end == .abandoned
        }
      }
    }

    @Test("A3 E2: the last consumer leaves while it is being moved", arguments: threadCounts)
    func movingInterest(threads: Int) async {
      await stress(threads: threads) { round in
        let (outer, outerResolver) = Promise<Token>.pending()
        let (inner, innerResolver) = Promise<Token>.pending()
        let isWanted = round.isOdd
        let (outerSight, innerSight) = (round.sight(of: "outer"), round.sight(of: "inner"))
        let token = round.token(1)
        let told = round.counter("inner's producer was notified", isWanted ? 0 : 1)
        round.count(told, ofCancelling: innerResolver)
        outerResolver.onCancel {}
        if isWanted { outer.whenSettled(round.handler { outerSight.see($0) }) }
        round.part { outerResolver.follow(inner) }
        round.others { _ in
          let capture = round.token()
          let derived = outer.map { _ in capture.use() }
          return { derived.cancel() }
        }
        round.afterwards {
          innerResolver.fulfill(token)
          outerSight.see(settled: outer)
          innerSight.see(settled: inner)
        }
        round.expect("outer settled as \(outerSight.code), inner as \(innerSight.code)") {
          isWanted
            ? outerSight.code == 1 && innerSight.code == 1
            : outerSight.end == .abandoned && innerSight.end == .abandoned
        }
      }
    }

    @Test("A7: a loop of `then`s whose steps settle in any order", arguments: threadCounts)
    func loop(threads: Int) async {
      await stress(threads: threads) { round in
        let steps = (0...threads).map { _ in Promise<Token>.pending() }
        let promises = steps.map(\.promise)
        let sight = round.sight()
        let loop = turn(0, of: promises)
        round.consume(loop, sight)
        for (index, step) in steps.enumerated() {
          let token = round.token(index)
          round.part { step.resolver.fulfill(token) }
        }
        let handler = round.handler { sight.see($0) }
        round.part { loop.whenSettled(handler) }
        if round.isOdd { round.part { loop.cancel() } }
        round.expect("the loop settled as \(sight.code)") {
          sight.code == threads || round.isOdd && sight.end == .cancelled
        }
      }
    }
  }
}

/// Waits for one promise after another, like an endless loop.
private func turn(_ index: Int, of promises: [Promise<Token>]) -> Promise<Token> {
  promises[index].then { token in
    index + 1 < promises.count ? turn(index + 1, of: promises) : .fulfilled(token)
  }
}
