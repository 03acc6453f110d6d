// Throwing.swift at all stages.

import AsyncPromises
import Testing

@MainActor
@Suite("Throwing")
struct ThrowingTests {
  private let parser = ThrowingParser()

  @Test("The functions call back")
  func callbacks() async throws {
    #expect(throws: ThrowingFailure()) { try parser.parse("") { _, _ in } }
    let number = try await outcome {
      try await Promise.wrap { try parser.parse("1", completion: $0) }
    }
    #expect(try number.get() == 1)
  }

  #if !BEFORE
    @Test("The functions have promise forms")
    func forms() async throws {
      #expect(try await outcome { try await parser.parse("12") }.get() == 12)
      for text in ["", "x"] {
        let failed = try await outcome { try await parser.parse(text) }
        #expect(throws: ThrowingFailure()) { try failed.get() }
      }
      #expect(try await outcome { try await parser.each([1, 2], by: { $0 + 1 }) }.get() == [2, 3])
      var other = parser
      #expect(try await outcome { try await other.reset(to: 1, onComplete: 2) }.get() == 3)
    }
  #endif
}
