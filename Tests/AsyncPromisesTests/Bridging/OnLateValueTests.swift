// OnLateValue.swift: values that have to be closed or released, if nobody receives them.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("onLateValue", .timeLimit(.minutes(10)))
struct OnLateValueTests {
  @Test("G2 D1: a value that arrives too late is passed on, whatever settled the promise")
  func lateValue() async throws {
    let ends: [@Sendable (Promise<Int>) async -> Void] = [
      { _ = await $0.timeout(after: .zero).result }, { $0.cancel() }, { $0.map { $0 }.cancel() },
    ]
    for end in ends {
      let (gate, open) = Promise<Int>.pending()
      let late = Journal<Int>()
      let promise = Promise(onLateValue: { late.write($0) }) { try await gate.passed() }
      await end(promise)
      #expect(late.entries.isEmpty)
      open.fulfill(1)
      try await promise.waitForOperation()
      #expect(late.entries == [1])
    }
  }

  @Test("D1: neither a value that arrives in time nor a failure is a late value")
  func noLateValue() async throws {
    let late = Journal<Int>()
    #expect(try await Promise(onLateValue: { late.write($0) }) { 1 }.get() == 1)
    let (gate, open) = Promise<Int>.pending()
    let promise = Promise(onLateValue: { late.write($0) }) { try await gate.passed() }
    promise.cancel()
    open.reject(TestError.first)
    try await promise.waitForOperation()
    #expect(late.entries.isEmpty)
  }

  @Test("H1 D1: a value that nobody receives is a late value, whatever passed it on")
  func unreceivedValue() async throws {
    let clock = ManualClock()
    let ways: [@Sendable (Promise<Int>) async throws -> Void] = [
      { try await $0.waitForOperation() },
      { promise in
        _ = promise.timeout(after: .seconds(5), clock: clock).timeout(
          after: .seconds(6), clock: clock)
        try await promise.waitForOperation()
      },
      { promise in
        let delayed = promise.delay(by: .seconds(5), clock: clock)
        await clock.nextSleeper()
        delayed.cancel()
      },
      { promise in
        try await promise.waitForOperation()
        _ = await MainActor.run { promise.tap { @MainActor _ in }.cancel() }
      },
      { promise in
        _ = promise.shielded()
        try await promise.waitForOperation()
      },
      { promise in
        _ = Promise.fulfilled(()).then { promise }
        try await promise.waitForOperation()
      },
      { promise in
        _ = try await Promise.race([.fulfilled(2), promise]).value
        try await promise.waitForOperation()
      },
    ]
    for way in ways {
      let (late, hear) = Promise<Int>.pending()
      try await way(Promise(onLateValue: { _ = hear.fulfill($0) }) { 1 })
      #expect(try await late.value == 1)
    }
  }

  @Test("H1 D1: a value that somebody has received is not a late value")
  func receivedValue() async throws {
    let late = Journal<Int>()
    let closed = Closed()
    let ways: [@Sendable (Promise<Int>) async throws -> Void] = [
      { promise in
        try await promise.waitForOperation()
        #expect(try promise.resultIfSettled?.get() == 1)
      },
      { _ = try await $0.map { $0 }.value },
      { _ = try await $0.timeout(after: .seconds(100)).timeout(after: .seconds(100)).get() },
      { _ = try await Promise.all([$0, .fulfilled(2)]).value },
      { _ = try await $0.shielded().delay(by: .milliseconds(1)).value },
      { promise in
        await withCheckedContinuation { next in promise.whenSettled { _ in next.resume() } }
      },
    ]
    for way in ways {
      let closure = closed.one()
      try await way(Promise(onLateValue: { closure.use(late.write($0)) }) { 1 })
    }
    // The closures go last of all.
    try await closed.all()
    #expect(late.entries.isEmpty)
  }
}

/// Closures that are released one by one.
private final class Closed: Sendable {
  final class One: Sendable {
    private let resolver: Resolver<Void>

    init(_ resolver: Resolver<Void>) { self.resolver = resolver }

    func use(_: Void) {}

    deinit { resolver.fulfill() }
  }

  private let ends = Journal<Promise<Void>>()

  func one() -> One {
    let (promise, resolver) = Promise<Void>.pending()
    ends.write(promise)
    return One(resolver)
  }

  func all() async throws { _ = try await Promise.all(ends.entries).value }
}
