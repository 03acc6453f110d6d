// Any.swift: is fulfilled when one input is.

import AsyncPromises
import TestSupport
import Testing

@Suite("any", .timeLimit(.minutes(10)))
struct AnyTests {
  @Test("F: the earliest fulfilment decides, whatever the order of the inputs and the rejections")
  func firstFulfilment() {
    let (promises, resolvers) = pendingPromises(4)
    defer { withExtendedLifetime(resolvers) {} }
    let any = Promise.any(promises)
    resolvers[0].reject(TestError.first)
    #expect(any.outcome == .pending)
    resolvers[2].fulfill(2)
    #expect(any.outcome == .fulfilled(2))
    resolvers[1].fulfill(1)
    resolvers[3].reject(TestError.second)
    #expect(any.outcome == .fulfilled(2))
  }

  @Test("F: if several inputs are already fulfilled, the first in the order of the inputs decides")
  func fulfilledAlready() {
    let (pending, resolver) = Promise<Int>.pending()
    let any = Promise.any([pending, .rejected(TestError.first), .fulfilled(2), .fulfilled(3)])
    #expect(any.outcome == .fulfilled(2))
    withExtendedLifetime(resolver) {}
  }

  @Test(
    "F: if all inputs are rejected, the errors are in input order, whichever input fails first",
    arguments: permutations(of: [0, 1, 2]))
  func noneFulfilled(order: [Int]) async {
    let errors: [TestError] = [.first, .second, .third]
    let (promises, resolvers) = pendingPromises(3)
    let any = Promise.any(promises)
    for index in order {
      #expect(any.outcome == .pending)
      resolvers[index].reject(errors[index])
    }
    #expect(any.resultIfSettled != nil)
    #expect(await any.noneFulfilled == errors)
  }

  @Test("F B7: is rejected with the original errors", arguments: ErrorSample.allCases)
  func veryErrors(reason: ErrorSample) async throws {
    let any = Promise.any([Promise<Int>.rejected(TestError.first), .rejected(reason.error)])
    guard case .noneFulfilled(let errors) = await any.libraryError else {
      Issue.record("\(any)")
      return
    }
    #expect(errors.count == 2)
    #expect(reason.isSame(as: errors.last))
  }

  @Test("F: without inputs, starts out rejected with `emptyGroup`")
  func empty() async {
    let any = Promise.any([Promise<Int>]())
    #expect(any.resultIfSettled != nil)
    #expect(await any.isOfEmptyGroup)
    #expect(await Promise.any([Promise<Int>](), remaining: .cancel).isOfEmptyGroup)
  }

  @Test("F: accepts a single promise")
  func single() async {
    #expect(Promise.any([.fulfilled(1)]).outcome == .fulfilled(1))
    #expect(await Promise.any([Promise<Int>.rejected(TestError.first)]).noneFulfilled == [.first])
  }

  @Test("F: accepts promises as separate arguments")
  func variadic() async {
    #expect(Promise.any(.rejected(TestError.first), .fulfilled(2)).outcome == .fulfilled(2))
    let (promises, resolvers) = pendingPromises(2)
    defer { withExtendedLifetime(resolvers) {} }
    let any = Promise.any(promises[0], promises[1], remaining: .cancel)
    resolvers[1].fulfill(1)
    #expect(any.outcome == .fulfilled(1))
    #expect(promises[0].isRejectedByCancellation)
  }

  @Test("F A3: inputs can follow others, whether fulfilled or rejected")
  func followers() async {
    let (promises, resolvers) = pendingPromises(2)
    defer { withExtendedLifetime(resolvers) {} }
    let (inner, end) = Promise<Int>.pending()
    resolvers[0].follow(inner)
    let any = Promise.any(promises)
    resolvers[1].follow(inner.map { $0 })
    end.reject(TestError.second)
    #expect(await any.noneFulfilled == [.second, .second])
    let (other, otherResolver) = Promise<Int>.pending()
    let fulfilled = Promise.any([promises[0], other])
    otherResolver.follow(.fulfilled(3))
    #expect(fulfilled.outcome == .fulfilled(3))
  }

  @Test("F A4 E1: cancelled and broken inputs count as rejected")
  func oddInputs() async {
    let (promises, resolvers) = pendingPromises(2)
    defer { withExtendedLifetime(resolvers) {} }
    let any = Promise.any(promises + [Promise<Int>.pending().promise])
    promises[0].cancel()
    #expect(any.outcome == .pending)
    resolvers[1].fulfill(1)
    #expect(any.outcome == .fulfilled(1))
    let none = Promise.any([promises[0], Promise<Int>.pending().promise])
    #expect(await none.noneFulfilled?.count == 2)
  }

  @Test("F: a rejected group retains none of its inputs' errors once it is released")
  func released() async throws {
    let (failure, freed) = tracking { object in
      Promise.any([Promise<Int>.rejected(TestError.first), .rejected(TrackedError(object: object))])
        .failure == nil
    }
    #expect(!failure)
    try await freed.value
  }

  @Test("F A1: if many tasks settle inputs concurrently, one decides or all errors are collected")
  func concurrently() async {
    for round in 0..<50 {
      let (promises, resolvers) = pendingPromises(20)
      let any = Promise.any(promises)
      let lucky = round.isMultiple(of: 2) ? round % 20 : nil
      for (index, resolver) in resolvers.enumerated() {
        Task.detached {
          _ = index == lucky ? resolver.fulfill(index) : resolver.reject(TestError.first)
        }
      }
      if let lucky {
        #expect(await any.settledOutcome == .fulfilled(lucky))
      } else {
        #expect(await any.noneFulfilled == Array(repeating: .first, count: 20))
      }
    }
  }
}

/// An error that retains an object.
private struct TrackedError: Error {
  let object: Tracked
}
