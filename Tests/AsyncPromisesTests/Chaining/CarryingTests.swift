// Carrying.swift: handlers that see a task-local as it was where they were written.

import AsyncPromises
import TestSupport
import Testing

@Suite("carrying", .timeLimit(.minutes(10)))
struct CarryingTests {
  @TaskLocal static var request = "none"

  @Test("B9: a handler sees the value that it carries, not that of the settling code")
  func handlers() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let seen = Journal<String>()
    let derived = Self.$request.withValue("written") {
      [
        source.map { _ in seen.write("plain \(Self.request)") },
        source.map(Self.$request.carrying { _ in seen.write("map \(Self.request)") }),
        source.done(Self.$request.carrying { _ in seen.write("done \(Self.request)") }),
        source.tap(Self.$request.carrying { _ in seen.write("tap \(Self.request)") }).map { _ in },
        source.map(
          .async,
          Self.$request.carrying(.async) { _ in
            await Task.yield()
            seen.write("async \(Self.request)")
          }),
      ]
    }
    _ = Self.$request.withValue("settled") { resolver.fulfill(1) }
    for promise in derived { try await promise.value }
    #expect(
      Set(seen.entries) == [
        "plain none", "map written", "done written", "tap written", "async written",
      ])
  }

  @Test("B7: errors and values pass through unchanged")
  func outcomes() async throws {
    let doubled = Promise.fulfilled(2).map(Self.$request.carrying { $0 * 2 })
    #expect(try await doubled.value == 4)
    let failing = Promise.fulfilled(2)
      .map(Self.$request.carrying { (_: Int) throws(TestError) -> Int in throw .first })
    #expect(await failing.settledOutcome == .rejected(.first))
    let later = Promise.fulfilled(2)
      .map(
        .async,
        Self.$request.carrying(.async) { (_: Int) async throws -> Int in
          throw TestError.second
        })
    #expect(await later.settledOutcome == .rejected(.second))
  }

  @Test("B2: a handler that carries a task-local keeps its isolation")
  @MainActor
  func isolation() async throws {
    let seen = Journal<String>()
    var count = 0
    let (source, resolver) = Promise<Int>.pending()
    let derived = Self.$request.withValue("main") {
      source.map(
        Self.$request.carrying { number in
          MainActor.preconditionIsolated()
          count += number
          seen.write(Self.request)
        })
    }
    resolver.fulfill(3)
    try await derived.value
    #expect(count == 3)
    #expect(seen.entries == ["main"])
    #expect(try await Counter().add(4, to: .fulfilled(1)).get() == 5)
  }

  private actor Counter {
    var count = 0

    func add(_ number: Int, to source: Promise<Int>) -> Promise<Int> {
      source.map(
        CarryingTests.$request.carrying {
          self.count += $0 + number
          return self.count
        })
    }
  }

  @Test("B6: the handler is released when it has run")
  func released() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let (derived, freed) = tracking { object in
      source.done(Self.$request.carrying { _ in object.use() })
    }
    resolver.fulfill(1)
    try await derived.value
    try await freed.value
    withExtendedLifetime(derived) {}
  }
}
