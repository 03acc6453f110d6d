// Generics.swift at all stages.

import Testing

@MainActor
@Suite("Generics")
struct GenericsTests {
  @Test("Each value is loaded once")
  func cache() async throws {
    let counter = GenericCounter()
    #expect(try await outcome { try await counter.text(1) }.get() == "1")
    #expect(try await outcome { try await counter.text(1) }.get() == "1")
    #expect(try await outcome { try await counter.text(2) }.get() == "2")
    #expect(counter.count == 2)
  }

  @Test("Through protocols and pairs")
  func tools() async throws {
    #expect(try await outcome { try await GenericTools.ofNumbers() }.get())
    #expect(try await outcome { try await GenericTools.pairOfNumbers() }.get() == "1b")
  }
}
