// Inline.swift at all stages.

import Testing

@MainActor
@Suite("Inline")
struct InlineTests {
  @Test("A continuation runs inside the call that completes its task")
  func order() async throws {
    let inline = InlineOrder()
    let pure = start { try await inline.pure() }
    #expect(try await outcome { try await inline.run() }.get() == 2)
    #expect(inline.journal.entries == ["got 1", "set"])
    #expect(try await outcome { try await pure }.get() == "11")
  }
}
