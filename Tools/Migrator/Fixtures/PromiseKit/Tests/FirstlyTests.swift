// Firstly.swift at all stages.

import Testing

@MainActor
@Suite("firstly")
struct FirstlyTests {
  @Test("Early exits and thrown errors")
  func exits() async throws {
    let first = FirstStep()
    #expect(try await outcome { try await first.user(1) }.get() == "Ada")
    #expect(try await outcome { try await first.user(0) }.get() == "guest")
    #expect(try await outcome { try await first.user(nil) }.errorText == "refused")
    #expect(try await outcome { try await first.thrown(2) }.get() == 2)
    #expect(try await outcome { try await first.thrown(0) }.errorText == "refused")
    #expect(try await outcome { try await first.sure() }.get() == 2)
    #expect(first.journal.entries == ["asks", "began", "began"])
  }

  @Test("The first step runs immediately")
  func order() async throws {
    let first = FirstStep()
    _ = try await outcome { try await first.ordered() }
    #expect(first.journal.entries == ["first", "second", "third"])
  }
}
