// CleanUp.swift at all stages.

import Testing

@MainActor
@Suite("clean-up")
struct CleanUpTests {
  private let program = CleanUp()

  @Test("At the end, on both paths")
  func last() async throws {
    #expect(try await outcome { try await program.last(4) }.get() == 2)
    await #expect(throws: Unwanted(what: "odd")) {
      try await outcome { try await program.last(1) }.get()
    }
    #expect(program.journal.lines == ["begins", "half", "over", "begins", "over"])
  }

  @Test("Before the next step, and before the error is shown")
  func between() async throws {
    try await outcome { try await program.between(4) }.get()
    await #expect(throws: Unwanted(what: "odd")) {
      try await outcome { try await program.between(1) }.get()
    }
    #expect(
      program.journal.lines == ["2", "over", "then", "over", #"Unwanted(what: "odd")"#])
  }

  @Test("Several, from the innermost to the outermost")
  func several() async throws {
    #expect(try await outcome { try await program.twice(8) }.get() == 2)
    _ = try? await outcome { try await program.twice(1) }
    _ = try? await outcome { try await program.twice(2) }
    #expect(
      program.journal.lines == [
        "inner", "middle", "outer", "inner", "outer", "inner", "middle", "outer",
      ])
  }

  @Test("Skipped for work that didn't begin")
  func guarded() async throws {
    _ = try? await outcome { try await program.guarded(0) }
    #expect(program.journal.lines == [])
    _ = try? await outcome { try await program.guarded(2) }
    #expect(program.journal.lines == ["over"])
  }

  @Test("`defer` has run by the time the function returns")
  func atOnce() async throws {
    _ = try? await outcome { try await program.atOnce(2) }
    #expect(program.journal.lines == ["on", "off", "half"])
  }

  @Test("Work stays off the main thread, and its result is shown on the main thread")
  func background() async throws {
    let journal = Journal()
    #expect(try await outcome { try await Background(journal: journal).sum([1, 2]) }.get() == 7)
    #expect(journal.lines == ["sum 3"])
  }
}
