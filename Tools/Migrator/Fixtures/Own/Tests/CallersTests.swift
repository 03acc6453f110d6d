// Callers.swift at all stages.

import Testing

@MainActor
@Suite("callers")
struct CallersTests {
  private let program = Callers()

  @Test("A caller that doesn't wait continues once the work has begun")
  func tapped() async throws {
    program.tapped()
    #expect(program.journal.lines == ["tapped", "tap begins", "returns"])
    program.open()
    try await program.end.promise.value
    #expect(program.journal.lines.suffix(2) == ["tap ends", "shows 1"])
    program.ignored()
    #expect(program.journal.lines.contains("ignored begins"))
  }

  @Test("Work that begins immediately begins in order")
  func both() async throws {
    #expect(try await outcome { try await program.both() }.get() == 2)
    #expect(
      program.journal.lines.prefix(3) == ["first begins", "second begins", "both under way"])
  }

  @Test("The work of an array also begins in order")
  func all() async throws {
    #expect(try await outcome { try await program.all(["a", "b"]) }.get() == [1, 1])
    #expect(program.journal.lines.prefix(2) == ["a begins", "b begins"])
    // Functions that wait for the same promise continue in any order, as tasks do.
    #expect(program.journal.lines.suffix(2).sorted() == ["a ends", "b ends"])
  }

  @Test("Shared work is done only once")
  func shared() async throws {
    program.open()
    #expect(try await outcome { try await program.shared() }.get() == 1)
    #expect(try await outcome { try await program.viaShared() }.get() == 2)
    #expect(program.journal.lines == ["shared begins", "shared ends"])
  }

  @Test("A caller that already awaits, and one that passes the promise on")
  func others() async throws {
    program.open()
    #expect(try await program.waiting() == 2)
    #expect(try await outcome { try await program.passedOn() }.get() == 10)
    #expect(
      program.journal.lines == [
        "waiting begins", "waiting ends", "again begins", "again ends", "on begins",
        "on ends",
      ])
  }

  @Test("A protocol gets the promise that it requires")
  func required() async throws {
    let loader: any Loading = Loader()
    #expect(try await outcome { try await loader.load("a") }.get() == "loaded a")
    #expect(try await outcome { try await Loader().loadTwice("a") }.get() == "loaded loaded a")
  }
}
