// Settled.swift at all stages.

import Testing

@MainActor
@Suite("Promises that are settled")
struct SettledTests {
  @Test("Values")
  func values() async throws {
    let input = SettledInput(text: "abc")
    #expect(try await outcome(of: input.load()).get() == "abc")
    #expect(try await outcome(of: input.style()).get() == SettledStyle(name: "abc"))
    #expect(try await outcome(of: SettledInput(text: "").style()).get() == .plain)
    #expect(try await outcome(of: input.count()).get() == 3)
    #expect(try await outcome(of: input.words()).get() == ["abc"])
    #expect(try await outcome(of: input.nothing()).get() == nil)
  }

  @Test("Errors")
  func errors() async throws {
    let empty = try await outcome(of: SettledInput(text: "").load())
    #expect(throws: SettledError.empty) { try empty.get() }
    let long = try await outcome(of: SettledInput(text: "abcdef").words())
    #expect(throws: SettledError.tooLong(6)) { try long.get() }
    let style = try await outcome(of: SettledInput(text: "?").style())
    #expect(throws: SettledError.empty) { try style.get() }
  }
}
