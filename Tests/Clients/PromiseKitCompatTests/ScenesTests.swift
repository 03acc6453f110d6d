// Documented behavior of PromiseKit that no other file tests.

import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

@Suite("Documented scenes", .timeLimit(.minutes(10)))
struct ScenesTests {
  // MARK: Order

  @Test("an error reaches a queue's handlers in the order they were added, whatever it skips")
  func skippedSteps() async throws {
    let queue = DispatchQueue(label: "skipped steps")
    let (promise, seal) = Promise<Int>.pending()
    let (other, otherSeal) = Promise<Int>.pending()
    let order = Journal<Int>()
    _ = promise.tap(on: queue) { _ in order.write(1) }
    promise.map(on: queue) { $0 }.then { Promise.value($0) }
      .catch(on: queue) { _ in order.write(2) }
    when(fulfilled: promise, other).catch(on: queue) { _ in order.write(3) }
    _ = promise.recover(on: queue) { _ -> Promise<Int> in
      order.write(4)
      return .value(0)
    }
    race(promise, other).catch(on: queue) { _ in order.write(5) }
    _ = promise.ensure(on: queue) { order.write(6) }
    promise.catch(on: queue) { _ in order.write(7) }
    seal.reject(TestError.first)
    try await onQueue(queue) {}
    #expect(order.entries == Array(1...7))
    withExtendedLifetime(otherSeal) {}
  }

  @Test("every finally of a catch runs, in order, even one that is added after the end")
  func manyFinally() {
    let (promise, seal) = Promise<Int>.pending()
    let order = Journal<Int>()
    let end = promise.catch(on: nil) { _ in order.write(0) }
    end.finally(on: nil) { order.write(1) }
    end.finally(on: nil) { order.write(2) }
    seal.reject(TestError.first)
    end.finally(on: nil) { order.write(3) }
    #expect(order.entries == [0, 1, 2, 3])
  }

  @Test("a loop of thens starts each step after the one before, and none after a failure")
  func loop() async {
    let (promises, seals) = pendingPromises(3)
    let started = Journal<Int>()
    var chain = Promise()
    for (number, promise) in promises.enumerated() {
      func step() -> Promise<Void> {
        started.write(number)
        return promise.asVoid()
      }
      chain = chain.then(on: nil, step)
    }
    #expect(started.entries == [0])
    seals[0].fulfill(0)
    #expect(started.entries == [0, 1])
    seals[1].reject(TestError.first)
    #expect(await chain.failure() as? TestError == .first)
    #expect(started.entries == [0, 1])
    withExtendedLifetime(seals) {}
  }

  // MARK: Errors and cancellations

  @Test("recover with a policy makes a promise, and otherwise a guarantee that takes cancellations")
  func recoverForms() async {
    let cancelled = Promise<Int>(error: PMKError.cancelled)
    let healed: Guarantee<Int> = cancelled.recover(on: nil) { _ in .value(2) }
    #expect(await healed.async() == 2)
    let policy = CatchPolicy.allErrorsExceptCancellation
    let promises = [cancelled, Promise<Int>(error: TestError.first)].map { source -> Promise<Int> in
      source.recover(on: nil, policy: policy) { _ in Guarantee.value(2) }
    }
    #expect(await promises[0].settled() == .cancelled)
    #expect(await promises[1].settled() == .fulfilled(2))
  }

  @Test("a cancelled input cancels its group: catch is skipped, and finally runs")
  func cancelledInput() {
    let (promises, seals) = pendingPromises(2)
    let groups = [
      when(fulfilled: promises).asVoid(), when(fulfilled: promises[0], promises[1]).asVoid(),
      when(fulfilled: promises.makeIterator(), concurrently: 2).asVoid(), race(promises).asVoid(),
    ]
    let steps = Journal<String>()
    for group in groups {
      group.catch(on: nil) { _ in steps.write("catch") }.finally(on: nil) { steps.write("finally") }
    }
    seals[1].reject(PMKError.cancelled)
    #expect(steps.entries == Array(repeating: "finally", count: groups.count))
    #expect(promises[0].isPending)
    withExtendedLifetime(seals) {}
  }

  @Test("an error reaches every catch, even if another branch recovers from it")
  func manyCatches() async throws {
    let (promise, seal) = Promise<Int>.pending()
    let seen = Journal<String>()
    let isLogged = Gate()
    promise.cauterize().finally { isLogged.open() }
    let healed = promise.recover(on: nil) { _ in Promise.value(2) }
    for number in 1...2 { promise.catch(on: nil) { seen.write("\(number): \($0)") } }
    promise.map(on: nil) { $0 + 1 }.catch(on: nil) { seen.write("behind map: \($0)") }
    seal.reject(TestError.first)
    #expect(Set(seen.entries) == ["1: first", "2: first", "behind map: first"])
    #expect(await healed.settled() == .fulfilled(2))
    try await isLogged.pass()
  }

