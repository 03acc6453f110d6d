// Layout.swift at all stages.

import AsyncPromises
import Testing

@MainActor
@Suite("layout")
struct LayoutTests {
  private let program = Layout()

  @Test("Code between comments, and on lines of any length")
  func layout() async throws {
    #expect(try await outcome { try await program.commented("ab") }.get() == 3)
    #expect(try await outcome { try await program.oneLine("ab") }.get() == 5)
    #expect(try await outcome { try await program.inBranches([]) }.get() == 0)
    #expect(try await outcome { try await program.inBranches(["abc"]) }.get() == 6)
    #expect(try await outcome { try await program.inBranches(["", "abc"]) }.get() == 1)
    #expect(try await outcome { try await program.inBranches(["a", "abc"]) }.get() == 4)
    #expect(try await outcome { try await program.weakly("ab") }.get() == 3)
    #expect(program.journal.lines == ["2"])
    #expect(try await outcome { try await program.text("ab") }.get() == "ab 2")
    await #expect(throws: PromiseError.self) {
      try await outcome { try await program.text("") }.get()
    }
  }
}
