// AllSettled.swift: collects the outcome of every input.

import AsyncPromises
import TestSupport
import Testing

@Suite("allSettled", .timeLimit(.minutes(10)))
struct AllSettledTests {
  @Test("F: returns the outcomes in the order of the inputs", arguments: SettleTime.allCases)
  func outcomes(time: SettleTime) async throws {
    let results: [Result<Int, any Error>] = [
      .success(1), .failure(TestError.first), .failure(CancellationError()), .success(2),
    ]
    let subjects = results.map { Subject($0, time) }
    let group = Promise.allSettled(subjects.map(\.promise))
    for subject in subjects.reversed() { await subject.settle() }
    let outcomes = try await group.value.map { Outcome($0) }
    #expect(outcomes == [.fulfilled(1), .rejected(.first), .cancelled, .fulfilled(2)])
  }

  @Test("F: is fulfilled by the call that settles the last input, and not earlier")
  func fulfilledWithLast() throws {
    let (promises, resolvers) = pendingPromises(3)
    let group = Promise.allSettled(promises)
    resolvers[2].reject(TestError.first)
    #expect(group.resultIfSettled == nil)
    resolvers[0].fulfill(0)
    #expect(group.resultIfSettled == nil)
    resolvers[1].reject(TestError.second)
    let outcomes = try group.resultIfSettled?.get().map { Outcome($0) }
    #expect(outcomes == [.fulfilled(0), .rejected(.second), .rejected(.first)])
  }

  @Test("F: without inputs, starts out fulfilled with an empty array")
  func empty() throws {
    #expect(try Promise.allSettled([Promise<Int>]()).resultIfSettled?.get().isEmpty == true)
  }

  @Test(
    "F B7: is never rejected: the outcome contains the original error",
    arguments: ErrorSample.allCases)
  func veryError(reason: ErrorSample) async throws {
    let (promises, resolvers) = pendingPromises(2)
    let group = Promise.allSettled(promises)
    resolvers[1].reject(reason.error)
    resolvers[0].fulfill(1)
    let outcomes = try await group.value
    #expect(outcomes.count == 2)
    #expect(reason.isSame(as: outcomes.last))
  }

  @Test("F A4 E1: inputs that are cancelled, broken or bound to others have an outcome too")
  func oddInputs() async throws {
    let (promises, resolvers) = pendingPromises(2)
    let group = Promise.allSettled(promises + [Promise<Int>.pending().promise])
    promises[0].cancel()
    resolvers[1].follow(.rejected(TestError.second))
    let outcomes = try await group.value.map { Outcome($0) }
    #expect(outcomes == [.cancelled, .rejected(.second), .broken])
  }

  @Test("F: a released group retains none of its inputs' values or errors")
  func released() async throws {
    let (count, freed) = try tracking { object in
      let inputs = [Promise.fulfilled(object), .rejected(TrackedError(object: object))]
      return try Promise.allSettled(inputs).resultIfSettled?.get().count
    }
    #expect(count == 2)
    try await freed.value
  }

  @Test("F A1: counts all inputs when many tasks settle them concurrently")
  func concurrently() async throws {
    for _ in 0..<50 {
      let (promises, resolvers) = pendingPromises(20)
      let group = Promise.allSettled(promises)
      for (index, resolver) in resolvers.enumerated() {
        Task.detached {
          _ = index.isMultiple(of: 2) ? resolver.fulfill(index) : resolver.reject(TestError.first)
        }
      }
      let outcomes = try await group.value.map { Outcome($0) }
      #expect(
        outcomes
          == (0..<20).map { $0.isMultiple(of: 2) ? .fulfilled($0) : .rejected(.first) })
    }
  }
}

/// An error that retains an object.
private struct TrackedError: Error {
  let object: Tracked
}