  @Test("a chain that retries keeps the last error, and doesn't retry after a cancellation")
  func retry() async {
    func load(_ left: Int, _ request: @escaping () -> Promise<Int>) -> Promise<Int> {
      request().recover(on: nil) { error -> Promise<Int> in
        guard left > 0 else { throw error }
        return after(seconds: 0).then(on: nil) { load(left - 1, request) }
      }
    }
    let cases: [(errors: [any Error], outcome: Outcome, calls: Int)] = [
      ([TestError.first], .fulfilled(2), 2),
      ([TestError.first, TestError.first, TestError.second], .rejected(.second), 3),
      ([TestError.first, PMKError.cancelled], .cancelled, 2),
    ]
    for (errors, outcome, calls) in cases {
      let made = Journal<Bool>()
      let end = load(2) {
        made.write(true)
        guard made.count <= errors.count else { return .value(made.count) }
        return Promise(error: errors[made.count - 1])
      }
      #expect(await end.settled() == outcome)
      #expect(made.count == calls)
    }
  }

  @Test("in a race with a delay, the work continues after it has lost")
  func timeLimit() async {
    let (work, seal) = Promise<Int>.pending()
    let limit = after(seconds: 0).done(on: nil) { throw TestError.second }
    let limited = race(work.asVoid(), limit)
    #expect(await limited.failure() as? TestError == .second)
    let silent: Promise<Void> = race(work.asVoid(), after(seconds: 0).asVoid())
    #expect(await silent.failure() == nil)
    #expect(work.isPending)
    seal.fulfill(1)
    #expect(work.outcome == .fulfilled(1))
  }

  // MARK: Values

  @Test("nil, an error or a promise is a value like any other")
  func unusualValues() async {
    let none = Promise<Int?>.value(nil)
    #expect(none.isFulfilled && none.value != nil)
    #expect(await none.compactMap(on: nil) { $0 }.failure() is PMKError)
    let (value, noError): (Int?, (any Error)?) = (nil, nil)
    #expect(Promise<Int?> { $0.resolve(value, noError) }.isFulfilled)
    let failure = Promise<any Error> { $0.fulfill(TestError.first) }
    #expect(failure.isFulfilled && failure.error == nil && failure.value is TestError)
    let (inner, seal) = Promise<Int>.pending()
    let nested: Promise<Promise<Int>> = Promise.value(1).map(on: nil) { _ in inner }
    #expect(nested.value === inner && inner.isPending)
    seal.fulfill(2)
    #expect(await nested.then(on: nil) { $0 }.settled() == .fulfilled(2))
  }

  @Test("a handler may return the promise that it was added to")
  func sameAgain() async {
    let (promise, seal) = Promise<Int>.pending()
    let same = promise.then(on: nil) { _ in promise }
    seal.fulfill(1)
    #expect(await same.settled() == .fulfilled(1))
    let failed = Promise<Int>(error: TestError.first)
    #expect(await failed.recover(on: nil) { _ in failed }.settled() == .rejected(.first))
  }

