// Following.swift: two promises that settle the same way but remain separate.

import TestSupport
import Testing

@testable import AsyncPromises

@Suite("Following", .timeLimit(.minutes(10)))
struct FollowingTests {
  private typealias Pair = (promise: Promise<Int>, resolver: Resolver<Int>)

  private func pair() -> Pair { Promise<Int>.pending() }

  @Test("A3: the outer promise settles like the inner one", arguments: SettleTime.allCases)
  func settlesAlike(time: SettleTime) async throws {
    for result in [Result<Int, any Error>.success(1), .failure(TestError.first)] {
      let inner = Subject(result, time)
      let outer = pair()
      let early = outer.promise.map { $0 }
      #expect(outer.resolver.follow(inner.promise))
      let late = outer.promise.map { $0 }
      await inner.settle()
      for promise in [outer.promise, early, late] {
        switch result {
        case .success(let value): #expect(try await promise.value == value)
        case .failure: await #expect(throws: TestError.first) { try await promise.value }
        }
      }
    }
  }

  @Test("A3: equality and hash never change")
  func identity() async throws {
    let (inner, innerResolver) = pair()
    let (outer, outerResolver) = pair()
    let hashes = (inner.hashValue, outer.hashValue)
    let promises: Set = [inner, outer]
    outerResolver.follow(inner)
    for _ in 0..<2 {
      #expect(inner != outer)
      #expect(inner.hashValue == hashes.0 && outer.hashValue == hashes.1)
      #expect(promises.contains(inner) && promises.contains(outer))
      innerResolver.fulfill(1)
      #expect(try await outer.value == 1)
    }
  }

