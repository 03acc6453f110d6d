// SingleFlight.swift: many callers, one operation.

import AsyncPromisesSharing
import TestSupport
import Testing

@testable import AsyncPromises
@testable import AsyncPromisesTracking

@Suite("SingleFlight", .timeLimit(.minutes(10)))
struct SingleFlightTests {
  private typealias Work = FlightWork

  @Test("callers of the same key share one operation; callers of different keys don't")
  func shared() async throws {
    let flight = SingleFlight<String, Int>()
    let (first, second) = (Work(), Work())
    var callers: [Promise<Int>] = []
    for index in 0..<10 {
      callers.append(
        await flight.joined(for: "a") { try await first.run("a\(index)") })
    }
    let other = flight.run(for: "b") { try await second.run("b") }
    try await first.hasBegun()
    try await second.hasBegun()
    first.end(with: 1)
    second.end(with: 2)
    for caller in callers { #expect(try await caller.value == 1) }
    #expect(try await other.value == 2)
    #expect(first.starts.entries == ["a0"])
    #expect(second.starts.entries == ["b"])
  }

  @Test("E2: cancelling a caller affects only that caller, even if it was the first")
  func oneLeaves() async throws {
    let flight = SingleFlight<Int, Int>()
    let work = Work()
    let first = flight.run(for: 0) { try await work.run("first") }
    try await work.hasBegun()
    let second = await flight.joined(for: 0) { try await work.run("second") }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    let third = await flight.joined(for: 0) { try await work.run("third") }
    work.end(with: 7)
    #expect(try await second.value == 7)
    #expect(try await third.value == 7)
    #expect(work.starts.entries == ["first"])
  }

  @Test("E2: the last caller to leave cancels the operation; the next one waits for its end")
  func allLeave() async throws {
    let flight = SingleFlight<Int, Int>()
    let (work, next) = (Work(), Work())
    let first = flight.run(for: 0) { try await work.run("first") }
    try await work.hasBegun()
    first.cancel()
    try await work.isCancelled()
    let second = flight.run(for: 0) { try await next.run("second") }
    // The cancelled operation hasn't ended, and nothing else runs for its key until it does.
    #expect(next.starts.count == 0)
    work.end(with: 1)
    try await next.hasBegun()
    next.end(with: 2)
    #expect(try await second.value == 2)
    #expect(work.starts.count == 1)
  }

  @Test("E2: a caller that leaves while it waits for an operation to end starts nothing")
  func leavesEarly() async throws {
    let flight = SingleFlight<Int, Int>()
    let (work, unwanted, next) = (Work(), Work(), Work())
    let first = flight.run(for: 0) { try await work.run("first") }
    try await work.hasBegun()
    first.cancel()
    try await work.isCancelled()
    let waiting = await flight.joined(for: 0) { try await unwanted.run("unwanted") }
    waiting.cancel()
    #expect(waiting.isRejectedByCancellation)
    let last = flight.run(for: 0) { try await next.run("last") }
    #expect(next.starts.count == 0)
    work.end(with: 1)
    try await next.hasBegun()
    next.end(with: 2)
    #expect(try await last.value == 2)
    #expect(unwanted.starts.count == 0)
  }

  @Test("T5: without tracking, a key isn't asked for its description")
  func untrackedKey() async {
    struct Key: Hashable, CustomStringConvertible {
      var description: String { preconditionFailure("The key was asked for its description.") }
    }
    await #expect(processExitsWith: .success) {
      Tracking.stop()
      let value = try await SingleFlight<Key, Int>().run(for: Key()) { 1 }.value
      precondition(value == 1)
    }
  }

  @Test("a failure reaches every caller, and isn't kept")
  func failure() async throws {
    let flight = SingleFlight<Int, Int>()
    let work = Work()
    var callers: [Promise<Int>] = []
    for _ in 0..<3 {
      callers.append(await flight.joined(for: 0) { try await work.run("x") })
    }
    try await work.hasBegun()
    work.fail(with: TestError.first)
    for caller in callers {
      await #expect(throws: TestError.first) { try await caller.value }
    }
    #expect(try await flight.run(for: 0) { 3 }.get() == 3)
  }

  @Test("a value isn't kept: a caller after the end starts a new operation")
  func again() async throws {
    let flight = SingleFlight<Int, Int>()
    for round in 0..<100 {
      #expect(try await flight.run(for: 0) { round }.get() == round)
    }
  }

  @Test("B6: the operation's captures are released when it ends")
  func lifetime() async throws {
    let flight = SingleFlight<Int, Int>()
    let (promise, freed) = tracking { object in
      flight.run(for: 0) {
        object.use()
        return 1
      }
    }
    #expect(try await promise.value == 1)
    try await freed.value
  }

  @Test("F4: an operation that waits for its own key waits until it is left; then the key is free")
  func withinItself() async throws {
    let (flights, asked) = (SingleFlight<Int, Int>(), Gate())
    let outer = flights.run(for: 1) {
      let own = flights.run(for: 1) { 1 }
      asked.open()
      return try await own.get()
    }
    try await asked.pass()
    #expect(outer.cancel())
    #expect(try await flights.run(for: 1) { 2 }.get() == 2)
    #expect(try await flights.run(for: 1) { try await flights.run(for: 2) { 3 }.get() }.get() == 3)
  }

  @Test("F4: an operation that asks for its own key without waiting gets its own outcome")
  func ownKey() async throws {
    let (flight, asked) = (SingleFlight<Int, Int>(), Promise<Promise<Int>>.pending())
    let first = flight.run(for: 1) {
      asked.resolver.fulfill(flight.run(for: 1) { 2 })
      return 1
    }
    #expect(try await first.get() == 1)
    #expect(try await asked.promise.get().get() == 1)
  }

  @Test("C2: in a task that was cancelled beforehand, a call begins nothing")
  func cancelledBeforehand() async {
    let flight = SingleFlight<Int, Int>()
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let promise = flight.run(for: 1) {
        Issue.record("The operation has begun.")
        return 1
      }
      #expect(promise.isRejectedByCancellation)
    }.value
  }
}
