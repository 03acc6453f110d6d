// Generics.swift at all stages.

import Testing

@MainActor
@Suite("generics")
struct GenericsTests {
  @Test("A source")
  func source() async throws {
    #expect(
      try await outcome { try await genericNext(of: GenericNumbers(numbers: [3])) }.get() == "3")
    let none = try await outcome { try await genericNext(of: GenericNumbers(numbers: [])) }
    #expect(none.errorText == "missing")
  }
}
