// Extensions.swift at all stages.

import Testing

@MainActor
@Suite("Extensions")
struct ExtensionsTests {
  @Test("Operators of one's own")
  func operators() async throws {
    #expect(try await outcome(of: ExtensionUse.sum()).get() == 6)
    #expect(try await outcome(of: ExtensionUse.none()).get() == 0)
    #expect(try await outcome(of: ExtensionUse.loud()).get() == "A")
    #expect(ExtensionUse.states() == [true, false, true, false])
  }
}