  @Test("A2 A3: a bound promise accepts no other outcome, and the attempt is reported")
  func lateResolve() async throws {
    let topic = ReportRecorder.topic("bound")
    let (inner, innerResolver) = pair()
    let (outer, outerResolver) = Promise<Int>.pending(name: topic.name)
    #expect(outerResolver.follow(inner))
    #expect(!outerResolver.fulfill(5))
    #expect(!outerResolver.reject(TestError.first))
    #expect(!outerResolver.follow(.fulfilled(6)))
    #expect(!outerResolver.follow(pair().promise))
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.secondSettle).count == 4)
    #expect(outer.resultIfSettled == nil)
    #expect(innerResolver.fulfill(1))
    #expect(try await outer.value == 1)
  }

  @Test("A3: an inner promise with several outer ones continues for those that remain")
  func shared() async throws {
    let (inner, innerResolver) = pair()
    let outers = (0..<4).map { _ in pair() }
    for outer in outers { outer.resolver.follow(inner) }
    #expect(outers[0].promise.cancel())
    #expect(outers[2].promise.cancel())
    try #require(inner.resultIfSettled == nil)
    #expect(innerResolver.fulfill(1))
    #expect(try await outers[1].promise.value == 1)
    #expect(try await outers[3].promise.value == 1)
    #expect(outers[0].promise.isRejectedByCancellation)
    #expect(outers[2].promise.isRejectedByCancellation)
  }

  @Test("A3 E2: cancelling the last outer promise stops the inner one")
  func lastOuter() {
    let (inner, innerResolver) = pendingWork()
    let outers = (0..<3).map { _ in pair() }
    for outer in outers { outer.resolver.follow(inner) }
    for outer in outers {
      #expect(inner.resultIfSettled == nil)
      #expect(outer.promise.cancel())
    }
    #expect(inner.isAbandoned)
    withExtendedLifetime(innerResolver) {}
  }

  @Test("A3 E2: promises derived from the outer one withdraw through it")
  func derivedOfOuter() async throws {
    let (inner, innerResolver) = pendingWork()
    let (outer, outerResolver) = pair()
    let early = outer.map { $0 }
    outerResolver.follow(inner)
    let late = outer.map { $0 }
    #expect(early.cancel())
    try #require(outer.resultIfSettled == nil)
    #expect(late.cancel())
    #expect(outer.isAbandoned)
    #expect(inner.isAbandoned)
    withExtendedLifetime(innerResolver) {}
  }

  @Test("A3: tasks can begin to wait for the outer promise before or after the binding")
  func waiters() async throws {
    let (inner, innerResolver) = pair()
    let (outer, outerResolver) = pair()
    let early = await startWaiting(for: outer)
    let cancelled = await startWaiting(for: outer)
    outerResolver.follow(inner)
    let late = await startWaiting(for: outer)
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    innerResolver.fulfill(1)
    #expect(try await early.value == 1)
    #expect(try await late.value == 1)
  }

  @Test("A3: if the inner promise is cancelled, the outer one settles the same way")
  func innerCancelled() async {
    let (inner, innerResolver) = pair()
    let (outer, outerResolver) = pair()
    outerResolver.follow(inner)
    inner.cancel()
    await #expect(throws: CancellationError.self) { try await outer.value }
    withExtendedLifetime(innerResolver) {}
  }

  @Test("A2 E2: a cancelled promise can't be bound, but still withdraws from the inner one")
  func followAfterCancel() {
    let (inner, innerResolver) = pendingWork()
    let (shared, sharedResolver) = pair()
    let consumer = shared.map { $0 }
    let (outer, outerResolver) = pair()
    outer.cancel()
    #expect(!outerResolver.follow(inner))
    #expect(inner.isAbandoned)
    #expect(!outerResolver.follow(shared))
    #expect(shared.resultIfSettled == nil)
    #expect(consumer.resultIfSettled == nil)
    withExtendedLifetime((innerResolver, sharedResolver)) {}
  }

  @Test("A2: a fulfilled promise can't follow another one, and the attempt doesn't affect that one")
  func followAfterFulfill() {
    let (inner, innerResolver) = pair()
    let (_, outerResolver) = pair()
    outerResolver.fulfill(1)
    #expect(!outerResolver.follow(inner))
    #expect(inner.resultIfSettled == nil)
    #expect(innerResolver.fulfill(1))
  }

  @Test("A3: a chain of followers settles, and each link is a separate promise")
  func chain() async throws {
    let pairs = (0..<10).map { _ in pair() }
    // Bound from the middle outwards, so that lists move upstream as well as downstream.
    for index in [4, 5, 3, 6, 2, 7, 1, 8, 0] {
      #expect(pairs[index].resolver.follow(pairs[index + 1].promise))
    }
    #expect(Set(pairs.map(\.promise)).count == 10)
    pairs[9].resolver.fulfill(1)
    for pair in pairs { #expect(try await pair.promise.value == 1) }
  }

  @Test("A7: orphans that are dissolved one by one are freed together, in a loop")
  func dissolvedOrphans() async throws {
    let (outer, outerResolver) = pair()
    var (last, lastResolver) = pair()
    outerResolver.follow(last)
    var kept: [Cell] = []
    let watched = Journal<@Sendable () -> Bool>()
    for _ in 0..<5 {
      let (next, nextResolver) = pair()
      lastResolver.follow(next)
      // A thread that is walking along the chain would retain this relay.
      let relay = last.cell.root
      if kept.isEmpty { kept.append(relay) }
      watched.write { [weak relay] in relay == nil }
      (last, lastResolver) = (next, nextResolver)
    }
    #expect(kept[0].state.phase == .following)
    lastResolver.fulfill(1)
    #expect(try await outer.value == 1)
    kept = []
    #expect(watched.entries.dropLast().allSatisfy { $0() })
  }

  // MARK: Cycles

  @Test("A3: a promise that would follow itself is rejected")
  func itself() async {
    let (promise, resolver) = pair()
    let derived = promise.map { $0 }
    resolver.follow(promise)
    #expect(await promise.settledOutcome == .cycle)
    #expect(await derived.settledOutcome == .cycle)
  }

  @Test(
    "A3 E2: a longer cycle stays pending, and cancelling one of its promises ends it",
    arguments: [2, 3, 10])
  func longerCycle(size: Int) async {
    let pairs = (0..<size).map { _ in pair() }
    for (index, pair) in pairs.enumerated() {
      #expect(pair.resolver.follow(pairs[(index + 1) % size].promise))
    }
    let (beside, besideResolver) = pair()
    besideResolver.follow(pairs[0].promise)
    let waiting = await startWaiting(for: beside)
    for pair in pairs { #expect(pair.promise.resultIfSettled == nil) }
    #expect(pairs[size / 2].promise.cancel())
    for pair in pairs { #expect(pair.promise.isRejectedByCancellation) }
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  // The last handler is on an actor, so it runs after the cancellation has reached everything.
  @Test(
    "A3 E2: a cycle through a derived promise stays pending, and frees its handlers when it ends")
  @MainActor
  func throughDerived() async throws {
    let (promise, resolver) = pair()
    let ran = Journal<String>()
    let (end, ended) = Promise<Void>.pending()
    let (derived, freed) = tracking { object in
      promise.map { value in
        object.use()
        ran.write("map")
        return value
      }.finally { @MainActor in
        ran.write("finally")
        ended.fulfill()
      }
    }
    resolver.follow(derived)
    #expect(promise.resultIfSettled == nil)
    #expect(derived.resultIfSettled == nil)
    #expect(promise.cancel())
    #expect(await derived.settledOutcome == .abandoned)
    try await freed.value
    try await end.value
    #expect(ran.entries == ["finally"])
  }
}
