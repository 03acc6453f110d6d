// References.swift at all stages.

import Testing

@MainActor
@Suite("references")
struct ReferencesTests {
  private func journal(_ id: Int) async -> [String] {
    let screen = ReferenceScreen()
    await withCheckedContinuation { continuation in
      screen.load(id) { continuation.resume() }
    }
    return screen.journal.entries
  }

  @Test("Functions receive the same arguments as closures")
  func calls() async throws {
    #expect(await journal(1) == ["user 1", "<Ada>", "stops"])
    #expect(await journal(5) == ["stops", "missing"])
    #expect(try await outcome { try await ReferenceScreen().next(2) }.get() == "Bob")
  }
}
