// Layouts.swift at all stages.

import Testing

@MainActor
@Suite("Layouts")
struct LayoutsTests {
  @Test("Parentheses, labels and comments")
  func parentheses() async throws {
    let screen = LayoutScreen()
    #expect(try await outcome { try await screen.parentheses() }.get() == 4)
    #expect(screen.log == ["4", "over"])
    #expect(try await outcome { try await screen.commented() }.get() == 3)
  }

  @Test("Chains in lists and arguments")
  func lists() async throws {
    let screen = LayoutScreen()
    #expect(try await outcome { try await screen.array() }.get() == [2, 2, 8])
    #expect(screen.log == ["two", "3"])
    #expect(try await outcome { try await screen.argument() }.get() == 33)
    #expect(screen.log.last == "11 22")
  }

  @Test("Conditions and optionals")
  func conditions() async throws {
    let screen = LayoutScreen()
    #expect(try await outcome { try await screen.conditional(true) }.get() == 5)
    #expect(try await outcome { try await screen.conditional(false) }.get() == 5)
    #expect(screen.log.filter { $0 != "debug" } == ["long"])
  }
}
