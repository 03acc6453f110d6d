// Subclasses.swift at all stages.

import AsyncPromises
import Testing

@MainActor
@Suite("Subclasses")
struct SubclassesTests {
  @Test("The functions call back")
  func callbacks() async throws {
    let special: SubclassBase = SubclassSpecial()
    #expect(
      try await outcome { try await Promise.wrap { special.load(completion: $0) } }.get()
        == "special")
  }

  #if !BEFORE
    @Test("The promise form calls the override")
    func forms() async throws {
      let special = SubclassSpecial()
      #expect(try await outcome { try await special.load() }.get() == "special")
      #expect(try await outcome { try await SubclassBase().load() }.get() == "base")
      #expect(try await outcome { try await SubclassSpecial.kind() }.get() == "special")
      #expect(try await outcome { try await special.fixed() }.get() == "fixed")
      #expect(try await outcome { try await special.more(2, of: "a") }.get() == "a, a")
    }
  #endif
}
