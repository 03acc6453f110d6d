// Totals.swift at all stages.

import Testing

@MainActor
@Suite("reduce")
struct TotalsTests {
  @Test("One item after the other")
  func order() async throws {
    let counter = TotalCounter()
    #expect(try await outcome { try await counter.total(["a", "bb", "ccc"]) }.get() == 6)
    #expect(counter.log == ["a", "bb", "ccc"])
    #expect(try await outcome { try await counter.total([]) }.get() == 0)
    #expect(try await outcome { try await counter.listed(["a", "bb"]) }.get() == [1, 2])
    #expect(counter.log.last == "2 counts")
    #expect(try await outcome { try await counter.some() }.get() == 8)
  }

  @Test("The first failure ends the reduction")
  func failure() async throws {
    let counter = TotalCounter()
    let result = try await outcome { try await counter.total(["a", "", "ccc"]) }
    #expect(throws: TotalError()) { try result.get() }
    #expect(counter.log == ["a", ""])
  }
}
