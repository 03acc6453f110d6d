// Conversions.swift at all stages.

import Testing

@MainActor
@Suite("Conversions")
struct ConversionsTests {
  @Test("There and back")
  func conversions() async throws {
    let conversions = Conversions()
    #expect(try await outcome { try await conversions.task() }.get() == 4)
    #expect(try await outcome { try await conversions.promise() }.get() == 5)
    #expect(conversions.log == ["3", "3"])
    let cancelled = try await outcome { try await conversions.cancelled() }
    #expect(throws: CancellationError.self) { try cancelled.get() }
  }
}
