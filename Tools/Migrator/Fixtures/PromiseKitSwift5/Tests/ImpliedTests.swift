// Implied.swift at all stages.

import Testing

@MainActor
@Suite("promises that the compiler finds without a name")
struct ImpliedTests {
  @Test("M2: iterators, associated types, patterns and dynamic calls keep their promises")
  func values() async throws {
    let reader = Reader()
    await withCheckedContinuation { continuation in
      reader.read { continuation.resume() }
    }
    await withCheckedContinuation { continuation in
      reader.add { continuation.resume() }
    }
    #expect(
      reader.lines
        == ["book [2, 3, 4]", "again [1, 2]", "writer 80", "numerator 103", "matched", "sum 2"])
  }
}
