// Comments.swift at all stages.

import Testing

@MainActor
@Suite("comments")
struct CommentsTests {
  @Test("Comments change nothing")
  func comments() async throws {
    let screen = CommentedScreen()
    #expect(try await outcome(of: screen.load(Desk())).get() == "1")
    #expect(try await outcome(of: screen.save("", Desk())).errorText == "refused")
    #expect(screen.journal.entries == ["Ada", "saved"])
  }
}
