// Aliases.swift at all stages.

import AsyncPromises
import Testing

@MainActor
@Suite("Aliases")
struct AliasesTests {
  @Test("The functions call back")
  func callbacks() async throws {
    #expect(
      try await outcome { try await Promise.wrap { AliasApi.count(completion: $0) } }.get() == 3)
  }

  #if !BEFORE
    @Test("The functions have promise forms")
    func forms() async throws {
      #expect(try await outcome { try await AliasApi.Inner.ask("a") }.get().text == "a")
      #expect(try await outcome { try await AliasApi.count() }.get() == 3)
      #expect(try await outcome { try await AliasApi.list(of: 1) }.get() == [1, 1])
      #expect(
        try await outcome { try await AliasUser().ask() }.get() == AliasApi.Answer(text: "user"))
      #expect(try await outcome { try await AliasUser().count() }.get() == (1, "a"))
    }
  #endif
}
