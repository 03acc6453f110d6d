// Documented behavior of google/promises that no other file tests.

import Dispatch
import GooglePromisesCompat
import TestSupport
import Testing

@Suite("Documented scenes", .timeLimit(.minutes(10)))
struct ScenesTests {
  private struct Weak {
    weak var promise: AnyObject?

    init(_ makePromise: () -> AnyObject) { promise = makePromise() }
  }

  private final class Owner {
    let promise = Promise<Int>.pending()
    let object: Tracked

    init(_ object: Tracked) { self.object = object }
  }

  // MARK: When and where a promise settles

  @Test("retry: the promise is pending until its queue has run, even if the first call succeeds")
  func retryInTurn() async {
    let queue = DispatchQueue(label: "suspended")
    queue.suspend()
    let end: Promise<Int> = retry(on: queue) { Promise(1) }
    let isPending = end.isPending
    queue.resume()
    #expect(isPending)
    #expect(await end.settled() == .fulfilled(1))
  }

  // MARK: What is kept alive

  @Test("a promise lives until the promise that its work or handler returned is settled")
  func returned() async throws {
    let own = DispatchQueue(label: "own")
    let inner = Promise<Int>.pending()
    let outers = [
      Weak { Promise<Int>(on: own) { inner } },
      Weak { Promise(0).then(on: own) { _ in inner } },
      Weak { Promise<Int>(TestError.first).recover(on: own) { _ in inner } },
      Weak { Promise(0).reduce(on: own, 1, 2) { _, _ in inner } },
      Weak { retry(on: own) { inner } },
    ]
    try await onFreshThread { own.sync {} }
    #expect(outers.allSatisfy { $0.promise != nil })
    inner.fulfill(1)
    for _ in 0..<4 { try await onFreshThread { own.sync {} } }
    #expect(outers.allSatisfy { $0.promise == nil })
  }

  @Test("a promise and the owner that its handler captures live until the promise is settled")
  func ownership() async throws {
    let (kept, freed) = tracking { object in
      let owner = Owner(object)
      owner.promise.then(on: .global()) { _ in owner.object.use() }
      return Weak { owner.promise }
    }
    #expect(!freed.isOpen)
    (kept.promise as? Promise<Int>)?.fulfill(1)
    try await freed.pass()
  }

  @Test("a pending promise that nothing refers to is released")
  func dropped() {
    let forgotten = Weak { Promise<Int>.pending() }
    #expect(forgotten.promise == nil)
  }

  // MARK: The order of handlers

  @Test("a handler, and then the next link, queue behind what is already in the queue")
  func places() async {
    let queue = DispatchQueue(label: "suspended")
    queue.suspend()
    let order = Journal<String>()
    queue.async { order.write("before") }
    let handled: Promise<Int> = Promise(1).then(on: queue) { _ in order.write("handler") }
    let end: Promise<Int> = handled.then(on: queue) { _ in order.write("next") }
    queue.async { order.write("after") }
    queue.resume()
    #expect(await end.settled() == .fulfilled(1))
    #expect(order.entries == ["before", "handler", "after", "next"])
  }

