// Globals.swift at all stages.

import AsyncPromises
import Testing

@MainActor
@Suite("Globals")
struct GlobalsTests {
  @Test("The functions call back")
  func callbacks() async throws {
    #expect(
      try await outcome { try await Promise.wrap { Global.shown(completion: $0) } }.get() == 2)
  }

  #if !BEFORE
    @Test("The functions have promise forms")
    func forms() async throws {
      #expect(try await outcome { try await globalNumber() }.get() == 42)
      #expect(["debug", "release"].contains(try await outcome { try await globalMode() }.get()))
      #expect(try await outcome { try await Global.shown() }.get() == 2)
    }
  #endif
}
