// All.swift: is fulfilled when every input is.

import AsyncPromises
import TestSupport
import Testing

@Suite("all", .timeLimit(.minutes(10)))
struct AllTests {
  @Test("F: returns the values in the order of the inputs", arguments: SettleTime.allCases)
  func values(time: SettleTime) async throws {
    let subjects = (0..<5).map { Subject<Int>(.success($0), time) }
    let all = Promise.all(subjects.map(\.promise))
    for subject in subjects.reversed() { await subject.settle() }
    #expect(try await all.value == [0, 1, 2, 3, 4])
  }

  @Test("F: is fulfilled by the call that settles the last input, and not earlier")
  func fulfilledWithLast() throws {
    let (promises, resolvers) = pendingPromises(3)
    let all = Promise.all(promises)
    for index in [2, 0, 1] {
      #expect(all.resultIfSettled == nil)
      resolvers[index].fulfill(index)
    }
    #expect(try all.resultIfSettled?.get() == [0, 1, 2])
  }

  @Test("F: without inputs, starts out fulfilled with an empty array")
  func empty() throws {
    #expect(try Promise.all([Promise<Int>]()).resultIfSettled?.get() == [])
    #expect(
      try Promise.all(EmptyCollection<Promise<Int>>(), remaining: .cancel).resultIfSettled?.get()
        == [])
  }

  @Test("F: accepts a single promise")
  func single() throws {
    #expect(try Promise.all([.fulfilled(1)]).resultIfSettled?.get() == [1])
    #expect(Promise.all([Promise<Int>.rejected(TestError.first)]).failure as? TestError == .first)
  }

  @Test("F: the earliest rejection immediately rejects the group, whatever the order of the inputs")
  func firstRejection() {
    let (promises, resolvers) = pendingPromises(3)
    defer { withExtendedLifetime(resolvers) {} }
    let all = Promise.all(promises)
    resolvers[2].reject(TestError.second)
    #expect(all.failure as? TestError == .second)
    resolvers[0].reject(TestError.first)
    resolvers[1].fulfill(1)
    #expect(all.failure as? TestError == .second)
  }

  @Test("F: if several inputs are already rejected, the first in the order of the inputs decides")
  func rejectedAlready() {
    let (pending, resolver) = Promise<Int>.pending()
    let all = Promise.all([pending, .rejected(TestError.second), .rejected(TestError.first)])
    #expect(all.failure as? TestError == .second)
    withExtendedLifetime(resolver) {}
  }

  @Test("F B7: is rejected with the original error", arguments: ErrorSample.allCases)
  func veryError(reason: ErrorSample) async {
    let (promises, resolvers) = pendingPromises(2)
    defer { withExtendedLifetime(resolvers) {} }
    let all = Promise.all(promises)
    resolvers[1].reject(reason.error)
    #expect(reason.isSame(as: await all.result))
  }

  @Test("F A4: an input whose resolver is released rejects the group")
  func broken() async {
    let kept = Promise<Int>.pending()
    let all = Promise.all([kept.promise, Promise<Int>.pending().promise])
    #expect(await all.brokenSite != nil)
    withExtendedLifetime(kept.resolver) {}
  }

  @Test("F E1: a cancelled input rejects the group with CancellationError; other inputs continue")
  func cancelledInput() {
    let (promises, resolvers) = pendingPromises(2)
    let all = Promise.all(promises)
    promises[0].cancel()
    #expect(all.isRejectedByCancellation)
    #expect(promises[1].resultIfSettled == nil)
    withExtendedLifetime(resolvers) {}
  }

  @Test("F A3: inputs can follow others, whether bound before or after the call")
  func followers() throws {
    let (promises, resolvers) = pendingPromises(2)
    let (inner, end) = Promise<Int>.pending()
    resolvers[0].follow(inner)
    let all = Promise.all(promises)
    resolvers[1].follow(inner)
    end.fulfill(7)
    #expect(try all.resultIfSettled?.get() == [7, 7])
  }

  @Test("F: accepts values that are nil, Void or results")
  func oddValues() throws {
    #expect(
      try Promise.all([Promise<Int?>.fulfilled(nil), .fulfilled(1)]).resultIfSettled?.get() == [
        nil, 1,
      ])
    #expect(
      try Promise.all([Promise<Void>.fulfilled, .fulfilled]).resultIfSettled?.get().count == 2)
    let failure = Result<Int, TestError>.failure(.first)
    #expect(try Promise.all([Promise.fulfilled(failure)]).resultIfSettled?.get() == [failure])
  }

  @Test("F: works in a chain without type annotations")
  func chain() async throws {
    let sum = try await Promise.fulfilled(3)
      .then { count in Promise.all((0..<count).map { Promise.fulfilled($0) }) }
      .map { $0.reduce(0, +) }
      .get()
    #expect(sum == 3)
  }

  @Test("F A1: counts all inputs when many tasks settle them concurrently")
  func concurrently() async throws {
    for _ in 0..<50 {
      let (promises, resolvers) = pendingPromises(20)
      let all = Promise.all(promises)
      for (index, resolver) in resolvers.enumerated() {
        Task.detached { resolver.fulfill(index) }
      }
      #expect(try await all.value == Array(0..<20))
    }
  }

  @Test("F: a released group retains none of its inputs' values")
  func released() async throws {
    let (count, freed) = try tracking { object in
      try Promise.all([Promise.fulfilled(object), .fulfilled(object)]).resultIfSettled?.get().count
    }
    #expect(count == 2)
    try await freed.value
  }
}
