// PromiseBag.swift: promises that are cancelled when their owner is released.

import AsyncPromises
import TestSupport
import Testing

@Suite("PromiseBag", .timeLimit(.minutes(10)))
struct PromiseBagTests {
  @Test("E1 E2 E3: releasing a bag cancels its pending promises and stops the work behind them")
  func cancelled() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let (stopped, stop) = Promise<Void>.pending()
    resolver.onCancel { stop.fulfill() }
    let done = Journal<Int>()
    var bag: PromiseBag? = PromiseBag()
    let chain = source.map { $0 + 1 }.done { done.write($0) }
    if let bag { chain.store(in: bag) }
    #expect(chain.resultIfSettled == nil)
    bag = nil
    #expect(chain.isRejectedByCancellation)
    #expect(source.isAbandoned)
    try await stopped.value
    #expect(done.entries.isEmpty)
  }

  @Test("E2: work with other consumers continues when the bag is released")
  func othersContinue() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let other = source.map { $0 + 1 }
    do {
      let bag = PromiseBag()
      source.done { _ in }.store(in: bag)
    }
    #expect(source.resultIfSettled == nil)
    resolver.fulfill(1)
    #expect(try await other.value == 2)
  }

  @Test("E1: releasing a bag doesn't affect settled promises", arguments: Settlement.allCases)
  func settled(_ settlement: Settlement) async {
    let (late, resolver) = Promise<Int>.pending()
    let early = Promise(settlement.result)
    do {
      let bag = PromiseBag()
      early.store(in: bag)
      late.store(in: bag)
      resolver.resolve(with: settlement.result)
    }
    #expect(early.outcome == settlement.outcome)
    #expect(late.outcome == settlement.outcome)
  }

  @Test("E2: a stored promise may follow another one, bound before or after it is stored")
  func following() async throws {
    let (inner, innerResolver) = pendingWork()
    let (first, firstResolver) = Promise<Int>.pending()
    let (second, secondResolver) = Promise<Int>.pending()
    do {
      let bag = PromiseBag()
      firstResolver.follow(inner)
      first.store(in: bag)
      second.store(in: bag)
      secondResolver.follow(inner)
    }
    #expect(first.isRejectedByCancellation)
    #expect(second.isRejectedByCancellation)
    #expect(inner.isAbandoned)
    withExtendedLifetime(innerResolver) {}
  }

  @Test("H1: storing a promise doesn't handle its failure")
  func unhandled() async {
    let topic = ReportRecorder.topic(line: #line + 2)
    let bag = PromiseBag()
    Promise<Int>.rejected(TestError.first).store(in: bag)
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.unhandled).count == 1)
    withExtendedLifetime(bag) {}
  }

  @Test("B6: neither a bag nor its contents retain the owner, if no handler does")
  func noCycle() async throws {
    let (source, resolver) = pendingWork()
    let freed = open(source)
    try await freed.value
    // The owner's bag was released with it.
    #expect(source.isAbandoned)
    withExtendedLifetime(resolver) {}
  }

  private func open(_ source: Promise<Int>) -> Promise<Void> {
    let (screen, freed) = tracking { Screen($0) }
    screen.show(source)
    return freed
  }

  @Test("B6: a promise that settles leaves the bag")
  func leaves() async throws {
    let bag = PromiseBag()
    let (_, freed) = tracking { object in
      let promise = Promise.fulfilled(1).map { number in
        object.use()
        return number
      }
      promise.store(in: bag)
    }
    try await freed.value
    withExtendedLifetime(bag) {}
  }

  @Test("A1: promises that tasks store, settle and cancel concurrently have one outcome each")
  func together() async {
    for _ in 0..<100 {
      let bags = (0..<4).map { _ in Box(PromiseBag()) }
      let (source, resolver) = Promise<Int>.pending()
      let all = await withTaskGroup(of: [Promise<Int>].self) { group in
        for box in bags {
          group.addTask {
            let mine = (0..<8).map { number in source.map { $0 + number } }
            for promise in mine { box.store(promise) }
            return mine
          }
          group.addTask {
            box.empty()
            return []
          }
        }
        group.addTask {
          resolver.fulfill(1)
          return []
        }
        return await group.reduce(into: []) { $0 += $1 }
      }
      for promise in all {
        switch await promise.result {
        case .success: break
        case .failure(let error): #expect(error is CancellationError)
        }
      }
    }
  }
}

/// An owner of a bag, whose handlers don't retain it.
private final class Screen: Sendable {
  private let object: Tracked
  private let bag = PromiseBag()

  init(_ object: Tracked) { self.object = object }

  func show(_ source: Promise<Int>) {
    source.done(with: self) { screen, _ in screen.object.use() }
      .catch(with: self) { screen, _ in screen.object.use() }
      .store(in: bag)
  }
}

/// A bag that one task fills and another one releases.
private final class Box: @unchecked Sendable {
  private let bags = Journal<PromiseBag>()

  init(_ bag: PromiseBag) { bags.write(bag) }

  func store(_ promise: Promise<Int>) {
    for bag in bags.entries { promise.store(in: bag) }
  }

  func empty() { bags.clear() }
}
