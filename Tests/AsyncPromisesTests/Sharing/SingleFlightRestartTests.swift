// SingleFlight.swift: restart, where the newest call wins.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("SingleFlight: restart", .inScope, .timeLimit(.minutes(10)))
struct SingleFlightRestartTests {
  private let searches = SingleFlight<String, Int>()

  @Test("N4: stops the operation in flight, whose callers hear CancellationError at once")
  func newestWins() async throws {
    let work = WorkGate(1)
    let first = searches.run(for: "a") { try await work.work(on: 0) }
    let second = searches.run(for: "a") { 2 }
    try await work.started(0)
    let newest = searches.restart(for: "a") { 3 }
    #expect(first.isRejectedByCancellation && second.isRejectedByCancellation)
    #expect(try await newest.value == 3)
    #expect(try await work.wasCancelled(0))
  }

  @Test("N4: begins when the stopped operation has ended, and is joined by later callers")
  func oneAtATime() async throws {
    let work = WorkGate(2)
    let first = searches.run(for: "a") { try await work.stubbornWork(on: 0) }
    try await work.started(0)
    let newest = searches.restart(for: "a") { try await work.work(on: 1) }
    let joined = searches.run(for: "a") { 7 }
    #expect(first.isRejectedByCancellation)
    try await work.cancelled(0)
    #expect(work.begun.entries == [0])
    work.finish(0)
    try await work.started(1)
    work.finish(1)
    #expect(try await newest.value == 10)
    #expect(try await joined.value == 10)
    #expect(work.mostRunning == 1)
  }

  @Test("N4: of many calls in a row, only the last one's operation ends with a value")
  func typing() async {
    let (answers, resolver) = Promise<Void>.pending()
    let letters = (1...9).map { number in
      searches.restart(for: "a") { answers.map { number } }
    }
    resolver.fulfill()
    for promise in letters.dropLast() { #expect(promise.isRejectedByCancellation) }
    #expect(await letters[8].settledOutcome == .fulfilled(9))
  }

  @Test("N4: leaves other keys alone, and starts what isn't in flight")
  func otherKeys() async throws {
    let work = WorkGate(1)
    let other = searches.run(for: "b") { try await work.work(on: 0) }
    #expect(try await searches.restart(for: "a") { 1 }.value == 1)
    work.finish(0)
    #expect(try await other.value == 0)
  }

  @Test("N4 C2: in a task that was cancelled beforehand, it stops nothing and starts nothing")
  func cancelledBeforehand() async throws {
    let work = WorkGate(1)
    let running = searches.run(for: "a") { try await work.work(on: 0) }
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let promise = searches.restart(for: "a") {
        Issue.record("The operation has begun.")
        return 1
      }
      #expect(promise.isRejectedByCancellation)
    }.value
    work.finish(0)
    #expect(try await running.value == 0)
  }
}
