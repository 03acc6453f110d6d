// Promise.swift: states, identity and cancellation.

import AsyncPromises
import TestSupport
import Testing

@Suite("Promise", .timeLimit(.minutes(10)))
struct PromiseTests {
  @Test("A1 A5: a settled promise never changes, and is read without waiting")
  func neverChanges() throws {
    let fulfilled = Promise.fulfilled(1)
    let rejected = Promise<Int>.rejected(TestError.first)
    for _ in 0..<2 {
      #expect(try fulfilled.resultIfSettled?.get() == 1)
      #expect(throws: TestError.first) { try rejected.resultIfSettled?.get() }
      #expect(!fulfilled.cancel())
      #expect(!rejected.cancel())
    }
  }

  @Test("A1 A5: a pending promise is pending until it is settled", arguments: SettleTime.allCases)
  func pending(time: SettleTime) async throws {
    let subject = Subject(.success(1), time)
    if case .already = time {} else { #expect(subject.promise.resultIfSettled == nil) }
    await subject.settle()
    #expect(try subject.promise.resultIfSettled?.get() == 1)
  }

  @Test("A1: a promise can be created from a result, or without a value")
  func settledInitially() throws {
    #expect(try Promise<Int>(.success(1)).resultIfSettled?.get() == 1)
    #expect(Promise<Int>(.failure(TestError.first)).failure as? TestError == .first)
    #expect(Promise.fulfilled.resultIfSettled != nil && Promise.fulfilled.failure == nil)
    #expect(try Promise<Int?>.fulfilled(nil).resultIfSettled?.get() == .some(nil))
    #expect(Promise<Never>.rejected(TestError.first).failure as? TestError == .first)
  }

  @Test("A1 D2: a result with any failure type can become a promise, without an annotation")
  func typedResults() throws {
    let good = Result<Int, TestError>.success(1)
    let bad = Result<Int, TestError>.failure(.first)
    let certain = Result<Int, Never>.success(2)
    let untyped = Result<Int, any Error>.failure(TestError.second)
    #expect(Promise(good).outcome == .fulfilled(1))
    #expect(Promise(bad).outcome == .rejected(.first))
    #expect(Promise(certain).outcome == .fulfilled(2))
    #expect(Promise(untyped).outcome == .rejected(.second))
    let thrown = Result { () throws(TestError) -> Int in throw .third }
    #expect(Promise(thrown).outcome == .rejected(.third))
  }

  @Test("A1: if many tasks settle a promise concurrently, one wins, and all see the same outcome")
  func manySettle() async throws {
    for _ in 0..<50 {
      let (promise, resolver) = Promise<Int>.pending()
      let wins = Journal<Int>()
      await withTaskGroup { group in
        for index in 0..<8 {
          group.addTask {
            let won = index == 0 ? promise.cancel() : resolver.fulfill(index)
            if won { wins.write(index) }
          }
        }
      }
      #expect(wins.count == 1)
      switch promise.resultIfSettled {
      case .success(let value): #expect(wins.entries == [value])
      case .failure(let error): #expect(error is CancellationError && wins.entries == [0])
      case nil: Issue.record("One task won, but the promise is still pending.")
      }
    }
  }

  // MARK: Identity

  @Test("A3: a promise equals its copies, but no other promise with the same outcome")
  func identity() {
    let promise = Promise.fulfilled(1)
    let copy = promise
    #expect(promise == copy)
    #expect(promise.hashValue == copy.hashValue)
    #expect(promise != Promise.fulfilled(1))
    #expect(Set([promise, copy, Promise.fulfilled(1)]).count == 2)
  }

  @Test("A1: the description shows the state")
  func description() {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(promise.description == "Promise(pending)")
    resolver.fulfill(1)
    #expect(promise.description == "Promise(fulfilled: 1)")
    #expect(Promise<Int>.rejected(TestError.first).description == "Promise(rejected: first)")
  }

  @Test("S1: promises can be stored in actors, captured in tasks and awaited with async let")
  func sendable() async throws {
    actor Store {
      var promises: [Promise<Int>] = []
      func add(_ promise: Promise<Int>) { promises.append(promise) }
      func sum() async throws -> Int {
        var sum = 0
        for promise in promises { sum += try await promise.value }
        return sum
      }
    }
    let store = Store()
    let (promise, resolver) = Promise<Int>.pending()
    await store.add(promise)
    await store.add(.fulfilled(2))
    async let sum = store.sum()
    async let value = promise.value
    resolver.fulfill(1)
    #expect(try await sum == 3)
    #expect(try await value == 1)
  }

  // MARK: Cancellation

  @Test("E1: cancelling a promise rejects it immediately, just once, and for all consumers")
  func cancel() async {
    let (promise, resolver) = Promise<Int>.pending()
    let waiting = await startWaiting(for: promise)
    let derived = promise.map { $0 }
    #expect(promise.cancel())
    #expect(promise.isRejectedByCancellation)
    #expect(!promise.cancel())
    await #expect(throws: CancellationError.self) { try await waiting.value }
    await #expect(throws: CancellationError.self) { try await derived.value }
    withExtendedLifetime(resolver) {}
  }

  /// Another consumer of a source.
  enum Consumer: CaseIterable, Sendable {
    case derived
    case handler
    case waiter
    case follower
  }

  @Test("E2: each kind of consumer keeps a source's work running", arguments: Consumer.allCases)
  func consumer(_ consumer: Consumer) async throws {
    let (source, resolver) = Promise<Int>.pending()
    let outcome: Promise<Int>
    switch consumer {
    case .derived: outcome = source.map { $0 }
    case .handler: outcome = Promise { seen in source.whenSettled { seen.resolve(with: $0) } }
    case .waiter:
      let waiting = await startWaiting(for: source)
      outcome = Promise { try await waiting.value }
    case .follower:
      let (outer, outerResolver) = Promise<Int>.pending()
      outerResolver.follow(source)
      outcome = outer
    }
    #expect(source.map { $0 }.cancel())
    try #require(source.resultIfSettled == nil)
    #expect(resolver.fulfill(1))
    #expect(try await outcome.value == 1)
  }

  @Test("E2: a source is stopped when the last of its derived promises is cancelled")
  func lastConsumer() {
    let (source, resolver) = pendingWork()
    let derived = (0..<5).map { _ in source.map { $0 } }
    for promise in derived.dropLast() {
      #expect(promise.cancel())
      #expect(source.resultIfSettled == nil)
    }
    #expect(derived.last?.cancel() == true)
    #expect(source.isAbandoned)
    withExtendedLifetime(resolver) {}
  }

  @Test("E2: the withdrawal continues upstream, up to a promise with other consumers")
  func upstream() async throws {
    let (source, resolver) = pendingWork()
    let first = source.map { $0 }
    let second = first.tap { _ in }
    let third = second.validate { _ in true }
    let other = first.map { $0 + 1 }
    #expect(third.cancel())
    #expect(second.isAbandoned)
    try #require(first.resultIfSettled == nil)
    #expect(resolver.fulfill(1))
    #expect(try await other.value == 2)
  }

  @Test(
    "E2 E3: if the derived promise leaves first and the waiting task last, nothing is cancelled")
  func waiterLeavesLast() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let waiting = await startWaiting(for: source)
    #expect(source.map { $0 }.cancel())
    try #require(source.resultIfSettled == nil)
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(source.resultIfSettled == nil)
    #expect(resolver.fulfill(1))
  }

  @Test("E2 E3: if the waiting task leaves first and the derived promise last, the source stops")
  func derivedLeavesLast() async {
    let (source, resolver) = pendingWork()
    let waiting = await startWaiting(for: source)
    let derived = source.map { $0 }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(source.resultIfSettled == nil)
    #expect(derived.cancel())
    #expect(source.isAbandoned)
    withExtendedLifetime(resolver) {}
  }

  @Test("E3: releasing the promise cancels nothing: its work continues")
  func dropped() async throws {
    let (gate, open) = Promise<Void>.pending()
    let (ended, end) = Promise<Bool>.pending()
    do {
      _ = Promise {
        _ = await gate.result
        end.fulfill(Task.isCancelled)
      }
    }
    open.fulfill()
    #expect(try await !ended.value)
  }

  @Test("E3: releasing a derived promise cancels nothing: its handler still runs")
  func droppedDerived() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let (ran, run) = Promise<Int>.pending()
    let told = Journal<Bool>()
    resolver.onCancel { told.write(true) }
    _ = source.map { run.fulfill($0) }.map { _ in }
    #expect(source.resultIfSettled == nil)
    #expect(resolver.fulfill(1))
    #expect(try await ran.value == 1)
    #expect(told.entries.isEmpty)
  }
}
