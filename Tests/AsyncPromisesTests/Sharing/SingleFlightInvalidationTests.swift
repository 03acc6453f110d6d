// SingleFlight.swift: callers before and after an invalidation.

import AsyncPromisesSharing
import TestSupport
import Testing

@testable import AsyncPromises

@Suite("SingleFlight: invalidation", .timeLimit(.minutes(10)))
struct SingleFlightInvalidationTests {
  @Test("later callers start a new operation; earlier callers keep the old one and its outcome")
  func parted() async throws {
    let flight = SingleFlight<Int, Int>()
    let (old, new) = (FlightWork(), FlightWork())
    let first = flight.run(for: 0) { try await old.run("first") }
    try await old.hasBegun()
    let second = await flight.joined(for: 0) { try await old.run("second") }
    flight.invalidate(0)
    let third = flight.run(for: 0) { try await new.run("third") }
    try await new.hasBegun()
    #expect(first.resultIfSettled == nil)
    old.end(with: 1)
    #expect(try await first.value == 1)
    #expect(try await second.value == 1)
    // The end of the old operation hasn't removed the new one from the flight.
    let fourth = await flight.joined(for: 0) { try await new.run("fourth") }
    #expect(third.resultIfSettled == nil)
    new.end(with: 2)
    #expect(try await third.value == 2)
    #expect(try await fourth.value == 2)
    #expect(old.starts.entries == ["first"])
    #expect(new.starts.entries == ["third"])
  }

  @Test("call order decides which callers are earlier, even if they haven't joined yet")
  func callsInOrder() async throws {
    for _ in 0..<200 {
      let flight = SingleFlight<Int, Int>()
      let (over, end) = Promise<Void>.pending()
      let calls = (0..<6).map { call in
        if call == 2 || call == 4 { flight.invalidate(0) }
        return flight.run(for: 0) {
          try await over.value
          return call
        }
      }
      // Callers join in the order of their calls, so this call ends after the others have joined.
      _ = try await flight.run(for: 1) { 0 }.get()
      end.fulfill()
      var values: [Int] = []
      for call in calls { values.append(try await call.value) }
      #expect(values == [0, 0, 2, 2, 4, 4])
    }
  }

  @Test("a failure reaches only the earlier callers")
  func failure() async throws {
    let flight = SingleFlight<Int, Int>()
    let old = FlightWork()
    let before = flight.run(for: 0) { try await old.run("before") }
    try await old.hasBegun()
    flight.invalidate(0)
    let after = flight.run(for: 0) { 2 }
    #expect(try await after.value == 2)
    old.fail(with: TestError.first)
    #expect(await before.settledOutcome == .rejected(.first))
  }

  @Test("invalidates one key; the operations of others are still shared")
  func keys() async throws {
    let flight = SingleFlight<String, Int>()
    let (a, b) = (FlightWork(), FlightWork())
    let first = flight.run(for: "a") { try await a.run("first") }
    let other = flight.run(for: "b") { try await b.run("other") }
    try await a.hasBegun()
    try await b.hasBegun()
    flight.invalidate("a")
    let second = flight.run(for: "a") { 2 }
    #expect(try await second.value == 2)
    let another = await flight.joined(for: "b") { 4 }
    a.end(with: 1)
    b.end(with: 3)
    #expect(try await first.value == 1)
    #expect(try await other.value == 3)
    #expect(try await another.value == 3)
  }

  @Test("does nothing without an operation")
  func nothing() async throws {
    let flight = SingleFlight<Int, Int>()
    flight.invalidate(0)
    #expect(try await flight.run(for: 0) { 1 }.get() == 1)
    flight.invalidate(0)
    #expect(try await flight.run(for: 0) { 2 }.get() == 2)
  }

  // MARK: Cancellation

