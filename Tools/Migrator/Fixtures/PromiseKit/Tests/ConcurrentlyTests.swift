// Concurrently.swift at all stages.

import Testing

@MainActor
@Suite("when, concurrently")
struct ConcurrentlyTests {
  @Test("One promise after the other, up to the first failure")
  func names() async throws {
    let screen = ConcurrentScreen()
    #expect(try await outcome { try await screen.names([2, 1]) }.get() == ["Bob", "Ada"])
    #expect(screen.journal.entries == ["asks 2", "has 2", "asks 1", "has 1", "over"])
    let failing = ConcurrentScreen()
    #expect(try await outcome { try await failing.names([5, 1]) }.errorText == "missing")
    #expect(failing.journal.entries == ["asks 5", "over"])
  }
}
