// Nonisolated.swift at all stages.

import Testing

@MainActor
@Suite("Handlers in nonisolated code")
struct NonisolatedTests {
  private let loader = NonisolatedLoader(label: NonisolatedLabel())

  @Test("Handlers run on the main actor")
  func handlers() async throws {
    #expect(try await outcome { try await loader.load(1) }.get() == 4)
    #expect(try await outcome { try await loader.load(-1) }.get() == 0)
    let failed = try await outcome { try await loader.load(-2) }
    #expect(throws: NonisolatedError()) { try failed.get() }
  }

  @Test("Bodies and work run on the main actor")
  func bodies() async throws {
    #expect(try await outcome { try await loader.made(1) }.get() == 1)
    #expect(try await outcome { try await loader.worked(2) }.get() == 2)
    #expect(try await outcome { try await loader.tried(3) }.get() == 3)
    let failed = try await outcome { try await loader.tried(-9) }
    #expect(throws: NonisolatedError()) { try failed.get() }
  }
}
