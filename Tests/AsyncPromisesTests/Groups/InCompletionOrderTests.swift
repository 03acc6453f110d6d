// InCompletionOrder.swift: yields the outcomes one by one, as they arrive.

import AsyncPromises
import TestSupport
import Testing

@Suite("inCompletionOrder", .timeLimit(.minutes(10)))
struct InCompletionOrderTests {
  /// An element, comparable by value.
  private struct Arrival: Equatable {
    let index: Int
    let outcome: Outcome

    init(_ index: Int, _ outcome: Outcome) {
      self.index = index
      self.outcome = outcome
    }
  }

  private func arrivals(of sequence: CompletionOrder<Int>) async -> [Arrival] {
    var arrivals: [Arrival] = []
    for await (index, result) in sequence { arrivals.append(Arrival(index, Outcome(result))) }
    return arrivals
  }

  @Test(
    "F3: yields indices and outcomes in the order of arrival, even if the loop starts afterwards",
    arguments: permutations(of: [0, 1, 2]))
  func order(order: [Int]) async {
    let (promises, resolvers) = pendingPromises(3)
    let sequence = Promise.inCompletionOrder(promises)
    for index in order { resolvers[index].fulfill(index) }
    #expect(await arrivals(of: sequence) == order.map { Arrival($0, .fulfilled($0)) })
  }

  @Test("F3: yields each outcome as soon as it arrives", arguments: permutations(of: [0, 1, 2]))
  func stepwise(order: [Int]) async {
    let (promises, resolvers) = pendingPromises(3)
    var iterator = Promise.inCompletionOrder(promises).makeAsyncIterator()
    for index in order {
      // The next outcome arrives while the loop waits for it.
      Task.detached { resolvers[index].reject(TestError.first) }
      let next = await iterator.next()
      #expect(next?.index == index)
      #expect(Outcome(next?.result) == .rejected(.first))
    }
    #expect(await iterator.next() == nil)
    #expect(await iterator.next() == nil)
  }

  @Test("F3: yields inputs that are already settled first, in the order of the inputs")
  func settledAlready() async {
    let (promises, resolvers) = pendingPromises(2)
    let sequence = Promise.inCompletionOrder([
      promises[0], .fulfilled(1), promises[1], .rejected(TestError.first), .fulfilled(4),
    ])
    resolvers[1].fulfill(2)
    resolvers[0].reject(CancellationError())
    let expected = [
      Arrival(1, .fulfilled(1)), Arrival(3, .rejected(.first)), Arrival(4, .fulfilled(4)),
      Arrival(2, .fulfilled(2)), Arrival(0, .cancelled),
    ]
    #expect(await arrivals(of: sequence) == expected)
  }

  @Test("F3: without inputs, yields no elements")
  func empty() async {
    #expect(await arrivals(of: Promise.inCompletionOrder([])) == [])
  }

  @Test("F3 B7: yields the original error", arguments: ErrorSample.allCases)
  func veryError(reason: ErrorSample) async {
    var iterator = Promise.inCompletionOrder([Promise<Int>.rejected(reason.error)])
      .makeAsyncIterator()
    #expect(reason.isSame(as: await iterator.next()?.result))
  }

  @Test("F3: the same promise can be an input several times")
  func sameTwice() async {
    let (promise, resolver) = Promise<Int>.pending()
    let sequence = Promise.inCompletionOrder([promise, .fulfilled(0), promise])
    resolver.fulfill(1)
    let expected = [
      Arrival(1, .fulfilled(0)), Arrival(0, .fulfilled(1)), Arrival(2, .fulfilled(1)),
    ]
    #expect(await arrivals(of: sequence) == expected)
  }

