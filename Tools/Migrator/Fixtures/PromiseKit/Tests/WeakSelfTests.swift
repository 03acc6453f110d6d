// WeakSelf.swift at all stages.

import Testing

@MainActor
@Suite("weak self")
struct WeakSelfTests {
  @Test("A released screen isn't kept alive")
  func gone() async throws {
    let owner = WeakOwner()
    _ = try await outcome { try await owner.run(leaves: true) }
    #expect(owner.journal.entries == ["gone"])
  }

  @Test("A screen that still exists shows the title")
  func there() async throws {
    let owner = WeakOwner()
    _ = try await outcome { try await owner.run(leaves: false) }
    #expect(owner.journal.entries == ["keeps a title", "shows a title"])
    #expect(try await outcome { try await owner.runAll() }.get() == ["A", "B"])
  }
}
