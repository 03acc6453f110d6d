// WaitGraph.swift: reports on a SingleFlight.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

@Suite("Reports on flights", .needsTracking, .timeLimit(.minutes(10)))
struct ScopeReportOfFlightTests {
  private func one(behind gate: Gate) async -> Int {
    await gate.pass()
    return 1
  }

  @Test("T3 H3: every caller has a line with the key and the promise that the operation awaits")
  func callers() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope async throws in
      let flight = SingleFlight<Int, Int>()
      let line = Lines()
      let (token, resolver) = Promise<Int>.pending(name: "token")
      let first = flight.run(for: 42) { try await token.value }
      let second = flight.run(for: 42) { try await token.value }
      let done = second.done { _ in }
      try await expect(
        scope,
        "#1 pending “token” at \(line[1]), … old: waits for its resolver; needed by 1 task",
        "#2 singleFlight “42” at \(line[2]), … old: waits for its operation, which awaits #1",
        "#3 singleFlight “42” at \(line[3]), … old: waits for its operation, which awaits #1; "
          + "needed by #4",
        "  #4 done at \(line[4]), … old: waits for #3")
      first.cancel()
      try await expect(
        scope,
        "#1 pending “token” at \(line[1]), … old: waits for its resolver; needed by 1 task",
        "#2 singleFlight “42” at \(line[3]), … old: waits for its operation, which awaits #1; "
          + "needed by #3",
        "  #3 done at \(line[4]), … old: waits for #2")
      withExtendedLifetime((resolver, done)) {}
    }
  }

  @Test(
    "T3 T7 H3: an operation abandoned by all callers has a line, and holds its key, until it ends")
  func left() async throws {
    try await withPromiseScope { scope async throws in
      let flight = SingleFlight<String, Int>()
      let gate = Gate()
      let line = Lines()
      let caller = flight.run(for: "a") { await one(behind: gate) }
      try await expect(scope, "#1 singleFlight “a” at \(line[1]), … old: waits for its operation")
      caller.cancel()
      let late = flight.run(for: "a") { 2 }
      try await expect(
        scope,
        "#1 singleFlight “a” at \(line[1]), … old: settled, but its operation has not finished; "
          + "needed by #2",
        "  #2 singleFlight “a” at \(line[4]), … old: waits for #1")
      gate.open()
      #expect(try await late.value == 2)
      try await scope.settle(within: long)
    }
  }

  @Test("T3 H3: if another scope started the operation, both scopes have a line for it")
  func scopes() async throws {
    let flight = SingleFlight<Int, Int>()
    let gate = Gate()
    let line = Lines()
    try await withPromiseScope("first") { first async throws in
      let started = flight.run(for: 1) { await one(behind: gate) }
      try await expect(first, "#1 singleFlight “1” at \(line[2]), … old: waits for its operation")
      try await Task.detached {
        try await withPromiseScope("second") { second async throws in
          let joined = flight.run(for: 1) { 2 }
          try await expect(
            second, "#1 singleFlight “1” at \(line[6]), … old: waits for its operation")
          started.cancel()
          try await expect(
            first, "#1 singleFlight “1” at \(line[2]), … old: waits for its operation")
          gate.open()
          #expect(try await joined.value == 1)
        }
      }.value
    }
  }

  @Test("T3 H3: a caller never has more than one line")
  func oneLine() async throws {
    for round in 0..<200 {
      try await withPromiseScope { scope async throws in
        let gate = Gate()
        let caller = SingleFlight<Int, Int>().run(for: round) { await one(behind: gate) }
        for _ in 0..<5 {
          let lines = scope.dumpPending().split(separator: "\n")
          #expect(lines.count == 1)
          #expect(lines.first?.contains(" singleFlight “\(round)” at ") == true)
        }
        gate.open()
        #expect(try await caller.value == 1)
      }
    }
  }
}