  @Test("F3: each of several loops sees every outcome, at its own pace")
  func severalLoops() async {
    let (promises, resolvers) = pendingPromises(3)
    let sequence = Promise.inCompletionOrder(promises)
    var ahead = sequence.makeAsyncIterator()
    var behind = sequence.makeAsyncIterator()
    resolvers[2].fulfill(2)
    #expect(await ahead.next()?.index == 2)
    resolvers[0].fulfill(0)
    #expect(await ahead.next()?.index == 0)
    #expect(await behind.next()?.index == 2)
    async let waiting = arrivals(of: sequence)
    resolvers[1].fulfill(1)
    #expect(await waiting.map(\.index) == [2, 0, 1])
    #expect(await behind.next()?.index == 0)
    #expect(await behind.next()?.index == 1)
    #expect(await behind.next() == nil)
  }

  @Test("F3: yields every outcome exactly once if many tasks settle the inputs concurrently")
  func concurrently() async {
    for _ in 0..<20 {
      let (promises, resolvers) = pendingPromises(20)
      let sequence = Promise.inCompletionOrder(promises)
      for (index, resolver) in resolvers.enumerated() {
        Task.detached { resolver.fulfill(index) }
      }
      let seen = await arrivals(of: sequence)
      #expect(Set(seen.map(\.index)) == Set(0..<20))
      #expect(seen.allSatisfy { $0.outcome == .fulfilled($0.index) })
      #expect(await arrivals(of: sequence) == seen)
    }
  }

  // MARK: Leaving

  @Test("F3: after the loop exits, the inputs continue, and the loop retains nothing")
  func leaving() async throws {
    let (pending, resolver) = pendingWork(of: Tracked.self)
    let (seen, freed) = tracking { object in
      Promise {
        for await (index, _) in Promise.inCompletionOrder([pending, .fulfilled(object)]) {
          return index
        }
        return -1
      }
    }
    #expect(try await seen.value == 1)
    try await freed.value
    #expect(pending.resultIfSettled == nil)
    // Exiting the loop doesn't cancel the input. Cancelling its last consumer does.
    #expect(pending.map { _ in }.cancel())
    #expect(pending.isAbandoned)
    withExtendedLifetime(resolver) {}
  }

  @Test("F3: a sequence that is never iterated leaves its inputs when it is released")
  func unused() async throws {
    let (pending, resolver) = Promise<Tracked>.pending()
    let (_, freed) = tracking { object in
      _ = Promise.inCompletionOrder([.fulfilled(object), pending])
    }
    try await freed.value
    #expect(pending.resultIfSettled == nil)
    withExtendedLifetime(resolver) {}
  }

  @Test("F3: an iterator keeps the sequence alive, even if nothing else does")
  func iteratorAlone() async {
    let (promises, resolvers) = pendingPromises(1)
    var iterator = Promise.inCompletionOrder(promises).makeAsyncIterator()
    resolvers[0].fulfill(5)
    #expect(Outcome(await iterator.next()?.result) == .fulfilled(5))
  }

  @Test(
    "F3 C2 E3: a loop in a cancelled task ends when it would have to wait, and cancels nothing")
  func cancelledTask() async throws {
    let (promises, resolvers) = pendingPromises(2)
    let sequence = Promise.inCompletionOrder(promises + [.fulfilled(2)])
    let seen = try await inCancelledTask {
      var indices: [Int] = []
      for await (index, _) in sequence { indices.append(index) }
      return indices
    }
    #expect(seen == [2])
    #expect(promises.allSatisfy { $0.resultIfSettled == nil })
    for (index, resolver) in resolvers.enumerated() { resolver.fulfill(index) }
    #expect(await arrivals(of: sequence).map(\.index) == [2, 0, 1])
  }

  @Test("F3 C2: a waiting loop ends when its task is cancelled")
  @MainActor
  func cancelledWhileWaiting() async {
    let (promises, resolvers) = pendingPromises(1)
    let sequence = Promise.inCompletionOrder(promises)
    let loop = Task { @MainActor in
      for await _ in sequence { return false }
      return true
    }
    // The main actor runs its jobs in order, so the loop is waiting by now.
    await Task { @MainActor in }.value
    loop.cancel()
    #expect(await loop.value)
    #expect(promises[0].resultIfSettled == nil)
    withExtendedLifetime(resolvers) {}
  }
}
