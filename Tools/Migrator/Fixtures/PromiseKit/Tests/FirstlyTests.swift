// Firstly.swift at all stages.

import Testing

@MainActor
@Suite("firstly")
struct FirstlyTests {
  @Test("Ways out, and what is thrown")
  func exits() async throws {
    let first = FirstStep()
    #expect(try await outcome(of: first.user(1)).get() == "Ada")
    #expect(try await outcome(of: first.user(0)).get() == "guest")
    #expect(try await outcome(of: first.user(nil)).errorText == "refused")
    #expect(try await outcome(of: first.thrown(2)).get() == 2)
    #expect(try await outcome(of: first.thrown(0)).errorText == "refused")
    #expect(try await outcome(of: first.sure()).get() == 2)
    #expect(first.journal.entries == ["asks", "began", "began"])
  }

  @Test("The first step is taken at once")
  func order() async throws {
    let first = FirstStep()
    _ = try await outcome(of: first.ordered())
    #expect(first.journal.entries == ["first", "second", "third"])
  }
}
