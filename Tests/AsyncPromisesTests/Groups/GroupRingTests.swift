// Group.swift: inputs that are the same promise, and groups among their own inputs.

import AsyncPromises
import Testing

@Suite("Groups: the same promise, and rings", .timeLimit(.minutes(10)))
struct GroupRingTests {
  @Test(
    "F: a promise may be among the inputs several times",
    arguments: GroupKind.allCases, SettleTime.allCases)
  func sameTwice(kind: GroupKind, time: SettleTime) async throws {
    for settlement in Settlement.allCases {
      let subject = Subject(settlement.result, time)
      let group = kind.of([subject.promise, subject.promise, subject.promise])
      await subject.settle()
      switch (kind, settlement) {
      case (.all, .fulfilled), (.allSettled, .fulfilled):
        #expect(try await group.value == [1, 1, 1])
      case (.any, .fulfilled), (.race, .fulfilled):
        #expect(try await group.value == [1])
      case (.any, .rejected):
        #expect(await group.noneFulfilled == [.first, .first, .first])
      case (.all, .rejected), (.allSettled, .rejected), (.race, .rejected):
        await #expect(throws: TestError.first) { try await group.value }
      }
    }
  }

  @Test(
    "F E2: a promise that is the input twice is cancelled with its group",
    arguments: GroupKind.allCases)
  func sameTwiceCancelled(kind: GroupKind) {
    let (input, resolver) = Promise<Int>.pending()
    let group = kind.of([input, input], losers: .cancel)
    #expect(group.cancel())
    #expect(input.isRejectedByCancellation)
    withExtendedLifetime(resolver) {}
  }

  /// What ends a group whose only inputs are rejected with `cycle`.
  private func expectCycle(
    _ group: Promise<Int>, of kind: GroupKind,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    switch kind {
    case .all, .allSettled, .race:
      #expect(await group.settledOutcome == .cycle, sourceLocation: sourceLocation)
    case .any:
      guard case .noneFulfilled(let errors) = await group.libraryError else {
        Issue.record("\(group)", sourceLocation: sourceLocation)
        return
      }
      let areCycles = errors.map { if case PromiseError.cycle = $0 { true } else { false } }
      #expect(areCycles == [true], sourceLocation: sourceLocation)
    }
  }

  @Test("A3 F: an input that follows its group is rejected", arguments: GroupKind.allCases)
  func ownResult(kind: GroupKind) async {
    let (input, resolver) = Promise<Int>.pending()
    let group = kind.first(of: [input])
    #expect(resolver.follow(group))
    #expect(await input.settledOutcome == .cycle)
    await expectCycle(group, of: kind)
  }

  @Test(
    "A3 F: an input that is derived from one that follows the group is a ring as well",
    arguments: GroupKind.allCases, Transform.allCases)
  func throughDerived(kind: GroupKind, transform: Transform) async {
    let (input, resolver) = Promise<Int>.pending()
    let derived = transform.register(with: input) { $0 }
    let group = kind.first(of: [derived])
    #expect(resolver.follow(group))
    #expect(await input.settledOutcome == .cycle)
    #expect(await derived.settledOutcome == .cycle)
    await expectCycle(group, of: kind)
  }

  @Test("A3 F: what is derived from the group is followed", arguments: GroupKind.allCases)
  func derivedFromGroup(kind: GroupKind) async {
    let (input, resolver) = Promise<Int>.pending()
    let group = kind.first(of: [input])
    #expect(resolver.follow(group.map { $0 }.tap { _ in }))
    #expect(await input.settledOutcome == .cycle)
    await expectCycle(group, of: kind)
  }

  @Test(
    "A3 F: a ring beside other inputs: the promise in the ring is rejected, the group sees that",
    arguments: GroupKind.allCases, [0, 1, 2])
  func besideOthers(kind: GroupKind, place: Int) async {
    let (others, resolvers) = pendingPromises(2)
    let (input, resolver) = Promise<Int>.pending()
    var inputs = others
    inputs.insert(input, at: place)
    let group = kind.first(of: inputs)
    #expect(resolver.follow(group))
    #expect(await input.settledOutcome == .cycle)
    switch kind {
    case .all, .race:
      #expect(await group.settledOutcome == .cycle)
    case .any:
      resolvers[1].fulfill(7)
      #expect(await group.settledOutcome == .fulfilled(7))
    case .allSettled:
      #expect(group.outcome == .pending)
      for resolver in resolvers { resolver.fulfill(7) }
      #expect(await group.settledOutcome == .cycle)
    }
    withExtendedLifetime(resolvers) {}
  }

  @Test(
    "A3 F: a ring through groups in groups", arguments: GroupKind.allCases, GroupKind.allCases)
  func nested(outer: GroupKind, inner: GroupKind) async {
    let (others, resolvers) = pendingPromises(3)
    let (input, resolver) = Promise<Int>.pending()
    let within = inner.first(of: [others[0], input, others[1]])
    let group = outer.first(of: [others[2], within, within])
    #expect(resolver.follow(group))
    #expect(await input.settledOutcome == .cycle)
    if !group.cancel() { _ = await group.result }
    #expect(group.current != nil)
    withExtendedLifetime(resolvers) {}
  }

  @Test(
    "A3 F: groups that follow each other are rejected, whichever is bound first",
    arguments: GroupKind.allCases, [true, false])
  func eachOther(kind: GroupKind, leftFirst: Bool) async {
    let (inputs, resolvers) = pendingPromises(2)
    let left = kind.first(of: [inputs[0]])
    let right = kind.first(of: [inputs[1]])
    if leftFirst {
      resolvers[0].follow(right)
      #expect(inputs[0].outcome == .pending)
      resolvers[1].follow(left)
    } else {
      resolvers[1].follow(left)
      #expect(inputs[1].outcome == .pending)
      resolvers[0].follow(right)
    }
    #expect(await left.result.isFailure)
    #expect(await right.result.isFailure)
    #expect(inputs.allSatisfy { $0.current?.isFailure == true })
  }

  @Test(
    "A3 F: a group that two promises follow, none of them an input, is no ring",
    arguments: GroupKind.allCases)
  func noRing(kind: GroupKind) async throws {
    let (inputs, resolvers) = pendingPromises(2)
    let group = kind.first(of: inputs)
    let (followers, ends) = pendingPromises(2)
    for end in ends { end.follow(group) }
    let last = kind.first(of: followers + inputs)
    #expect(last.outcome == .pending)
    for resolver in resolvers { resolver.fulfill(3) }
    #expect(try await last.value == 3)
  }

  @Test(
    "A3 F: an input that begins to follow another input is no ring",
    arguments: GroupKind.allCases)
  func amongInputs(kind: GroupKind) async throws {
    let (inputs, resolvers) = pendingPromises(2)
    let group = kind.first(of: inputs)
    resolvers[0].follow(inputs[1])
    #expect(group.outcome == .pending)
    resolvers[1].fulfill(4)
    #expect(try await group.value == 4)
  }
}

extension Result {
  fileprivate var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}
