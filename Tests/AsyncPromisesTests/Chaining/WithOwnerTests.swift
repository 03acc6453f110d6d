// WithOwner.swift: handlers that need an object, and do not keep it.

import AsyncPromises
import TestSupport
import Testing

/// What handlers are written for.
private final class Owner: Sendable {
  let number = 10
  private let object: Tracked?

  init(_ object: Tracked? = nil) { self.object = object }
}

@Suite("with an owner", .inScope, .timeLimit(.minutes(10)))
struct WithOwnerTests {
  /// The operators, made alike.
  fileprivate enum Form: CaseIterable, Sendable {
    case done, map, then, `catch`

    func attach(
      _ source: Promise<Int>, _ owner: Owner, _ body: @escaping @Sendable (Owner) -> Void
    ) -> Promise<Int> {
      switch self {
      case .done: source.done(with: owner) { owner, _ in body(owner) }.map { 0 }
      case .map:
        source.map(with: owner) { owner, value in
          body(owner)
          return value
        }
      case .then:
        source.then(with: owner) { owner, value in
          body(owner)
          return .fulfilled(value)
        }
      case .catch: source.catch(with: owner) { owner, _ in body(owner) }
      }
    }

    /// What the closure is called for.
    var occasion: Settlement { self == .catch ? .rejected : .fulfilled }
  }

  @Test("B8: while the owner is there, its handler is handed it", arguments: SettleTime.allCases)
  func present(_ time: SettleTime) async throws {
    let owner = Owner()
    let seen = Journal<Int>()
    let subject = Subject(.success(1), time)
    let mapped = subject.promise.map(with: owner) { $0.number + $1 }
    let next = subject.promise.then(with: owner) { .fulfilled($0.number + $1 + 1) }
    let done = subject.promise.done(with: owner) { seen.write($0.number + $1 + 2) }
    await subject.settle()
    #expect(try await mapped.value == 11)
    #expect(try await next.value == 12)
    try await done.value
    #expect(seen.entries == [13])
    let failed = Promise<Int>.rejected(TestError.first).catch(with: owner) { owner, error in
      #expect(error as? TestError == .first)
      seen.write(owner.number)
    }
    await #expect(throws: TestError.first) { try await failed.value }
    #expect(seen.entries == [13, 10])
    withExtendedLifetime(owner) {}
  }

  @Test("B6: a promise does not keep the owner; its handler is skipped", arguments: Form.allCases)
  fileprivate func gone(_ form: Form) async throws {
    let (source, resolver) = Promise<Int>.pending()
    let seen = Journal<Bool>()
    let (derived, freed) = tracking { object in
      form.attach(source, Owner(object)) { _ in seen.write(true) }
    }
    try await freed.value
    resolver.resolve(with: form.occasion.result)
    switch (form, await derived.result) {
    case (.catch, let result): #expect(throws: TestError.self) { try result.get() }
    case (_, let result): #expect(throws: CancellationError.self) { try result.get() }
    }
    #expect(seen.entries.isEmpty)
  }

  @Test("B8: other outcomes pass the closure by", arguments: Form.allCases)
  fileprivate func otherOutcome(_ form: Form) async {
    let owner = Owner()
    let seen = Journal<Bool>()
    let other: Settlement = form == .catch ? .fulfilled : .rejected
    let derived = form.attach(Promise(other.result), owner) { _ in seen.write(true) }
    #expect(await derived.settledOutcome == other.outcome)
    #expect(seen.entries.isEmpty)
    withExtendedLifetime(owner) {}
  }

  @Test("B7: what the closure throws is the error")
  func throwing() async {
    let owner = Owner()
    let source = Promise.fulfilled(1)
    let all: [Promise<Int>] = [
      source.done(with: owner) { _, _ in throw TestError.second }.map { 0 },
      source.map(with: owner) { _, _ in throw TestError.second },
      source.then(with: owner) { _, _ in throw TestError.second },
    ]
    for promise in all {
      #expect(await promise.settledOutcome == .rejected(.second))
    }
    withExtendedLifetime(owner) {}
  }

  @Test("E2: a cancelled one settles at once, skips, withdraws", arguments: Form.allCases)
  fileprivate func cancelled(_ form: Form) async throws {
    let owner = Owner()
    try await expectWithdrawal { source, body in form.attach(source, owner) { _ in body() } }
    try await expectOthersGoOn { source, body in form.attach(source, owner) { _ in body() } }
    withExtendedLifetime(owner) {}
  }

  @Test("B6: the closure is released after its run", arguments: Form.allCases)
  fileprivate func released(_ form: Form) async throws {
    let owner = Owner()
    try await expectRelease(after: form.occasion.result, runs: 1) { source, body in
      form.attach(source, owner) { _ in body() }
    }
    withExtendedLifetime(owner) {}
  }

  @Test("B2: the closure runs where it was written")
  @MainActor
  func isolation() async throws {
    let screen = MainScreen()
    let source = Promise { 1 }
    try await source.done(with: screen) { screen, value in screen.text = "\(value)" }.value
    #expect(screen.text == "1")
    let text = try await source.map(with: screen) { screen, value in screen.text + "\(value)" }
      .then(with: screen) { screen, text in
        screen.text = text
        return .fulfilled(screen.text)
      }.value
    #expect(text == "11")
    Promise<Int>.rejected(TestError.first).catch(with: screen) { screen, error in
      screen.text = "\(error)"
    }
    while screen.text != "first" { await Task.yield() }
  }
}

@MainActor
private final class MainScreen {
  var text = ""
}
