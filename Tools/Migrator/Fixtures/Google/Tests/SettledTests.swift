// Settled.swift at all stages.

import Testing

@MainActor
@Suite("Promises that are already settled")
struct SettledTests {
  @Test("Values")
  func values() async throws {
    let input = SettledInput(text: "abc")
    #expect(try await outcome { try await input.load() }.get() == "abc")
    #expect(try await outcome { try await input.style() }.get() == SettledStyle(name: "abc"))
    #expect(try await outcome { try await SettledInput(text: "").style() }.get() == .plain)
    #expect(try await outcome { try await input.count() }.get() == 3)
    #expect(try await outcome { try await input.words() }.get() == ["abc"])
    #expect(try await outcome { try await input.nothing() }.get() == nil)
  }

  @Test("Errors")
  func errors() async throws {
    let empty = try await outcome { try await SettledInput(text: "").load() }
    #expect(throws: SettledError.empty) { try empty.get() }
    let long = try await outcome { try await SettledInput(text: "abcdef").words() }
    #expect(throws: SettledError.tooLong(6)) { try long.get() }
    let style = try await outcome { try await SettledInput(text: "?").style() }
    #expect(throws: SettledError.empty) { try style.get() }
  }
}
