// Tuples.swift at all stages.

import Testing

@MainActor
@Suite("tuples")
struct TuplesTests {
  @Test("All parts are passed on")
  func parts() async throws {
    let screen = TupleScreen()
    #expect(try await outcome { try await screen.load() }.get() == "AdaBob")
    #expect(screen.journal.entries == ["Ada 2", "1 2", "Ada", "both"])
  }

  @Test("Each exit keeps the value", arguments: [(1, ["large"]), (9, ["small", "small again"])])
  func exits(limit: Int, expected: [String]) async throws {
    let screen = TupleScreen()
    #expect(try await outcome { try await screen.first(limit) }.get() == 5)
    #expect(screen.journal.entries == expected)
  }
}
