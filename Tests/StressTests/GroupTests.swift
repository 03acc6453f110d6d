// Threads that settle the inputs of one group at the same time.

import AsyncPromises
import Testing

extension StressTests {
  @Suite("Groups", .timeLimit(.minutes(10)))
  struct GroupTests {
    @Test("F E4: one of the inputs that settle together decides a race", arguments: threadCounts)
    func race(threads: Int) async {
      await stress(threads: threads) { round in
        let sight = round.sight(of: "the race")
        let inputs = round.inputs(threads) { $0 % 2 == (round.isOdd ? 1 : 0) }
        // An input that stays pending must not retain the race.
        let pending = Promise<Token>.pending()
        round.keep(pending)
        let race = Promise.race(inputs + [pending.promise], remaining: .leave)
        round.consume(race, sight)
        round.afterwards { sight.see(settled: race) }
        round.expect("the race settled as \(sight.code)") { (0..<threads).contains(sight.code) }
      }
    }

    @Test("F: the last value or the first failure decides `all`", arguments: threadCounts)
    func all(threads: Int) async {
      await stress(threads: threads) { round in
        let sight = round.sight(of: "all")
        let failing = round.isOdd ? [0, 1] : []
        let inputs = round.inputs(threads) { !failing.contains($0) }
        let disorders = round.counter("values were out of order", 0)
        let decisions = round.counter("all decided")
        let last = threads - 1
        let all = Promise.all(inputs)
        all.whenSettled { outcome in
          decisions.add()
          guard let tokens = try? outcome.get() else { return }
          disorders.add(if: tokens.map(\.number) != Array(0...last))
        }
        let value = all.map { $0[last] }
        round.consume(value, sight)
        value.whenSettled(round.handler { sight.see($0) })
        round.expect("all settled as \(sight.code)") {
          failing.isEmpty ? sight.code == last : failing.contains(sight.code)
        }
      }
    }

    @Test("F: the first value or the last failure decides `any`", arguments: threadCounts)
    func any(threads: Int) async {
      await stress(threads: threads) { round in
        let sight = round.sight(of: "any")
        let succeeding = round.isOdd ? [0, 1] : []
        let inputs = round.inputs(threads) { succeeding.contains($0) }
        let any = Promise.any(inputs)
        round.consume(any, sight)
        round.afterwards { sight.see(settled: any) }
        round.expect("any settled as \(sight.code)") {
          succeeding.isEmpty ? sight.end == .noneFulfilled : succeeding.contains(sight.code)
        }
      }
    }

    @Test("F: groups are created while their inputs settle", arguments: threadCounts)
    func making(threads: Int) async {
      await stress(threads: threads) { round in
        let inputs = round.inputs(threads) { _ in true }
        let race = round.handler { _ in }
        let values = round.counter("all was fulfilled in order")
        let ends = round.counter("allSettled was fulfilled")
        let order = Array(0..<threads)
        round.part { Promise.race(inputs).whenSettled(race) }
        round.part {
          Promise.all(inputs).whenSettled { outcome in
            values.add(if: (try? outcome.get().map(\.number)) == order)
          }
        }
        round.part {
          Promise.allSettled(inputs).whenSettled { outcome in
            ends.add(if: (try? outcome.get().map(Sight.code)) == order)
          }
        }
      }
    }

    @Test("E2 E4: a group is cancelled while its inputs settle", arguments: threadCounts)
    func cancelling(threads: Int) async {
      await stress(threads: threads) { round in
        let sight = round.sight(of: "the group")
        let inputs = round.inputs(threads) { $0 % 2 == 0 }
        let cancels = round.counter("a cancellation won", 0...1)
        let remaining: RemainingInputs = round.isOdd ? .cancel : .leave
        let group =
          round.random(below: 2) == 0
          ? Promise.race(inputs, remaining: remaining) : Promise.any(inputs, remaining: remaining)
        round.consume(group, sight)
        round.part { cancels.add(if: group.cancel()) }
        round.part { cancels.add(if: group.cancel()) }
        round.afterwards {
          sight.see(settled: group)
          for input in inputs where input.resultIfSettled == nil {
            sight.see(Sight.End.other.rawValue)
          }
        }
        round.expect("the group settled as \(sight.code)") {
          cancels.count == 1 ? sight.end == .cancelled : sight.code >= 0
        }
      }
    }
  }
}

extension Round {
  /// Promises, each of which a separate part fulfills or rejects with its index.
  fileprivate func inputs(_ count: Int, succeed: (Int) -> Bool) -> [Promise<Token>] {
    (0..<count).map { index in
      let (promise, resolver) = Promise<Token>.pending()
      let token = token(index)
      let result: Outcome = succeed(index) ? .success(token) : .failure(Refusal(token: token))
      part { resolver.resolve(with: result) }
      return promise
    }
  }
}
