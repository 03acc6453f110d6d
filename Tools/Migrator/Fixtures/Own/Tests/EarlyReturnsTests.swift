// EarlyReturns.swift at all stages.

import Testing

@MainActor
@Suite("early returns")
struct EarlyReturnsTests {
  private let program = EarlyReturns()

  @Test("Each exit from a function and from its last handler")
  func pages() async throws {
    #expect(try await outcome { try await program.page(2) }.get() == "2: xx")
    #expect(try await outcome { try await program.page(2) }.get() == "xx")
    #expect(try await outcome { try await program.page(0) }.get() == "empty")
    await #expect(throws: Unwanted(what: "negative")) {
      try await outcome { try await program.page(-1) }.get()
    }
    await #expect(throws: Unwanted(what: "far")) {
      try await outcome { try await program.page(12) }.get()
    }
    #expect(program.journal.lines == ["too far"])
  }

  @Test("An error thrown in the middle of a chain ends it there")
  func titles() async throws {
    await #expect(throws: Unwanted(what: "empty")) {
      try await outcome { try await program.titles(0) }.get()
    }
    #expect(try await outcome { try await program.titles(3) }.get() == 7)
    #expect(program.journal.lines == ["has 3: xxx"])
  }

  @Test("A handler that returns early ends only itself")
  func show() async throws {
    try await outcome { try await program.show(0) }.get()
    try await outcome { try await program.show(1) }.get()
    #expect(program.journal.lines == ["shown", "shows 1: x", "shown"])
  }
}
