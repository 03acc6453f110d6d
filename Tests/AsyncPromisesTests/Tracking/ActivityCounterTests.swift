// ActivityCounter.swift: a counter that code can wait on until it reaches zero.

import TestSupport
import Testing

@testable import AsyncPromises
@testable import AsyncPromisesTracking

@Suite("ActivityCounter", .timeLimit(.minutes(10)))
struct ActivityCounterTests {
  @Test("T1: if nothing is counted, a wait ends immediately")
  func atOnce() throws {
    let counter = ActivityCounter(within: nil)
    let calls = Journal<Int>()
    counter.whenZero { calls.write(1) }
    #expect(calls.entries == [1])
    #expect(counter.zero().resultIfSettled != nil)
    #expect(counter.isZero)
  }

  @Test("T1: a wait ends exactly once, when the last entry leaves, on the thread where it leaves")
  func later() {
    let counter = ActivityCounter(within: nil)
    let calls = Journal<Bool>()
    counter.enter()
    counter.enter()
    counter.whenZero { calls.write(StackMark.isSet) }
    let zero = counter.zero()
    counter.leave()
    #expect(calls.entries.isEmpty)
    #expect(zero.resultIfSettled == nil)
    #expect(!counter.isZero)
    StackMark.during { counter.leave() }
    #expect(calls.entries == [true])
    #expect(zero.resultIfSettled != nil)
    counter.enter()
    counter.leave()
    #expect(calls.count == 1)
  }

  @Test("T1: all waits end, in the order in which they began")
  func order() {
    let counter = ActivityCounter(within: nil)
    let calls = Journal<Int>()
    counter.enter()
    for index in 0..<10 { counter.whenZero { calls.write(index) } }
    counter.leave()
    #expect(calls.entries == Array(0..<10))
  }

  @Test("T1: a callback may enter and wait again")
  func reentrant() {
    let counter = ActivityCounter(within: nil)
    let calls = Journal<Int>()
    counter.enter()
    counter.whenZero {
      calls.write(1)
      counter.enter()
      counter.whenZero { calls.write(2) }
    }
    counter.leave()
    #expect(calls.entries == [1])
    counter.leave()
    #expect(calls.entries == [1, 2])
  }

  @Test("T1: a counter that is freed releases its callbacks without calling them")
  func end() async throws {
    let calls = Journal<Int>()
    let (_, freed) = tracking { object in
      let counter = ActivityCounter(within: nil)
      counter.enter()
      counter.whenZero {
        object.use()
        calls.write(1)
      }
    }
    try await freed.value
    #expect(calls.entries.isEmpty)
  }

  @Test("T1: the generation grows with everything that is counted, and with nothing else")
  func generation() {
    let counter = ActivityCounter(within: nil)
    let first = counter.generation
    counter.enter()
    let second = counter.generation
    #expect(second != first)
    counter.leave()
    #expect(counter.generation == second)
  }

  // MARK: Nested

  @Test("T2: what an inner counter counts also counts in the outer ones, at every depth")
  func nested() {
    let outer = ActivityCounter(within: nil)
    let (left, right) = (ActivityCounter(within: outer), ActivityCounter(within: outer))
    let inner = ActivityCounter(within: left)
    let calls = Journal<String>()
    inner.enter()
    right.enter()
    for (name, counter) in [("outer", outer), ("left", left), ("right", right), ("inner", inner)] {
      counter.whenZero { calls.write(name) }
    }
    inner.leave()
    #expect(calls.entries == ["inner", "left"])
    #expect(!outer.isZero)
    right.leave()
    #expect(calls.entries == ["inner", "left", "right", "outer"])
  }

  @Test("T2: what an outer counter counts doesn't count in the inner ones")
  func outside() {
    let outer = ActivityCounter(within: nil)
    let inner = ActivityCounter(within: outer)
    outer.enter()
    #expect(inner.isZero)
    #expect(inner.zero().resultIfSettled != nil)
    outer.leave()
  }

  // MARK: Threads

  @Test("T1: if many threads enter and leave but one entry stays, no wait ends before it leaves")
  func noEarlyZero() async throws {
    let outer = ActivityCounter(within: nil)
    let counter = ActivityCounter(within: outer)
    let (isOpen, calls) = (StateWord.Shared(1), Journal<Bool>())
    counter.enter()
    for one in [outer, counter] { one.whenZero { calls.write(isOpen.word.load() == 0) } }
    let threads = (0..<4).map { _ in
      onThread {
        for _ in 0..<10_000 {
          counter.enter()
          counter.leave()
        }
      }
    }
    for thread in threads { try await thread.value }
    #expect(calls.entries.isEmpty)
    _ = isOpen.word.exchange(0)
    counter.leave()
    #expect(calls.entries == [true, true])
  }

  @Test("T1: each wait that begins while other threads leave ends exactly once")
  func watchersAndLeavers() async throws {
    let counter = ActivityCounter(within: nil)
    let calls = Journal<Int>()
    let threads = (0..<4).map { thread in
      onThread {
        for round in 0..<2_000 {
          counter.enter()
          counter.whenZero { calls.write(thread * 2_000 + round) }
          counter.leave()
        }
      }
    }
    for thread in threads { try await thread.value }
    #expect(calls.entries.sorted() == Array(0..<8_000))
  }

  @Test("T1: the count stays above zero if work is handed over before an entry leaves")
  func handingOver() async throws {
    let counter = ActivityCounter(within: nil)
    let ended = StateWord.Shared(0)
    let early = Journal<Bool>()
    counter.enter()
    counter.whenZero { early.write(ended.word.load() == 0) }
    @Sendable func step(_ left: Int) -> Promise<Void> {
      onThread {
        guard left > 0 else { return ended.word.storeExclusively(1) }
        counter.enter()
      }.then { () -> Promise<Void> in
        guard left > 0 else { return .fulfilled }
        counter.leave()
        return step(left - 1)
      }
    }
    try await step(100).get()
    counter.leave()
    #expect(early.entries == [false])
  }
}

extension StateWord {
  /// A word that closures share.
  fileprivate final class Shared: Sendable {
    let word: StateWord

    init(_ bits: UInt64) {
      word = StateWord(bits)
    }
  }
}
