// RacingSearch.swift at all stages, in many orders.

import AsyncExplorer
import AsyncPromisesSwiftTesting
import Testing

@MainActor
@Suite("A search that overtakes another")
struct RacingSearchTests {
  @Test("X1: in every order, the last text typed is found, and every search gets its answer")
  func search() async throws {
    try await explore(schedules: 300) { @MainActor in
      let field = RacingSearch()
      let searches = ["c", "ca", "cat"].map { text in
        Task { @MainActor in
          let answer = try await outcome { try await field.search(text) }.get()
          #expect(answer == "answer to \(text)")
        }
      }
      for search in searches { try await search.value }
      #expect(field.found == "answer to \(field.typed)")
      #expect(field.ends == 3)
    }
  }
}
