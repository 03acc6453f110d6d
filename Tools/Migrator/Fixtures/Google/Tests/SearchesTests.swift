// Searches.swift at all stages.

import Testing

@MainActor
@Suite("Cancellation")
struct SearchesTests {
  @Test("A second search cancels the first one")
  func again() async throws {
    let work = SearchWork()
    let first = start { try await work.find("a") }
    let second = start { try await work.find("b") }
    await #expect(throws: CancellationError.self) { try await outcome { try await first }.get() }
    work.reply("x")
    #expect(try await outcome { try await second }.get() == "x")
    #expect(work.log == ["asks a", "asks b", "given up a", "found x for b"])
  }

  @Test("Stopping cancels the search")
  func stop() async throws {
    let work = SearchWork()
    let search = start { try await work.find("a") }
    work.stop()
    await #expect(throws: CancellationError.self) { try await outcome { try await search }.get() }
    #expect(work.log == ["asks a", "given up a"])
  }
}
