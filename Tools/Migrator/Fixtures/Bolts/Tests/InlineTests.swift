// Inline.swift at all stages.

import Testing

@MainActor
@Suite("Inline")
struct InlineTests {
  @Test("A continuation runs in the call that completes")
  func order() async throws {
    let inline = InlineOrder()
    let pure = inline.pure()
    #expect(try await outcome(of: inline.run()).get() == 2)
    #expect(inline.journal.entries == ["got 1", "set"])
    #expect(try await outcome(of: pure).get() == "11")
  }
}
