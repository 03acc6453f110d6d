// Extensions.swift at all stages.

import Testing

@MainActor
@Suite("extensions")
struct ExtensionsTests {
  @Test("Custom methods")
  func methods() async throws {
    let journal = DeskJournal()
    #expect(try await outcome { try await ExtensionWork.all(journal) }.get() == "2 4 false")
    #expect(journal.entries == ["two: Int"])
    #expect(try await outcome { try await ExtensionWork.failing() }.errorText != nil)
    #expect(try await outcome { try await ExtensionWork.missing() }.errorText == "missing")
    #expect(try await outcome { try await ExtensionWork.descriptions() }.get() == ["1", "2"])
  }
}
