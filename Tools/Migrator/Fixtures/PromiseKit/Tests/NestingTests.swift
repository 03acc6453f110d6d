// Nesting.swift at all stages.

import Testing

@MainActor
@Suite("nesting")
struct NestingTests {
  @Test("Each chain catches its own errors")
  func outer() async throws {
    let screen = NestedScreen()
    #expect(try await outcome { try await screen.outer(1) }.get() == "Ada not saved")
    #expect(try await outcome { try await screen.outer(7) }.errorText == "missing")
    #expect(screen.journal.entries == ["inner", "outer missing"])
  }

  @Test("Closures of all forms")
  func forms() async throws {
    let screen = NestedScreen()
    #expect(try await outcome { try await screen.unnamed() }.get() == [20, 30])
    #expect(try await outcome { try await screen.all() }.get() == ["Ada", "Bob", "Bob"])
    #expect(try await outcome { try await screen.labelled() }.get() == "AdaBob")
    let chosen = try #require(screen.choice(1, nil))
    #expect(try await outcome { try await chosen }.get() == "Ada")
    let other = try #require(screen.choice(nil, Desk()))
    #expect(try await outcome { try await other }.get() == "Bob")
    if screen.choice(nil, nil) != nil { Issue.record("nothing to choose from") }
    #expect(screen.journal.entries == ["Ada"])
  }
}
