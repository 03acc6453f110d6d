// test262's cases for JavaScript's combinators, applied to this library's.

import AsyncPromises
import TestSupport
import Testing

@Suite("Conformance to test262: combinators", .timeLimit(.minutes(10)))
struct CombinatorTests {
  @Test("F: no inputs", arguments: Combinator.allCases)
  func empty(combinator: Combinator) async {
    let expected: Ending =
      switch combinator {
      case .all, .allSettled, .map, .inCompletionOrder: .values([])
      case .any, .race: .emptyGroup
      }
    #expect(await combinator.combine([]).ending == expected)
  }

  @Test(
    "F: all inputs are fulfilled",
    arguments: Combinator.allCases, SettleTime.allCases)
  func fulfilled(combinator: Combinator, time: SettleTime) async {
    let subjects = (1...3).map { Subject<Int>(.success($0), time) }
    let combined = combinator.combine(subjects.map(\.promise))
    for subject in subjects { await subject.settle() }
    let expected: Ending =
      switch combinator {
      case .all, .allSettled, .map, .inCompletionOrder: .values([1, 2, 3])
      case .any, .race: .values([1])
      }
    #expect(await combined.ending == expected)
  }

  @Test(
    "F: all inputs are rejected",
    arguments: Combinator.allCases, SettleTime.allCases)
  func rejected(combinator: Combinator, time: SettleTime) async {
    let errors: [TestError] = [.first, .second, .third]
    let subjects = errors.map { Subject<Int>(.failure($0), time) }
    let combined = combinator.combine(subjects.map(\.promise))
    for subject in subjects { await subject.settle() }
    let ending = await combined.ending
    switch combinator {
    case .all, .race: #expect(ending == .rejected(.first))
    case .allSettled, .inCompletionOrder: #expect(ending == .outcomes(errors.map { .rejected($0) }))
    case .any: #expect(ending == .noneFulfilled(errors))
    // The tasks that await the inputs may throw in any order.
    case .map: #expect(errors.contains { ending == .rejected($0) })
    }
  }

  @Test(
    "F: some inputs are rejected",
    arguments: Combinator.allCases, SettleTime.allCases)
  func mixed(combinator: Combinator, time: SettleTime) async {
    let results: [Result<Int, any Error>] = [
      .success(1), .failure(TestError.first), .success(2),
    ]
    let subjects = results.map { Subject($0, time) }
    let combined = combinator.combine(subjects.map(\.promise))
    for subject in subjects { await subject.settle() }
    let expected: Ending =
      switch combinator {
      case .all, .map: .rejected(.first)
      case .allSettled, .inCompletionOrder:
        .outcomes([.fulfilled(1), .rejected(.first), .fulfilled(2)])
      case .any, .race: .values([1])
      }
    #expect(await combined.ending == expected)
  }

  @Test(
    "F: settled and pending inputs together, in either order",
    arguments: Combinator.allCases, [0, 1])
  func partlySettled(combinator: Combinator, place: Int) async {
    let (pending, resolver) = Promise<Int>.pending()
    var inputs = [Promise.fulfilled(1)]
    inputs.insert(pending, at: place)
    let combined = combinator.combine(inputs)
    if combinator.deciding != .fulfilled {
      try? await otherWork()
      #expect(combined.resultIfSettled == nil)
    }
    resolver.fulfill(2)
    let expected: Ending =
      switch combinator {
      case .all, .allSettled, .map: .values(place == 0 ? [2, 1] : [1, 2])
      case .any, .race: .values([1])
      case .inCompletionOrder: .values([1, 2])
      }
    #expect(await combined.ending == expected)
  }

  @Test(
    "F: losers that settle late are ignored, however they settle",
    arguments: Combinator.allCases, LateAttempt.allCases)
  func lateLosers(combinator: Combinator, attempt: LateAttempt) async {
    let (promises, resolvers) = pendingPromises(3)
    let combined = combinator.combine(promises)
    if let deciding = combinator.deciding {
      resolvers[1].resolve(with: deciding.result)
    } else {
      for (index, resolver) in resolvers.enumerated() { resolver.fulfill(index) }
    }
    let expected: Ending =
      switch combinator {
      case .all, .map: .rejected(.first)
      case .any, .race: .values([1])
      case .allSettled, .inCompletionOrder: .values([0, 1, 2])
      }
    #expect(await combined.ending == expected)
    for (promise, resolver) in zip(promises, resolvers) { _ = attempt.run(promise, resolver) }
    #expect(await combined.ending == expected)
  }

