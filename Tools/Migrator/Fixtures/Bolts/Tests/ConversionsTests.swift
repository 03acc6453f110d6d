// Conversions.swift at all stages.

import Testing

@MainActor
@Suite("Conversions")
struct ConversionsTests {
  @Test("There and back")
  func conversions() async throws {
    let conversions = Conversions()
    #expect(try await outcome(of: conversions.task()).get() == 4)
    #expect(try await outcome(of: conversions.promise()).get() == 5)
    #expect(conversions.log == ["3", "3"])
    let cancelled = try await outcome(of: conversions.cancelled())
    #expect(throws: CancellationError.self) { try cancelled.get() }
  }
}
