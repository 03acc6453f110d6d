// Group.swift: the behaviour that all groups share. They leave their inputs and release them.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("Groups", .timeLimit(.minutes(10)))
struct GroupTests {
  // MARK: Losers

  @Test(
    "E4: losers continue, with or without other consumers",
    arguments: GroupKind.decidedByOne, SettleTime.allCases)
  func losersContinue(kind: GroupKind, time: SettleTime) async throws {
    let settlement = try #require(kind.deciding)
    let (losers, resolvers) = pendingPromises(2)
    let wanted = losers[0].map { $0 }
    let winner = Subject(settlement.result, time)
    let group = kind.first(of: losers + [winner.promise])
    await winner.settle()
    #expect(await group.settledOutcome == settlement.outcome)
    for (loser, resolver) in zip(losers, resolvers) {
      #expect(loser.resultIfSettled == nil)
      #expect(resolver.fulfill(5))
    }
    #expect(try await wanted.value == 5)
    #expect(group.outcome == settlement.outcome)
  }

  @Test(
    "E4: with `remaining: .cancel`, losers are cancelled even if they have other consumers",
    arguments: GroupKind.decidedByOne, SettleTime.allCases)
  func losersAreCancelled(kind: GroupKind, time: SettleTime) async throws {
    let settlement = try #require(kind.deciding)
    let (losers, resolvers) = pendingPromises(3)
    let wanted = losers[0].map { $0 }
    let done = Promise<Int>.fulfilled(4)
    let winner = Subject(settlement.result, time)
    // Includes a settled input that doesn't decide the group.
    let others: [Promise<Int>] = kind == .all ? [done] : []
    let group = kind.first(of: losers + [winner.promise] + others, remaining: .cancel)
    await winner.settle()
    #expect(await group.settledOutcome == settlement.outcome)
    for loser in losers { #expect(loser.isRejectedByCancellation) }
    #expect(await wanted.settledOutcome == .cancelled)
    #expect(winner.promise.outcome == settlement.outcome)
    #expect(done.outcome == .fulfilled(4))
    for resolver in resolvers { #expect(!resolver.fulfill(5)) }
  }

  @Test(
    "E1 E4 E6: the deciding call cancels the losers; a job notifies their producers",
    arguments: GroupKind.decidedByOne)
  func loserProducers(kind: GroupKind) async throws {
    let settlement = try #require(kind.deciding)
    let (losers, resolvers) = pendingPromises(2)
    defer { withExtendedLifetime(resolvers) {} }
    let (winner, end) = Promise<Int>.pending()
    let told = losers.map { _ in Gate() }
    for (gate, resolver) in zip(told, resolvers) { resolver.onCancel { gate.open() } }
    let group = kind.of([losers[0], winner, losers[1]], remaining: .cancel)
    end.resolve(with: settlement.result)
    for loser in losers { #expect(loser.isRejectedByCancellation) }
    for gate in told { try await gate.pass() }
    withExtendedLifetime(group) {}
  }

  // MARK: Cancellation

  @Test(
    "E2: a cancelled group stops the inputs that have no other consumers",
    arguments: GroupKind.allCases
  )
  func cancelled(kind: GroupKind) async throws {
    let (inputs, resolvers) = pendingPromises(5)
    for resolver in resolvers { resolver.onCancel {} }
    let derived = inputs[1].map { $0 }
    let waiting = await startWaiting(for: inputs[2])
    let handled = Promise<Int> { seen in inputs[3].whenSettled { seen.resolve(with: $0) } }
    let (group, freed) = tracking { object in
      kind.of(inputs).map { _ in object.use() }
    }
    #expect(group.cancel())
    #expect(group.isRejectedByCancellation)
    #expect(inputs.map(\.isAbandoned) == [true, false, false, false, true])
    for index in 1...3 { #expect(resolvers[index].fulfill(index)) }
    #expect(try await derived.value == 1)
    #expect(try await waiting.value == 2)
    #expect(try await handled.value == 3)
    try await freed.value
  }

  @Test(
    "E2: an input of two groups stops when both have been cancelled",
    arguments: GroupKind.allCases)
  func sharedInput(kind: GroupKind) {
    let (shared, resolver) = pendingWork()
    let groups = [kind.of([shared, shared]), kind.of([shared])]
    #expect(groups[0].cancel())
    #expect(shared.resultIfSettled == nil)
    #expect(groups[1].cancel())
    #expect(shared.isAbandoned)
    withExtendedLifetime(resolver) {}
  }

  @Test("E2: cancelling a group doesn't affect settled inputs", arguments: GroupKind.allCases)
  func settledInputs(kind: GroupKind) throws {
    let settled: Promise<Int> =
      kind.deciding == .fulfilled ? .rejected(TestError.first) : .fulfilled(1)
    // The first fulfilment decides `any`; the first outcome of either kind decides `race`.
    let inputs = kind == .race ? [] : [settled]
    let (pending, resolver) = pendingWork()
    let outcomes = inputs.map(\.outcome)
    #expect(kind.of(inputs + [pending]).cancel())
    #expect(inputs.map(\.outcome) == outcomes)
    #expect(pending.isAbandoned)
    withExtendedLifetime(resolver) {}
  }

  @Test(
    "E2: an abandoned input withdraws from the promise that it follows",
    arguments: GroupKind.allCases)
  func followingInput(kind: GroupKind) {
    let (inner, resolver) = pendingWork()
    let (outer, outerResolver) = Promise<Int>.pending()
    let group = kind.of([outer])
    outerResolver.follow(inner)
    #expect(group.cancel())
    #expect(outer.isAbandoned)
    #expect(inner.isAbandoned)
    withExtendedLifetime(resolver) {}
  }

  @Test(
    "E2 E4: a decided group doesn't count as a consumer that left",
    arguments: GroupKind.decidedByOne)
  func decidedDoesNotWithdraw(kind: GroupKind) throws {
    let settlement = try #require(kind.deciding)
    let (loser, resolver) = pendingWork()
    let group = kind.of([loser, Promise(settlement.result)])
    #expect(!group.cancel() || loser.resultIfSettled == nil)
    #expect(loser.resultIfSettled == nil)
    // A cancelled consumer does count as one that left, and it is the last.
    #expect(loser.map { $0 }.cancel())
    #expect(loser.isAbandoned)
    withExtendedLifetime(resolver) {}
  }

  @Test("E3: cancelling a task that awaits a group cancels nothing", arguments: GroupKind.allCases)
  func cancelledWaiter(kind: GroupKind) async throws {
    let (inputs, resolvers) = pendingPromises(2)
    let group = kind.first(of: inputs)
    await #expect(throws: CancellationError.self) {
      try await inCancelledTask { try await group.value }
    }
    #expect(inputs.allSatisfy { $0.resultIfSettled == nil })
    for resolver in resolvers { resolver.fulfill(1) }
    #expect(try await group.value == 1)
  }

  @Test("E3: releasing a group cancels nothing", arguments: GroupKind.allCases)
  func dropped(kind: GroupKind) {
    let (inputs, resolvers) = pendingPromises(2)
    _ = kind.of(inputs, remaining: .cancel)
    #expect(inputs.allSatisfy { $0.resultIfSettled == nil })
    withExtendedLifetime(resolvers) {}
  }

  // MARK: Lifetime

  @Test(
    "E4: a decided group retains nothing, even if an input stays pending",
    arguments: GroupKind.decidedByOne)
  func decidedRetainsNothing(kind: GroupKind) async throws {
    let (loser, resolver) = Promise<Tracked>.pending()
    let (_, freed) = tracking { object in
      // One of the settled inputs decides each kind of group, and the object is among the inputs.
      kind.of([loser, .fulfilled(object), loser, .rejected(TestError.first), loser]).map { _ in }
    }
    try await freed.value
    #expect(loser.resultIfSettled == nil)
    withExtendedLifetime(resolver) {}
  }

  @Test(
    "E2: a cancelled group retains nothing, even if its inputs have other consumers",
    arguments: GroupKind.allCases)
  func cancelledRetainsNothing(kind: GroupKind) async throws {
    let (input, resolver) = Promise<Tracked>.pending()
    let other = input.map { _ in }
    let (answer, freed) = tracking { object in
      // The handler upstream of the second input captures the object.
      kind.of([
        input,
        input.map { value in
          object.use()
          return value
        },
      ]).cancel()
    }
    #expect(answer)
    try await freed.value
    #expect(input.resultIfSettled == nil)
    withExtendedLifetime((resolver, other)) {}
  }

  @Test(
    "E4: a decided group retains none of its inputs' values, even if it lives on",
    arguments: GroupKind.decidedByOne)
  func inputsReleased(kind: GroupKind) async throws {
    let (loser, resolver) = Promise<Tracked?>.pending()
    let (group, freed) = tracking { object -> any Sendable in
      let other = Promise<Tracked?>.fulfilled(object)
      return switch kind {
      case .all: Promise.all([.rejected(TestError.first), other, loser])
      case .any: Promise.any([.fulfilled(nil), other, loser])
      case .race: Promise.race([.fulfilled(nil), other, loser])
      case .allSettled: Promise.allSettled([loser])
      }
    }
    try await freed.value
    withExtendedLifetime((group, resolver)) {}
  }

  @Test(
    "E4: the losers of a released group are cancelled when it is decided",
    arguments: GroupKind.decidedByOne)
  func droppedDecides(kind: GroupKind) throws {
    let settlement = try #require(kind.deciding)
    let (inputs, resolvers) = pendingPromises(2)
    _ = kind.of(inputs, remaining: .cancel)
    resolvers[0].resolve(with: settlement.result)
    #expect(inputs[1].isRejectedByCancellation)
    withExtendedLifetime(resolvers) {}
  }
}
