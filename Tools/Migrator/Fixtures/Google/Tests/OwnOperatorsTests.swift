// OwnOperators.swift at all stages.

import Testing

@MainActor
@Suite("Custom operators")
struct OwnOperatorsTests {
  @Test("The operators work as before")
  func operators() async throws {
    let counter = OwnCounter()
    #expect(try await outcome { try await counter.text("a") }.get() == "a!")
    #expect(counter.log == ["value", "a!"])
    let failed = try await outcome { try await counter.fail() }
    #expect(throws: OwnError()) { try failed.get() }
    #expect(counter.log == ["value", "a!", "error"])
  }
}
