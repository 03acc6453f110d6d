// Extensions.swift at all stages.

import Testing

@MainActor
@Suite("Extensions")
struct ExtensionsTests {
  @Test("Custom operators")
  func operators() async throws {
    #expect(try await outcome { try await ExtensionUse.sum() }.get() == 6)
    #expect(try await outcome { try await ExtensionUse.none() }.get() == 0)
    #expect(try await outcome { try await ExtensionUse.loud() }.get() == "A")
    #expect(ExtensionUse.states() == [true, false, true, false])
  }
}
