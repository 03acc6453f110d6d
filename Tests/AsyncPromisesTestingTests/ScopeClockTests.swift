// A scope's clock, used by calls that aren't given one.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("A scope's clock", .needsTracking, .timeLimit(.minutes(10)))
struct ScopeClockTests {
  /// A call that takes an hour if it isn't given a clock.
  struct Call: CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () -> Promise<Int>
  }

  struct Refused: Error {}

  static let calls = [
    Call(testDescription: "delay(for:)") { Promise.delay(for: .seconds(3600)).map { 1 } },
    Call(testDescription: "delay(by:)") { Promise.fulfilled(1).delay(by: .seconds(3600)) },
    Call(testDescription: "timeout(after:)") {
      let (promise, resolver) = Promise<Int>.pending()
      return promise.timeout(after: .seconds(3600))
        .recover { _ in withExtendedLifetime(resolver) { 1 } }
    },
    Call(testDescription: "retry") {
      .retry(maxAttempts: 2, backoff: .constant(.seconds(3600))) { attempt in
        if attempt == 1 { throw Refused() }
        return attempt
      }
    },
    Call(testDescription: "retry of a promise") {
      .retry(maxAttempts: 2, backoff: .constant(.seconds(3600))) { attempt -> Promise<Int> in
        attempt == 1 ? .rejected(Refused()) : .fulfilled(attempt)
      }
    },
  ]

  @Test("T7: a call without a clock uses the scope's", arguments: calls)
  func defaultClock(call: Call) async throws {
    let clock = ManualClock()
    try await withPromiseScope(clock: clock) { scope in
      let promise = call.make()
      await clock.advance(by: .seconds(3599))
      #expect(promise.resultIfSettled == nil)
      await clock.advance(by: .seconds(1))
      #expect(promise.resultIfSettled != nil)
    }
  }

  @Test("T7: a cache asks for the scope's clock at each call, wherever it was created")
  func cacheOfAnotherScope() async throws {
    let first = ManualClock()
    let cache = try await withPromiseScope(clock: first) { _ in
      let cache = PromiseCache<String, Int>(maxAge: .seconds(60))
      _ = try await cache.value(for: "a") { 1 }.get()
      return cache
    }
    let clock = ManualClock()
    try await withPromiseScope(clock: clock) { _ in
      // How old a value is that another clock has timed is unknown.
      let second = try await cache.value(for: "a") { 2 }.get()
      await clock.advance(by: .seconds(59))
      let kept = try await cache.value(for: "a") { 3 }.get()
      await clock.advance(by: .seconds(1))
      let fourth = try await cache.value(for: "a") { 4 }.get()
      #expect([second, kept, fourth] == [2, 2, 4])
    }
    let last = try await cache.value(for: "a") { 5 }.get()
    let kept = try await cache.value(for: "a") { 6 }.get()
    #expect([last, kept] == [5, 5])
  }

  @Test("T7: a cache with a clock of its own keeps it")
  func cacheWithClock() async throws {
    let clock = ManualClock()
    let cache = PromiseCache<String, Int>(maxAge: .seconds(60), clock: clock)
    try await withPromiseScope(clock: ManualClock()) { _ in
      _ = try await cache.value(for: "a") { 1 }.get()
    }
    let kept = try await cache.value(for: "a") { 2 }.get()
    await clock.advance(by: .seconds(60))
    let new = try await cache.value(for: "a") { 3 }.get()
    #expect([kept, new] == [1, 3])
  }

  @Test("T7: an entry of a cache expires according to the scope's clock")
  func cache() async throws {
    let clock = ManualClock()
    try await withPromiseScope(clock: clock) { _ in
      let cache = PromiseCache<String, Int>(maxAge: .seconds(60))
      let first = try await cache.value(for: "a") { 1 }.get()
      await clock.advance(by: .seconds(59))
      let second = try await cache.value(for: "a") { 2 }.get()
      await clock.advance(by: .seconds(2))
      let third = try await cache.value(for: "a") { 3 }.get()
      #expect([first, second, third] == [1, 1, 3])
    }
  }

  @Test("T7: a call uses the clock that it is given, and an inner scope inherits the outer's")
  func precedence() async throws {
    let (outer, own) = (ManualClock(), ManualClock())
    try await withPromiseScope(clock: outer) { _ in
      try await withPromiseScope { _ in
        let inherited = Promise.delay(for: .seconds(1))
        let given = Promise.delay(for: .seconds(1), clock: own)
        await outer.advance(by: .seconds(1))
        #expect(inherited.resultIfSettled != nil)
        #expect(given.resultIfSettled == nil)
        await own.advance(by: .seconds(1))
        #expect(given.resultIfSettled != nil)
      }
    }
  }

  @Test("T7: handlers of the scope use its clock, and so do the promises that they create")
  func handlers() async throws {
    let clock = ManualClock()
    try await withPromiseScope(clock: clock) { _ in
      let end = Promise.delay(for: .seconds(1)).then { Promise.delay(for: .seconds(1)) }
      await clock.advance(by: .seconds(2))
      #expect(end.resultIfSettled != nil)
    }
  }

  @Test("T7: the scope's own limits run in real time")
  func limits() async throws {
    let clock = ManualClock()
    await #expect(throws: UnsettledPromises.self) {
      try await withPromiseScope(leftovers: .cancel, clock: clock) { scope in
        let (promise, resolver) = Promise<Int>.pending()
        defer { withExtendedLifetime((promise, resolver)) {} }
        try? await eventually(within: .milliseconds(20)) { false }
        try await scope.settle(within: .milliseconds(20))
      }
    }
  }
}
