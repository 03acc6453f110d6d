// Inspection.swift at all stages.

import Testing

@MainActor
@Suite("inspection")
struct InspectionTests {
  @Test("States")
  func states() {
    #expect(
      InspectionCache().states() == [
        "pending", "value 3, true", "refused, true", "value 8, true", "true", "x", "true",
      ])
  }

  @Test("One promise for all callers")
  func same() async throws {
    let cache = InspectionCache()
    #expect(cache.isSame(1))
    #expect(try await outcome { try await cache.number(1) }.get() == 2)
    #expect(cache.loads == 2)
    #expect(try await outcome { try await cache.number(-1) }.errorText == "refused")
    #expect(try await outcome { try await cache.number(-1) }.errorText == "refused")
    #expect(cache.loads == 4)
  }
}
