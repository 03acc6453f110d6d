// Looks.swift at all stages.

import Testing

@MainActor
@Suite("Inspecting promises")
struct LooksTests {
  @Test("Before and after settling")
  func looks() async throws {
    let screen = LookScreen()
    #expect(screen.report == "pending rejected error nil done")
    screen.finish(3)
    #expect(try await outcome { try await screen.end() }.get() == 3)
    #expect(screen.report == "fulfilled value 3 rejected error nil done")
  }
}
