// Conditionals.swift at all stages.

import Testing

@MainActor
@Suite("conditions")
struct ConditionalsTests {
  @Test("The compiled branch works as before")
  func compiled() async throws {
    let screen = ConditionalScreen()
    #expect(try await outcome { try await screen.name(1) }.get() == "Ada")
    #expect(try await outcome { try await screen.name(7) }.get() == "nobody")
    #expect(try await outcome { try await screen.load(2) }.get() == "Bob")
    #expect(screen.journal.entries == ["user Bob"])
  }
}