  @Test("a handler added by a handler of the same promise runs after those added earlier")
  func late() async {
    let queue = DispatchQueue(label: "own")
    let (order, added) = (Journal<String>(), Journal<Promise<Int>>())
    let source = Promise<Int>.pending()
    let first: Promise<Int> = source.then(on: queue) { _ in
      order.write("first")
      added.write(source.then(on: queue) { _ in order.write("late") })
    }
    let second: Promise<Int> = source.then(on: queue) { _ in order.write("second") }
    source.fulfill(1)
    for promise in [first, second] { #expect(await promise.settled() == .fulfilled(1)) }
    for promise in added.entries { #expect(await promise.settled() == .fulfilled(1)) }
    #expect(order.entries == ["first", "second", "late"])
  }

  @Test("handlers of several promises run in the order in which the promises settled")
  func settlingOrder() async {
    let promises = (0..<5).map { _ in Promise<Int>.pending() }
    let order = Journal<Int>()
    let ends: [Promise<Int>] = promises.map { promise in promise.then { order.write($0) } }
    for number in [3, 0, 4, 1, 2] { promises[number].fulfill(number) }
    for end in ends { _ = await end.settled() }
    #expect(order.entries == [3, 0, 4, 1, 2])
  }

  @Test("handlers of one promise may overlap on a concurrent queue")
  func overlapping() async {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let (one, two, met) = (Gate(), Gate(), Journal<Bool>())
    func meet(_ own: Gate, _ other: Gate) {
      own.open()
      other.block()
      met.write(other.isOpen)
    }
    let source = Promise<Int>.pending()
    let first: Promise<Int> = source.then(on: queue) { _ in meet(one, two) }
    let second: Promise<Int> = source.then(on: queue) { _ in meet(two, one) }
    source.fulfill(1)
    _ = (await first.settled(), await second.settled())
    #expect(met.entries == [true, true])
  }

  // MARK: Values and errors

  @Test("a promise passed as a value stays a value, until a then returns it")
  func nested() async {
    let made: Promise<Promise<Int>> = Promise(Promise(1))
    let settled = Promise<Promise<Int>>.pending()
    let inner = Promise<Int>.pending()
    settled.fulfill(inner)
    #expect(made.isFulfilled && settled.isFulfilled)
    let (first, second): (Promise<Int>, Promise<Int>) = (made.then { $0 }, settled.then { $0 })
    #expect(await first.settled() == .fulfilled(1))
    inner.fulfill(2)
    #expect(await second.settled() == .fulfilled(2))
  }

  @Test("all: among promises that are already rejected, the first in the list decides")
  func allAlreadyRejected() async {
    let promises = (0..<3).map { _ in Promise<Int>.pending() }
    promises[2].reject(TestError.second)
    promises[1].reject(TestError.first)
    #expect(await all(promises).then { $0.count }.settled() == .rejected(.first))
    let three = all(promises[0], promises[1], promises[2]).then { _ in 0 }
    #expect(await three.settled() == .rejected(.first))
  }

  @Test("only the first call of a closure counts, even if the work then throws")
  func firstCall() async {
    let made = Promise<Int> { fulfill, reject in
      fulfill(1)
      reject(TestError.first)
      throw TestError.second
    }
    #expect(await made.settled() == .fulfilled(1))
    let wrapped: Promise<Int> = wrap { (done: @escaping (Int, (any Error)?) -> Void) in
      done(1, TestError.first)
      done(2, nil)
      throw TestError.second
    }
    #expect(await wrapped.settled() == .rejected(.first))
  }

  @Test("retry: rejects with the last call's error, without asking the condition about it")
  func retryLast() async {
    let errors = [TestError.first, .first, .second]
    let (calls, asked) = (Journal<Bool>(), Journal<Int>())
    let end = retry(
      attempts: 2, delay: 0,
      condition: { left, _ in
        asked.write(left)
        return true
      }
    ) { () -> Promise<Int> in
      calls.write(true)
      return Promise(errors[calls.count - 1])
    }
    #expect(await end.settled() == .rejected(.second))
    #expect(asked.entries == [2, 1])
  }

  @Test("all, any and race keep nil as a value")
  func noValue() async throws {
    let (none, one) = (Promise<Int?>(nil), Promise<Int?>(1))
    let (values, outcomes): ([Int?], [Maybe<Int?>]) = ([nil, 1], [.value(nil), .value(1)])
    #expect(try await all([none, one]).async() == values)
    #expect(try await any([none, one]).async() == outcomes)
    let pair = try await all(none, Promise(2.5)).async()
    #expect(pair.0 == nil && pair.1 == 2.5)
    let first = try await race([none, Promise<Int?>.pending()]).async()
    #expect(first == nil)
  }

  @Test("all and any take any sequence, and a promise may occur in it twice")
  func sequences() async throws {
    let promises = [Promise(1), Promise(2)]
    let twice = promises + promises
    let values = try await all(AnyIterator(twice.makeIterator())).async()
    #expect(values == [1, 2, 1, 2])
    let outcomes = try await any(AnyIterator(twice.makeIterator())).async()
    let expected: [Maybe<Int>] = values.map { .value($0) }
    #expect(outcomes == expected)
  }

  @Test("functions and a promise's own methods can be handlers")
  func named() async {
    let seen = Journal<Int>()
    func text() -> Promise<String> { Promise { "10" } }
    func number(in text: String) -> Promise<Int> { Promise { Int(text) ?? 0 } }
    func square(_ number: Int) -> Int { number * number }
    func show(_ number: Int) { seen.write(number) }
    let squared: Promise<Int> = text().then(number).then(square)
    let (target, failed) = (Promise<Int>.pending(), Promise<Int>.pending())
    squared.then(show).then(target.fulfill).catch(target.reject)
    Promise<Int>(TestError.first).then(failed.fulfill).catch(failed.reject)
    #expect(await target.settled() == .fulfilled(100))
    #expect(await failed.settled() == .rejected(.first))
    #expect(seen.entries == [100])
  }

  @Test("delay: the time begins when the promise is fulfilled")
  func delayBegins() async {
    let source = Promise<Int>.pending()
    let delayed = source.delay(0.0625)
    _ = await Promise(0).delay(0.0625).settled()
    let start = ContinuousClock.now
    source.fulfill(1)
    #expect(await delayed.settled() == .fulfilled(1))
    let elapsed = start.duration(to: .now)
    #expect(elapsed >= .microseconds(62_500))
  }
}
