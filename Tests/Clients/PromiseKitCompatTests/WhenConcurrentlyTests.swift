// When.swift: promises pulled from an iterator, a limited number at a time.

import PromiseKitCompat
import TestSupport
import Testing

@Suite("when(concurrently:)", .timeLimit(.minutes(10)))
struct WhenConcurrentlyTests {
  /// An iterator that makes promises on demand, and records how many are outstanding.
  private final class Supply: IteratorProtocol, @unchecked Sendable {
    let promises: [Promise<Int>]
    let resolvers: [Resolver<Int>]
    /// One gate per promise, opened when the promise is pulled.
    let pulls: [Gate]
    let outstanding = Journal<Int>()
    let pulled = Journal<Int>()

    init(_ count: Int) {
      (promises, resolvers) = pendingPromises(count)
      pulls = (0..<count).map { _ in Gate() }
    }

    func next() -> Promise<Int>? {
      let index = pulled.count
      guard index < promises.count else { return nil }
      pulled.write(index)
      outstanding.write(promises.prefix(index + 1).filter { $0.isPending }.count)
      pulls[index].open()
      return promises[index]
    }
  }

  @Test(
    "no more promises than the limit, in the order of the iterator", arguments: [1, 2, 3, 4, 10])
  func bounded(limit: Int) async throws {
    let supply = Supply(4)
    let all = when(fulfilled: supply, concurrently: limit)
    for index in 0..<4 {
      try await supply.pulls[index].pass()
      #expect(all.isPending && supply.pulled.count <= index + limit)
      supply.resolvers[index].fulfill(index)
    }
    #expect(try await all.async() == [0, 1, 2, 3])
    #expect(supply.outstanding.entries.allSatisfy { $0 <= limit })
  }

  @Test("after a rejection, no more promises are pulled, and running ones continue")
  func rejection() async {
    let supply = Supply(4)
    let all = when(fulfilled: supply, concurrently: 2)
    supply.resolvers[1].reject(TestError.first)
    #expect(await all.failure() as? TestError == .first)
    supply.resolvers[0].fulfill(0)
    #expect(supply.promises[0].outcome == .fulfilled(0))
    #expect(supply.pulled.entries == [0, 1])
    withExtendedLifetime(supply) {}
  }

  @Test("a limit below one is bad input, and nothing is pulled", arguments: [0, -1])
  func badLimit(limit: Int) async {
    let supply = Supply(1)
    let all = when(fulfilled: supply, concurrently: limit)
    #expect(await all.map(on: nil) { $0.count }.settled() == .badInput)
    let settled = when(resolved: supply, concurrently: limit)
    #expect(await settled.async().map { Outcome($0) } == [.badInput])
    #expect(supply.pulled.entries == [])
    withExtendedLifetime(supply) {}
  }

  @Test("without promises")
  func empty() async throws {
    #expect(try await when(fulfilled: Supply(0), concurrently: 2).async() == [])
    #expect(await when(resolved: Supply(0), concurrently: 2).async().isEmpty)
  }

  @Test("many promises that are already settled", arguments: [1, 3, 1_000])
  func settledAlready(limit: Int) async throws {
    var next = 0
    let promises = AnyIterator<Promise<Int>> {
      guard next < 10_000 else { return nil }
      defer { next += 1 }
      return .value(next)
    }
    let all = when(fulfilled: promises, concurrently: limit)
    #expect(try await all.async() == Array(0..<10_000))
  }

  @Test("when(resolved:) continues after rejections")
  func resolved() async throws {
    let supply = Supply(4)
    let all = when(resolved: supply, concurrently: 2)
    let settlements: [Settlement] = [.rejected, .fulfilled, .cancelled, .fulfilled]
    for (index, settlement) in settlements.enumerated() {
      try await supply.pulls[index].pass()
      settlement.settle(supply.resolvers[index])
    }
    let outcomes = await all.async().map { Outcome($0) }
    #expect(outcomes == [.rejected(.first), .fulfilled(1), .cancelled, .fulfilled(1)])
    #expect(supply.outstanding.entries.allSatisfy { $0 <= 2 })
  }
}