  @Test(
    "F A2: an input that settles twice counts once",
    arguments: Combinator.allCases, LateAttempt.allCases)
  func twice(combinator: Combinator, attempt: LateAttempt) async throws {
    // Here, only a race is decided by its first input. A second attempt follows each outcome.
    let first: Settlement = combinator == .any ? .rejected : .fulfilled
    let (promises, resolvers) = pendingPromises(2)
    defer { withExtendedLifetime(resolvers) {} }
    let combined = combinator.combine(promises)
    #expect(resolvers[0].resolve(with: first.result))
    #expect(!attempt.run(promises[0], resolvers[0]))
    try await otherWork()
    if combinator != .race { #expect(combined.resultIfSettled == nil) }
    #expect(resolvers[1].fulfill(2))
    #expect(!attempt.run(promises[1], resolvers[1]))
    let expected: Ending =
      switch combinator {
      case .all, .allSettled, .map, .inCompletionOrder: .values([1, 2])
      case .any: .values([2])
      case .race: .values([1])
      }
    #expect(await combined.ending == expected)
  }

  @Test(
    "F A2: an input that is rejected twice counts as one rejection",
    arguments: LateAttempt.allCases)
  func rejectedTwice(attempt: LateAttempt) async {
    let (promises, resolvers) = pendingPromises(2)
    let combined = Combinator.any.combine(promises)
    resolvers[1].reject(TestError.second)
    #expect(!attempt.run(promises[1], resolvers[1]))
    #expect(promises[0].resultIfSettled == nil)
    resolvers[0].reject(TestError.first)
    #expect(await combined.ending == .noneFulfilled([.first, .second]))
  }

  @Test(
    "F: iterates the inputs only once, so a single-pass sequence works",
    arguments: Combinator.allCases, [0, 1, 3])
  func once(combinator: Combinator, count: Int) async {
    let sequence = OnceOnly((0..<count).map { Promise.fulfilled($0) })
    let ending = await combinator.combine(sequence).ending
    let expected: Ending =
      switch combinator {
      case .all, .allSettled, .map, .inCompletionOrder: .values(Array(0..<count))
      case .any, .race: count == 0 ? .emptyGroup : .values([0])
      }
    #expect(ending == expected)
    #expect(sequence.iterations.count == 1)
    #expect(sequence.pulls.count == count)
  }

  @Test(
    "F: the values are in the order of the inputs, except for `inCompletionOrder`",
    arguments: Combinator.allCases, permutations(of: [0, 1, 2]))
  func order(combinator: Combinator, order: [Int]) async {
    let (promises, resolvers) = pendingPromises(3)
    let combined = combinator.combine(promises)
    for index in order { resolvers[index].fulfill(index) }
    let expected: Ending =
      switch combinator {
      case .all, .allSettled, .map: .values([0, 1, 2])
      case .any, .race: .values(Array(order.prefix(1)))
      case .inCompletionOrder: .values(order)
      }
    #expect(await combined.ending == expected)
  }

  @Test(
    "F: the errors are ordered like the values, and the earliest rejection decides",
    arguments: Combinator.allCases, permutations(of: [0, 1, 2]))
  func orderOfRejections(combinator: Combinator, order: [Int]) async {
    let errors: [TestError] = [.first, .second, .third]
    let (promises, resolvers) = pendingPromises(3)
    let combined = combinator.combine(promises)
    resolvers[order[0]].reject(errors[order[0]])
    // The task of a `map` needs a moment to throw.
    if combinator == .map { _ = await combined.result }
    for index in order.dropFirst() { resolvers[index].reject(errors[index]) }
    let expected: Ending =
      switch combinator {
      case .all, .race, .map: .rejected(errors[order[0]])
      case .allSettled: .outcomes(errors.map { .rejected($0) })
      case .any: .noneFulfilled(errors)
      case .inCompletionOrder: .outcomes(order.map { .rejected(errors[$0]) })
      }
    #expect(await combined.ending == expected)
  }
}

/// A sequence that yields its elements to the first iterator, and nothing to later ones.
private struct OnceOnly: Sequence, Sendable {
  let iterations = Journal<Bool>()
  let pulls = Journal<Int>()
  private let elements: [Promise<Int>]

  init(_ elements: [Promise<Int>]) {
    self.elements = elements
  }

  func makeIterator() -> AnyIterator<Promise<Int>> {
    iterations.write(true)
    guard iterations.count == 1 else { return AnyIterator { nil } }
    var next = 0
    return AnyIterator {
      guard next < elements.count else { return nil }
      defer { next += 1 }
      pulls.write(next)
      return elements[next]
    }
  }
}
