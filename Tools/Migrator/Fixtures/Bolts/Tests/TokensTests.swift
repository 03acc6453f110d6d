// Tokens.swift at all stages.

import Testing

@MainActor
@Suite("Tokens")
struct TokensTests {
  private let search = TokenSearch()

  @Test("The search before is taken back")
  func takenBack() async throws {
    let pause = TokenPause()
    let first = pause.search("abc", by: search)
    let second = pause.search("de", by: search)
    pause.end()
    let left = try await outcome(of: first)
    #expect(throws: CancellationError.self) { try left.get() }
    #expect(try await outcome(of: second).get() == ["d", "e"])
    #expect(search.log == ["asks for de", "found 2"])
  }

  @Test("A look at a task that stays")
  func watched() async throws {
    #expect(try await outcome(of: search.watched()).get() == 2)
    let never = try await outcome(of: search.never())
    #expect(throws: CancellationError.self) { try never.get() }
  }
}
