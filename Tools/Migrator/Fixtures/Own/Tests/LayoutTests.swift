// Layout.swift at all stages.

import AsyncPromises
import Testing

@MainActor
@Suite("layout")
struct LayoutTests {
  private let program = Layout()

  @Test("What stands between comments and on lines of all lengths")
  func layout() async throws {
    #expect(try await outcome(of: program.commented("ab")).get() == 3)
    #expect(try await outcome(of: program.oneLine("ab")).get() == 5)
    #expect(try await outcome(of: program.inBranches([])).get() == 0)
    #expect(try await outcome(of: program.inBranches(["abc"])).get() == 6)
    #expect(try await outcome(of: program.inBranches(["", "abc"])).get() == 1)
    #expect(try await outcome(of: program.inBranches(["a", "abc"])).get() == 4)
    #expect(try await outcome(of: program.weakly("ab")).get() == 3)
    #expect(program.journal.lines == ["2"])
    #expect(try await outcome(of: program.text("ab")).get() == "ab 2")
    await #expect(throws: PromiseError.self) { try await outcome(of: program.text("")).get() }
  }
}