  @Test("a guarantee's handler may throw, which makes a promise; firstly of a bare value doesn't")
  func fallible() async {
    let one = Guarantee.value(1)
    let promises: [Promise<Int>] = [
      one.get(on: nil) { _ in throw TestError.first },
      one.done(on: nil) { _ in throw TestError.first }.map(on: nil) { 1 },
      one.compactMap(on: nil) { _ -> Int? in throw TestError.first },
      one.then(on: nil) { _ -> Promise<Int> in throw TestError.first },
    ]
    for promise in promises { #expect(await promise.settled() == .rejected(.first)) }
    let list: Guarantee<[Int]> = firstly { .value([3, 4]) }
    let next: Guarantee<[Int]> = list.thenMap(on: nil) { .value($0 + 1) }
    #expect(await next.async() == [4, 5])
  }

  @Test("the methods of a resolver can be passed as completion handlers of any shape")
  func completionHandlers() async {
    func valueOrError(_ done: @escaping (Int?, (any Error)?) -> Void) { done(1, nil) }
    func valueAndError(_ done: @escaping (Int, (any Error)?) -> Void) { done(2, nil) }
    func errorFirst(_ done: @escaping ((any Error)?, Int?) -> Void) { done(nil, 3) }
    func onlyValue(_ done: @escaping (Int) -> Void) { done(4) }
    func result(_ done: @escaping (Swift.Result<Int, TestError>) -> Void) { done(.failure(.first)) }
    func onlyError(_ done: @escaping ((any Error)?) -> Void) { done(TestError.second) }
    let promises = [
      Promise<Int> { valueOrError($0.resolve) }, Promise<Int> { valueAndError($0.resolve) },
      Promise<Int> { errorFirst($0.resolve) }, Promise<Int> { onlyValue($0.fulfill) },
    ]
    for (number, promise) in promises.enumerated() {
      #expect(promise.outcome == .fulfilled(number + 1))
    }
    let failed = Promise<Int> { result($0.resolve) }
    #expect(failed.outcome == .rejected(.first))
    let void = Promise<Void> { onlyError($0.resolve) }
    #expect(void.error as? TestError == .second)
    let guarantee: Guarantee<Int> = Guarantee(resolver: onlyValue)
    #expect(await guarantee.async() == 4)
  }

  @Test("asVoid, firstValue and lastValue need no queue")
  func withoutQueue() {
    let (promise, seal) = Promise<[Int]>.pending()
    let (void, first, last) = (promise.asVoid(), promise.firstValue, promise.lastValue)
    seal.fulfill([1, 2])
    #expect(void.isFulfilled && first.value == 1 && last.value == 2)
  }

  @Test("the operators on elements take any sequence, and firstValue stops at its match")
  func sequences() async throws {
    let range = Promise.value(1...3)
    #expect(try await range.mapValues(on: nil) { $0 * 2 }.async() == [2, 4, 6])
    #expect(await range.lastValue.settled() == .fulfilled(3))
    #expect(try await Promise.value("cab").sortedValues(on: nil).async() == ["a", "b", "c"])
    let ages = Promise.value(["Ann": 30])
    #expect(try await ages.mapValues(on: nil) { "\($0.key) \($0.value)" }.async() == ["Ann 30"])
    #expect(try await ages.filterValues(on: nil) { $0.value > 30 }.async().isEmpty)
    let tested = Journal<Int>()
    let match = range.firstValue(on: nil) { number in
      tested.write(number)
      return number == 2
    }
    #expect(await match.settled() == .fulfilled(2))
    #expect(tested.entries == [1, 2])
  }

  // MARK: Groups

  @Test(
    "of inputs that have already failed, the first decides, at once",
    arguments: WhenTests.Form.allCases)
  func alreadyFailed(form: WhenTests.Form) {
    let (pending, seals) = pendingPromises(form.count - 2)
    let failed = [TestError.first, TestError.second].map { Promise<Int>(error: $0) }
    #expect(form.group(pending + failed).error as? TestError == .first)
    withExtendedLifetime(seals) {}
  }

  @Test("a group may contain the same promise twice", arguments: Settlement.allCases)
  func twice(settlement: Settlement) async {
    let (promise, seal) = Promise<Int>.pending()
    let sum: Promise<Int> = when(fulfilled: [promise, promise]).map(on: nil) { $0[0] + $0[1] }
    let pair: Promise<Int> = when(fulfilled: promise, promise).map(on: nil) { $0 + $1 }
    let outcomes = when(resolved: promise, promise)
    let winner = race(fulfilled: [promise, promise])
    settlement.settle(seal)
    let isFulfilled = settlement == .fulfilled
    for total in [sum, pair] {
      #expect(await total.settled() == (isFulfilled ? .fulfilled(2) : settlement.outcome))
    }
    #expect(
      await outcomes.async().map { Outcome($0) } == [settlement.outcome, settlement.outcome])
    #expect(await winner.settled() == (isFulfilled ? .fulfilled(1) : .noWinner))
  }

  @Test("when(concurrently:) calls its iterator from one thread at a time")
  func iterator() async throws {
    let (promises, seals) = pendingPromises(200)
    let isInside = Locked(false)
    var rest = promises.makeIterator()
    let iterator = AnyIterator<Promise<Int>> {
      let wasInside = isInside.withLock { isInside in
        let was = isInside
        isInside = true
        return was
      }
      #expect(!wasInside)
      let next = rest.next()
      isInside.withLock { $0 = false }
      return next
    }
    let all = when(fulfilled: iterator, concurrently: 8)
    await withTaskGroup { group in
      for (number, seal) in seals.enumerated() { group.addTask { seal.fulfill(number) } }
    }
    #expect(try await all.async() == Array(0..<200))
  }
}
