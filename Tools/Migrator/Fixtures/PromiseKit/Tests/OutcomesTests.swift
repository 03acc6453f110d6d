// Outcomes.swift at all stages.

import Testing

@MainActor
@Suite("outcomes")
struct OutcomesTests {
  @Test("Outcomes of several promises")
  func several() async throws {
    let screen = OutcomeScreen()
    #expect(try await outcome { try await screen.report([2, 3]) }.get() == ["Bob", "nobody"])
    #expect(try await outcome { try await screen.failures([7, 1, 8]) }.get() == [7, 8])
    #expect(screen.journal.entries == ["looks", "looks", "3"])
  }

  @Test("Outcomes of several promises, in a longer chain")
  func chained() async throws {
    #expect(try await outcome { try await OutcomeScreen().summary(1, 3) }.get() == "Ada")
    #expect(try await outcome { try await OutcomeScreen().summary(3, 2) }.get() == "Bob")
  }

  @Test("The outcome of one promise, which is passed on")
  func one() async throws {
    let screen = OutcomeScreen()
    #expect(try await outcome { try await screen.watched(1) }.get() == "Ada")
    #expect(try await outcome { try await screen.watched(2) }.get() == "Bob")
    #expect(try await outcome { try await screen.watched(3) }.errorText == "missing")
    #expect(screen.journal.entries == ["first", "other", "none", "failed"])
  }
}
