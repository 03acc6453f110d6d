// Retrying.swift at all stages.

import Testing

@MainActor
@Suite("another try")
struct RetryingTests {
  @Test("Until it succeeds, or there are no more attempts")
  func retry() async throws {
    let screen = RetryScreen()
    #expect(try await outcome { try await screen.load(failures: 2) }.get() == 3)
    #expect(screen.journal.entries == ["try 1", "try 2", "try 3"])
    #expect(try await outcome { try await RetryScreen().load(failures: 5) }.errorText == "late")
  }

  @Test("Until there is an answer")
  func poll() async throws {
    #expect(try await outcome { try await RetryScreen().look(3) }.get() == "found")
  }
}
