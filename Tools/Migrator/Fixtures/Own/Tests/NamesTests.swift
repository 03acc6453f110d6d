// Names.swift at all stages.

import Testing

@MainActor
@Suite("names")
struct NamesTests {
  @Test("Each name keeps its meaning")
  func names() async throws {
    let program = Names()
    #expect(try await outcome { try await program.thrice(1) }.get() == 7)
    #expect(try await outcome { try await program.again(3) }.get() == 63)
    #expect(try await outcome { try await program.property() }.get() == 202)
    #expect(try await outcome { try await program.constants(21) }.get() == "21 3")
    #expect(program.journal.lines == ["42!"])
    #expect(try await outcome { try await program.pairs(1, 2) }.get() == "4 2")
    #expect(try await outcome { try await program.nested(2) }.get() == 28)
  }
}
