// Tokens.swift at all stages.

import Testing

@MainActor
@Suite("Tokens")
struct TokensTests {
  private let search = TokenSearch()

  @Test("The previous search is cancelled")
  func takenBack() async throws {
    let pause = TokenPause()
    let first = start { try await pause.search("abc", by: search) }
    let second = start { try await pause.search("de", by: search) }
    pause.end()
    let left = try await outcome { try await first }
    #expect(throws: CancellationError.self) { try left.get() }
    #expect(try await outcome { try await second }.get() == ["d", "e"])
    #expect(search.log == ["asks for de", "found 2"])
  }

  @Test("An inspection of a task that stays a Bolts task")
  func watched() async throws {
    #expect(try await outcome { try await search.watched() }.get() == 2)
    let never = try await outcome { try await search.never() }
    #expect(throws: CancellationError.self) { try never.get() }
  }
}
