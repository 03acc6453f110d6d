// all, any, race and reduce.

import Dispatch
import GooglePromisesCompat
import TestSupport
import Testing

@Suite("Groups", .timeLimit(.minutes(10)))
struct GroupTests {
  private func pending(_ count: Int) -> [Promise<Int>] { (0..<count).map { _ in .pending() } }

  // MARK: all

  @Test("all: values in the order of the promises, in whatever order they settle")
  func allFulfilled() async throws {
    let promises = pending(3)
    let end = all(promises)
    for index in [2, 0, 1] {
      #expect(end.isPending)
      promises[index].fulfill(index)
    }
    #expect(try await end.async() == [0, 1, 2])
    #expect(try await all(Promise(1), Promise(2)).async() == (1, 2))
    #expect(try await all(Promise(1), Promise("a"), Promise(2.5)).async() == (1, "a", 2.5))
    let four = all(Promise(1), Promise("a"), Promise(2.5), Promise(true))
    #expect(try await four.async() == (1, "a", 2.5, true))
    let five = all(on: .global(), Promise(1), Promise(2), Promise(3), Promise(4), Promise(5))
    #expect(try await five.async() == [1, 2, 3, 4, 5])
    #expect(try await all(Set([1]).map { Promise($0) }).async() == [1])
    #expect(try await all([Promise<Int>]()).async() == [])
  }

  @Test("all: passes on the earliest rejection immediately; the others continue")
  func allRejected() async {
    let promises = pending(3)
    let end = all(promises).then { $0[0] }
    let pair = all(promises[0], promises[1]).then { $0.0 }
    promises[1].reject(TestError.second)
    promises[0].reject(TestError.first)
    #expect(await end.settled() == .rejected(.second))
    #expect(await pair.settled() == .rejected(.second))
    #expect(promises[2].isPending)
  }

  // MARK: any

  @Test("any: all outcomes, once the last promise has settled")
  func anyFulfilled() async throws {
    let promises = pending(3)
    let end = any(promises)
    promises[0].fulfill(1)
    promises[2].reject(TestError.first)
    #expect(end.isPending)
    promises[1].fulfill(2)
    #expect(try await end.async() == [.value(1), .value(2), .error(TestError.first)])
    let two = try await any(promises[2], Promise("a")).async()
    #expect(two.0 == .error(TestError.first) && two.1 == .value("a"))
    let three = try await any(promises[2], Promise("a"), Promise(2.5)).async()
    #expect(three.0.value == nil && three.1 == .value("a") && three.2 == .value(2.5))
    let many = any(promises[0], promises[1], promises[2], Promise(4))
    #expect(try await many.async().count == 4)
    #expect(try await any([Promise<Int>]()).async() == [])
  }

  @Test("any: the latest rejection, if all promises are rejected")
  func anyRejected() async {
    let promises = pending(3)
    let end = any(promises).then { $0.count }
    let pair = any(promises[0], promises[1]).then { _ in 0 }
    let three = any(promises[0], promises[1], promises[2]).then { _ in 0 }
    promises[1].reject(TestError.first)
    promises[2].reject(TestError.first)
    #expect(end.isPending)
    promises[0].reject(TestError.second)
    for promise in [end, pair, three] { #expect(await promise.settled() == .rejected(.second)) }
  }

  // MARK: race

  @Test("race: the first outcome of any kind; the others continue", arguments: Settlement.allCases)
  func raceSettled(settlement: Settlement) async {
    let promises = pending(3)
    let ends = [race(promises), race(promises[0], promises[1], promises[2])]
    settlement.settle(promises[1])
    promises[0].fulfill(7)
    for end in ends { #expect(await end.settled() == settlement.outcome) }
    #expect(promises[2].isPending)
  }

  @Test("race: the first promise that is already settled wins; without promises, an error")
  func raceEdges() async {
    let settled = race([Promise.pending(), Promise(1), Promise(TestError.first)])
    #expect([.fulfilled(1), .broken].contains(await settled.settled()))
    #expect(await race([Promise(1), Promise(TestError.first)]).settled() == .fulfilled(1))
    #expect(await race([Promise<Int>]()).settled() == .emptyGroup)
  }

  // MARK: Cancellation

  @Test("E2: cancelling a group leaves its promises, which go on for other consumers")
  func cancelled() async {
    let sources = pending(4)
    let promises = sources.map { source in source.then { $0 } }
    let wanted = promises[3].then { $0 }
    let pair = all(promises[0], promises[3])
    let some = any(promises[1], promises[3])
    let first = race(promises[2], promises[3])
    pair.cancel()
    some.cancel()
    first.cancel()
    for promise in promises.prefix(3) { #expect(await promise.settled() == .abandoned) }
    sources[3].fulfill(1)
    #expect(await wanted.settled() == .fulfilled(1))
  }

  @Test("a settled group releases its promises and their values")
  func lifetime() async throws {
    let groups: [(Promise<Tracked>) -> Promise<Int>] = [
      { all([$0]).then { $0.count } }, { all($0, Promise(1)).then { $0.1 } },
      { any([$0]).then { $0.count } }, { any($0, Promise(1)).then { $0.1.value ?? 0 } },
      { race([$0]).then { _ in 1 } },
    ]
    for group in groups {
      let (end, freed) = tracking { object in group(Promise { object }) }
      #expect(await end.settled() == .fulfilled(1))
      try await freed.pass()
      withExtendedLifetime(end) {}
    }
  }

  // MARK: reduce

  @Test("reduce: one after the other, in order")
  func reduce() async throws {
    let log = Journal<String>()
    let gates = pending(3)
    let end = Promise(0).reduce(0, 1, 2) { total, index in
      log.write("\(index)")
      return gates[index].then { total * 10 + $0 }
    }
    for (index, gate) in gates.enumerated() {
      let reached = gate.then { _ in log.count }
      gate.fulfill(index + 1)
      _ = await reached.settled()
    }
    #expect(await end.settled() == .fulfilled(123))
    #expect(log.entries == ["0", "1", "2"])
    let text = Promise("").reduce(["a", "b"]) { Promise($0 + $1) }
    #expect(try await text.async() == "ab")
  }

  @Test("reduce: stops at a rejection; without items, returns the promise itself")
  func reduceEdges() async {
    let log = Journal<Int>()
    let end = Promise(0).reduce([1, 2, 3]) { total, item in
      log.write(item)
      return item == 2 ? Promise(TestError.first) : Promise(total + item)
    }
    #expect(await end.settled() == .rejected(.first))
    #expect(log.entries == [1, 2])
    let promise = Promise(1)
    #expect(promise.reduce([Int]()) { _, _ in promise } === promise)
    let failed = Promise<Int>(TestError.second).reduce(1) { total, _ in Promise(total) }
    #expect(await failed.settled() == .rejected(.second))
  }
}
