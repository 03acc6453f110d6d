// Generics.swift at all stages.

import Testing

@MainActor
@Suite("Generics")
struct GenericsTests {
  @Test("Each value is loaded once")
  func cache() async throws {
    let counter = GenericCounter()
    #expect(try await outcome(of: counter.text(1)).get() == "1")
    #expect(try await outcome(of: counter.text(1)).get() == "1")
    #expect(try await outcome(of: counter.text(2)).get() == "2")
    #expect(counter.count == 2)
  }

  @Test("Through protocols and pairs")
  func tools() async throws {
    #expect(try await outcome(of: GenericTools.ofNumbers()).get())
    #expect(try await outcome(of: GenericTools.pairOfNumbers()).get() == "1b")
  }
}
