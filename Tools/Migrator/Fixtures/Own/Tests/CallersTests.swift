// Callers.swift at all stages.

import Testing

@MainActor
@Suite("callers")
struct CallersTests {
  private let program = Callers()

  @Test("Who doesn't wait goes on, after the beginning of the work")
  func tapped() async throws {
    program.tapped()
    #expect(program.journal.lines == ["tapped", "tap begins", "returns"])
    program.open()
    try await program.end.promise.value
    #expect(program.journal.lines.suffix(2) == ["tap ends", "shows 1"])
    program.ignored()
    #expect(program.journal.lines.contains("ignored begins"))
  }

  @Test("What begins at once begins in order")
  func both() async throws {
    #expect(try await outcome { try await program.both() }.get() == 2)
    #expect(
      program.journal.lines.prefix(3) == ["first begins", "second begins", "both under way"])
  }

  @Test("So does what an array begins")
  func all() async throws {
    #expect(try await outcome { try await program.all(["a", "b"]) }.get() == [1, 1])
    #expect(program.journal.lines.prefix(2) == ["a begins", "b begins"])
    // Who waits for one promise goes on in any order, as tasks do.
    #expect(program.journal.lines.suffix(2).sorted() == ["a ends", "b ends"])
  }

  @Test("Work that is shared is done once")
  func shared() async throws {
    program.open()
    #expect(try await outcome { try await program.shared() }.get() == 1)
    #expect(try await outcome { try await program.viaShared() }.get() == 2)
    #expect(program.journal.lines == ["shared begins", "shared ends"])
  }

  @Test("Who waits already, and who hands the promise on")
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

  @Test("A protocol gets the promise that it asks for")
  func required() async throws {
    let loader: any Loading = Loader()
    #expect(try await outcome { try await loader.load("a") }.get() == "loaded a")
    #expect(try await outcome { try await Loader().loadTwice("a") }.get() == "loaded loaded a")
  }
}
