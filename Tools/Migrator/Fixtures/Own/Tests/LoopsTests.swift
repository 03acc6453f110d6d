// Loops.swift at all stages.

import Testing

@MainActor
@Suite("loops")
struct LoopsTests {
  @Test("A poll that ends, however long it takes")
  func poll() async throws {
    let program = Loops(answers: [nil, nil, 7])
    #expect(try await outcome { try await program.poll() }.get() == 7)
    #expect(program.journal.lines == ["again", "again"])
    let patient = Loops(answers: Array(repeating: nil, count: 2_000))
    #expect(try await outcome { try await patient.poll() }.get() == 0)
  }

  @Test("Another try, up to a limit")
  func attempt() async throws {
    let program = Loops(answers: [])
    #expect(try await outcome { try await program.attempt(4) }.get() == 3)
    await #expect(throws: Unwanted(what: "2")) {
      try await outcome { try await program.attempt(2) }.get()
    }
    #expect(program.journal.lines == ["1 failed", "2 failed", "1 failed"])
  }

  @Test("One step after the other")
  func steps() async throws {
    let program = Loops(answers: [])
    #expect(try await outcome { try await program.sum(Array(1...1_000), 0) }.get() == 500_500)
    #expect(try await outcome { try await program.count(5) }.get() == 5)
  }
}
