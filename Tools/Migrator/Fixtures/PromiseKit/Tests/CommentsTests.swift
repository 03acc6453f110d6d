// Comments.swift at all stages.

import Testing

@MainActor
@Suite("comments")
struct CommentsTests {
  @Test("Comments change nothing")
  func comments() async throws {
    let screen = CommentedScreen()
    #expect(try await outcome { try await screen.load(Desk()) }.get() == "1")
    #expect(try await outcome { try await screen.save("", Desk()) }.errorText == "refused")
    #expect(screen.journal.entries == ["Ada", "saved"])
  }
}
