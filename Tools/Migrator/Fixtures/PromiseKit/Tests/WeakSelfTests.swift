// WeakSelf.swift at all stages.

import Testing

@MainActor
@Suite("weak self")
struct WeakSelfTests {
  @Test("A screen that is gone is not kept")
  func gone() async throws {
    let owner = WeakOwner()
    _ = try await outcome { try await owner.run(leaves: true) }
    #expect(owner.journal.entries == ["gone"])
  }

  @Test("One that still exists shows what arrives")
  func there() async throws {
    let owner = WeakOwner()
    _ = try await outcome { try await owner.run(leaves: false) }
    #expect(owner.journal.entries == ["keeps a title", "shows a title"])
    #expect(try await outcome { try await owner.runAll() }.get() == ["A", "B"])
  }
}
