// Shadowing.swift at all stages.

import Testing

@MainActor
@Suite("shadowed names")
struct ShadowingTests {
  @Test("Names keep their meaning")
  func names() async throws {
    let screen = ShadowingScreen()
    #expect(screen.guarantee().days == 30)
    #expect(
      try await outcome { try await screen.words(3, value: "v") }.get() == "after 3, when 3, v")
    #expect(try await outcome { try await screen.words(0, value: "v") }.errorText == "refused")
    #expect(screen.journal.entries == ["an error", "v"])
  }

  @Test("Nested")
  func nested() async throws {
    let screen = ShadowingScreen()
    #expect(try await outcome { try await screen.twice() }.get() == 3)
    #expect(screen.journal.entries == ["inner 2", "outer 2", "inner 3", "outer 3"])
  }
}
