// Existing.swift at all stages.

import AsyncPromises
import Testing

@MainActor
@Suite("Existing")
struct ExistingTests {
  private let store = ExistingStore()

  @Test("Calls use the functions that already exist")
  func existing() async throws {
    #expect(await store.load(1) == 2)
    #expect(try await outcome { try await store.find(1) }.get() == 3)
    #expect(store.cached(1) == 4)
    #expect(store.other(named: "abc") == 3)
    #expect(await store.elsewhere() == 2)
  }

  #if !BEFORE
    @Test("The other functions have promise forms")
    func forms() async throws {
      #expect(try await outcome { try await store.other(1) }.get() == 1)
    }
  #endif
}
