// CatchScope.swift at all stages.

import Testing

@MainActor
@Suite("what a catch is around")
struct CatchScopeTests {
  private let program = CatchScope()

  @Test("A recovery is not for what comes after it")
  func later() async throws {
    #expect(try await outcome(of: program.load("abc")).get() == 3)
    await #expect(throws: Unwanted(what: "nothing")) {
      try await outcome(of: program.load("")).get()
    }
  }

  @Test("Each of two handlers sees what came before it")
  func both() async throws {
    #expect(try await outcome(of: program.logged("abc")).get() == 3)
    await #expect(throws: Unwanted(what: "large")) {
      try await outcome(of: program.logged("abcdef")).get()
    }
    await #expect(throws: Unwanted(what: "key")) {
      try await outcome(of: program.logged("")).get()
    }
    #expect(program.journal.lines == ["outer large", #"inner Unwanted(what: "key")"#])
  }

  @Test("Other work in place of an error")
  func other() async throws {
    #expect(try await outcome(of: program.either("abc")).get() == 3)
    #expect(try await outcome(of: program.either("a")).get() == 8)
    await #expect(throws: Unwanted(what: "key")) {
      try await outcome(of: program.either("")).get()
    }
    #expect(program.journal.lines == ["other", "other", #"no: Unwanted(what: "key")"#])
    #expect(try await outcome(of: program.onlyUnwanted("")).get() == 3)
  }

  @Test("Names that are errors already")
  func names() async throws {
    #expect(try await outcome(of: program.shadowed("ab")).get() == 2)
    await #expect(throws: Unwanted(what: "key")) {
      try await outcome(of: program.shadowedWithout("z")).get()
    }
    #expect(
      program.journal.lines == [
        #"ab: Unwanted(what: "key")"#, #"z: Unwanted(what: "key")"#,
      ])
  }
}
