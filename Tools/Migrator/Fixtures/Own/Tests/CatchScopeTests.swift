// CatchScope.swift at all stages.

import Testing

@MainActor
@Suite("the scope of a catch")
struct CatchScopeTests {
  private let program = CatchScope()

  @Test("A recovery doesn't apply to later steps")
  func later() async throws {
    #expect(try await outcome { try await program.load("abc") }.get() == 3)
    await #expect(throws: Unwanted(what: "nothing")) {
      try await outcome { try await program.load("") }.get()
    }
  }

  @Test("Each of two handlers sees only the errors of earlier steps")
  func both() async throws {
    #expect(try await outcome { try await program.logged("abc") }.get() == 3)
    await #expect(throws: Unwanted(what: "large")) {
      try await outcome { try await program.logged("abcdef") }.get()
    }
    await #expect(throws: Unwanted(what: "key")) {
      try await outcome { try await program.logged("") }.get()
    }
    #expect(program.journal.lines == ["outer large", #"inner Unwanted(what: "key")"#])
  }

  @Test("Other work in place of an error")
  func other() async throws {
    #expect(try await outcome { try await program.either("abc") }.get() == 3)
    #expect(try await outcome { try await program.either("a") }.get() == 8)
    await #expect(throws: Unwanted(what: "key")) {
      try await outcome { try await program.either("") }.get()
    }
    #expect(program.journal.lines == ["other", "other", #"no: Unwanted(what: "key")"#])
    #expect(try await outcome { try await program.onlyUnwanted("") }.get() == 3)
  }

  @Test("Parameters that are already named `error`")
  func names() async throws {
    #expect(try await outcome { try await program.shadowed("ab") }.get() == 2)
    await #expect(throws: Unwanted(what: "key")) {
      try await outcome { try await program.shadowedWithout("z") }.get()
    }
    #expect(
      program.journal.lines == [
        #"ab: Unwanted(what: "key")"#, #"z: Unwanted(what: "key")"#,
      ])
  }
}