  @Test("E2: the last earlier caller to leave cancels the old operation, and not the new one")
  func allBeforeLeave() async throws {
    let flight = SingleFlight<Int, Int>()
    let (old, new) = (FlightWork(), FlightWork())
    let first = flight.run(for: 0) { try await old.run("first") }
    try await old.hasBegun()
    let second = await flight.joined(for: 0) { try await old.run("second") }
    flight.invalidate(0)
    let third = flight.run(for: 0) { try await new.run("third") }
    try await new.hasBegun()
    first.cancel()
    second.cancel()
    try await old.isCancelled()
    old.end(with: 1)
    new.end(with: 2)
    #expect(try await third.value == 2)
  }

  @Test("E2: callers waiting for a cancelled operation to end share nothing with later callers")
  func waitsForTheEnd() async throws {
    let flight = SingleFlight<Int, Int>()
    let (old, next, new) = (FlightWork(), FlightWork(), FlightWork())
    let first = flight.run(for: 0) { try await old.run("first") }
    try await old.hasBegun()
    first.cancel()
    try await old.isCancelled()
    let waiting = (0..<2).map { index in
      flight.run(for: 0) { try await next.run("waiting \(index)") }
    }
    flight.invalidate(0)
    // A caller after the invalidation doesn't wait for the cancelled operation to end.
    let third = flight.run(for: 0) { try await new.run("third") }
    try await new.hasBegun()
    #expect(next.starts.count == 0)
    old.end(with: 1)
    try await next.hasBegun()
    let fourth = await flight.joined(for: 0) { try await new.run("fourth") }
    next.end(with: 2)
    new.end(with: 3)
    for promise in waiting { #expect(try await promise.value == 2) }
    #expect(try await third.value == 3)
    #expect(try await fourth.value == 3)
    #expect(next.starts.count == 1)
    #expect(new.starts.entries == ["third"])
  }

  // MARK: Races

  /// A count of invalidations.
  private final class Count: Sendable {
    let word = StateWord(0)
  }

  @Test("in any race, later callers get no operation that was requested before the invalidation")
  func race() async throws {
    // An operation returns the number of invalidations that had begun by the time its `run` call
    // returned.
    let flight = SingleFlight<Int, Count>()
    let (begun, ended) = (Count(), Count())
    let results = try await withThrowingTaskGroup { group in
      group.addTask {
        for _ in 0..<400 {
          begun.word.add(1)
          flight.invalidate(0)
          ended.word.add(1)
          await Task.yield()
        }
        return [(ended: UInt64, begun: Count)]()
      }
      for _ in 0..<3 {
        group.addTask {
          var results: [(ended: UInt64, begun: Count)] = []
          for _ in 0..<400 {
            let (before, after) = (ended.word.load(), Count())
            let promise = flight.run(for: 0) {
              await Task.yield()
              return after
            }
            _ = after.word.exchange(begun.word.load())
            results.append((before, try await promise.value))
          }
          return results
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(results.count == 1_200)
    #expect(results.allSatisfy { $0.begun.word.load() >= $0.ended })
  }

  // MARK: Lifetime

  /// A key that retains a tracked object.
  private struct Key: Hashable {
    let object: Tracked

    static func == (one: Key, other: Key) -> Bool { one.object === other.object }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
  }

  @Test("B6: a key is released when its operation has ended, invalidated or not")
  func lifetime() async throws {
    let flight = SingleFlight<Key, Int>()
    for isInvalidated in [false, true] {
      let work = FlightWork()
      let (promise, freed) = tracking { object in
        let promise = flight.run(for: Key(object: object)) { try await work.run("x") }
        if isInvalidated { flight.invalidate(Key(object: object)) }
        return promise
      }
      try await work.hasBegun()
      work.end(with: 1)
      #expect(try await promise.value == 1)
      try await freed.value
    }
    withExtendedLifetime(flight) {}
  }

  @Test("B6 E2: a key is released when its callers leave before they have joined")
  func lifetimeOfLeft() async throws {
    let flight = SingleFlight<Key, Int>()
    for _ in 0..<200 {
      let (promise, freed) = tracking { object in flight.run(for: Key(object: object)) { 1 } }
      promise.cancel()
      try await freed.value
    }
    withExtendedLifetime(flight) {}
  }
}
