// Ensure.swift at all stages.

import Testing

@MainActor
@Suite("ensure")
struct EnsureTests {
  @Test("The clean-up runs before the next step, on the main actor")
  func success() async throws {
    let screen = EnsureScreen(source: FixtureSource(value: 1))
    #expect(try await outcome { try await screen.load() }.get() == 2)
    #expect(screen.log == ["begins", "over", "shows 2"])
  }

  @Test("The clean-up also runs after a failure")
  func failure() async throws {
    let screen = EnsureScreen(source: FixtureSource(value: nil))
    await #expect(throws: FixtureSource.Missing()) {
      try await outcome { try await screen.load() }.get()
    }
    #expect(screen.log == ["begins", "over"])
  }
}
